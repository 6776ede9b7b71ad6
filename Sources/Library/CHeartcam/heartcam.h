/* heartcam.h: heart rate from a camera, for C and for whatever calls C (libheartcam.so.0).
 *
 * Handles. A function that makes one returns NULL if it fails, and then says why in `error`. Each kind of handle has a
 * function that frees it, which NULL may be given to. What a function of a handle returns belongs to the handle, and is
 * there until the handle is freed.
 *
 * Errors. Every function that can fail takes a `heartcam_error *`, which may be NULL, and fills it: code 0 and an empty
 * sentence if it did what it should. No function prints anything, ends the process or sets a signal handler;
 * heartcam_main() alone is a program and does all that.
 *
 * Options are pairs of names and values, ended by NULL: {"every", "5", "channel", "green", NULL}. NULL stands for none.
 * Names and values are those of the options of the program's commands, without dashes; a flag's value is "yes" or "no".
 *
 * Threads. Different handles may be used by different threads at the same time. A handle may be used by several threads,
 * which then wait for each other. A reader belongs to the thread that opened it, since its locked process ends with that
 * thread: other threads are refused. After fork() the child cannot use its parent's handles: it is refused, and frees
 * nothing of the parent's.
 *
 * Pointers. What is marked HEARTCAM_NULLABLE may be NULL, anything else must point to what its type says: a handle that is
 * not freed, a text, or an array of as many elements as the call says. A count of -1 is refused.
 *
 * Texts are UTF-8. Times are seconds as double: on the recording's clock, or since 1970 where "date" is written. A number
 * that is not known is NaN, a text that is not known is NULL.
 */
#ifndef HEARTCAM_H
#define HEARTCAM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#define HEARTCAM_NULLABLE _Nullable
#pragma clang assume_nonnull begin
#else
#define HEARTCAM_NULLABLE
#endif

/* ---- Errors ---------------------------------------------------------------------------------------------------- */

/* Codes of errors: the exit codes of the program. */
enum {
  HEARTCAM_OK = 0,
  HEARTCAM_UNREADABLE = 2,   /* a recording could not be read */
  HEARTCAM_USAGE = 64,       /* an argument, an option or a handle is wrong */
  HEARTCAM_IO = 74,          /* a store or a file failed */
  HEARTCAM_THREADS = 75,     /* a damaged video's frames depend on decoding threads: open it again with "threads", "1" */
  HEARTCAM_INTERRUPTED = 130 /* the progress function asked to stop */
};

/* What went wrong, a sentence without a full stop that says what was tried, on what, and what came back. */
typedef struct {
  int32_t code;
  char message[1020];
} heartcam_error;

/* ---- The library ----------------------------------------------------------------------------------------------- */

/* Rises with every change that a caller has to know of; functions are only ever added within one number. */
#define HEARTCAM_API_VERSION 1

/* HEARTCAM_API_VERSION of the library. */
int32_t heartcam_api_version(void);

/* The version, as in "0.2.0". */
const char *heartcam_version(void);

/* The version of the calculation: with the same number, the same frames give the same readings to the bit. */
int32_t heartcam_algorithm_version(void);

/* The program: runs a command line, with its output to the standard streams, and returns the exit code. It is made to be
 * all that a process does. */
int32_t heartcam_main(int32_t argc, char *HEARTCAM_NULLABLE const *HEARTCAM_NULLABLE argv);

/* The program that reads strangers' files in a locked process: by default heartcam beside the library or in the bin of its
 * prefix. NULL goes back to that. To be called before any other thread uses the library. */
void heartcam_use_program(const char *HEARTCAM_NULLABLE path);

/* ---- Tables ---------------------------------------------------------------------------------------------------- */

/* Columns of one length. Numbers are rounded as in every other form of a result (JSON, CSV). */
typedef struct heartcam_table heartcam_table;

/* Kinds of columns. */
enum {
  HEARTCAM_NUMBER = 0, /* heartcam_table_numbers */
  HEARTCAM_DATE = 1,   /* heartcam_table_numbers: seconds since 1970 */
  HEARTCAM_TEXT = 2    /* heartcam_table_text */
};

size_t heartcam_table_rows(const heartcam_table *table);
size_t heartcam_table_columns(const heartcam_table *table);

/* The name of a column, as in JSON and CSV; NULL if there is no such column. */
const char *HEARTCAM_NULLABLE heartcam_table_name(const heartcam_table *table, size_t column);

/* The unit of a column, NULL for none. */
const char *HEARTCAM_NULLABLE heartcam_table_unit(const heartcam_table *table, size_t column);

/* The kind of a column; -1 if there is no such column. */
int32_t heartcam_table_kind(const heartcam_table *table, size_t column);

/* The numbers of a column, one a row, NaN where there is none; NULL if it has texts. */
const double *HEARTCAM_NULLABLE heartcam_table_numbers(const heartcam_table *table, size_t column);

/* The text in a cell; NULL if it is missing or the column has numbers. */
const char *HEARTCAM_NULLABLE heartcam_table_text(const heartcam_table *table, size_t column, size_t row);

void heartcam_table_free(heartcam_table *HEARTCAM_NULLABLE table);

/* ---- Color frames ---------------------------------------------------------------------------------------------- */

/* The mean color of a frame's region, 14 doubles. What is not known is NaN. */
typedef struct {
  double time;          /* seconds on the clock of the source */
  double red;           /* mean level, 0 to 255 for any bit depth */
  double green;
  double blue;
  double spread;        /* how uneven the region is: standard deviation of block means over their mean */
  double clipped_share; /* share, 0 to 1, of pixels at the top of their range */
  double black_share;   /* share, 0 to 1, of pixels at or below black */
  double skin_share;    /* share, 0 to 1, of the region that has the color of skin */
  double key_frame;     /* 1 for a codec's key frame, 0 for another */
  double tilt_x;        /* where the light is: terms of the cosine transform of 8 x 8 blocks over their mean */
  double tilt_y;
  double twist;
  double bow_x;
  double bow_y;
} heartcam_color;

/* Reads the color frames of a video, a folder of pictures or a color signal, in a locked process. */
typedef struct heartcam_reader heartcam_reader;

/* Opens a recording. Options: channel, subject, roi, stream, true-rate, fast, threads, no-sandbox. */
heartcam_reader *HEARTCAM_NULLABLE heartcam_reader_open(
  const char *path, const char *HEARTCAM_NULLABLE const *HEARTCAM_NULLABLE options,
  heartcam_error *HEARTCAM_NULLABLE error);

/* Fills `frames` with the next frames, `capacity` of them unless the recording ends. Returns their number, 0 at the end,
 * -1 with an error. */
ptrdiff_t heartcam_reader_next(
  heartcam_reader *reader, heartcam_color *frames, size_t capacity,
  heartcam_error *HEARTCAM_NULLABLE error);

/* What the recording is, as a line of JSON: kind, duration_s, start, content_identity, warnings. Complete at the end. */
const char *heartcam_reader_json(heartcam_reader *reader);

void heartcam_reader_free(heartcam_reader *HEARTCAM_NULLABLE reader);

/* ---- Results ---------------------------------------------------------------------------------------------------- */

/* What a recording gave. */
typedef struct heartcam_result heartcam_result;

/* Tables of a result. */
enum {
  HEARTCAM_READINGS = 0, /* a row for each interval: its rate, or why there is none */
  HEARTCAM_BEATS = 1,    /* a row for each accepted beat */
  HEARTCAM_SUMMARY = 2,  /* one row: average, variability, breathing, perfusion, provenance */
  HEARTCAM_PULSE = 3     /* the pulse wave, 30 rows a second: time_s, channel, band_passed, detrended, mark (onset or peak of a
                            beat); with all digits */
};

/* Called several times per second with the share of the recording that is read, 0 to 1 or NaN. Returns 0 to go on. */
typedef int32_t (*heartcam_progress)(double share, void *HEARTCAM_NULLABLE context);

/* Measures a recording from its first frame to its last, in a locked process. Options: every, channel, subject, roi, stream,
 * true-rate, start, fast, threads, no-sandbox. */
heartcam_result *HEARTCAM_NULLABLE heartcam_measure(
  const char *path, const char *HEARTCAM_NULLABLE const *HEARTCAM_NULLABLE options,
  heartcam_progress HEARTCAM_NULLABLE progress, void *HEARTCAM_NULLABLE context,
  heartcam_error *HEARTCAM_NULLABLE error);

/* The recordings that paths stand for, ended by NULL: a folder stands for the videos and color signals in it and in its folders.
 * The table has one column, path. */
heartcam_table *HEARTCAM_NULLABLE heartcam_recordings(
  const char *HEARTCAM_NULLABLE const *HEARTCAM_NULLABLE paths);

/* The result as one line of JSON without its end: what `heartcam measure --json` prints. */
const char *heartcam_result_json(const heartcam_result *result);

/* One of the tables; NULL if there is no such one. It is the caller's to free. */
heartcam_table *HEARTCAM_NULLABLE heartcam_result_table(const heartcam_result *result, int32_t which);

/* Fills `frames` with the color frames of a result from a first one on, `capacity` of them unless it ends. Returns how many it has in all;
 * -1 with an error. */
ptrdiff_t heartcam_result_colors(
  const heartcam_result *result, size_t first, heartcam_color *frames, size_t capacity,
  heartcam_error *HEARTCAM_NULLABLE error);

/* Frees the color frames of a result, which are most of its memory. It has no pulse wave then. Returns 0; -1 with an error. */
int32_t heartcam_result_forget_colors(heartcam_result *result, heartcam_error *HEARTCAM_NULLABLE error);

/* The result with rates that another method has found, one for each reading: bpm with the ends of its interval, and the chance that
 * it is within 5 of the truth; a bpm of NaN is no rate. `method` names it: it stands in the warnings and with samples that are saved. What
 * follows from Heartcam's own beats is not in it. NULL with an error. */
heartcam_result *HEARTCAM_NULLABLE heartcam_result_with_rates(
  const heartcam_result *result, const char *method, const double *bpm, const double *low, const double *high,
  const double *quality, size_t count, heartcam_error *HEARTCAM_NULLABLE error);

/* All of a result but its color frames, as a text that heartcam_result_restore takes: for a copy in another process of the same version.
 * NULL with an error. */
const char *HEARTCAM_NULLABLE heartcam_result_archive(
  const heartcam_result *result, heartcam_error *HEARTCAM_NULLABLE error);

/* A result of a text that heartcam_result_archive has made; NULL with an error. */
heartcam_result *HEARTCAM_NULLABLE heartcam_result_restore(
  const char *archive, heartcam_error *HEARTCAM_NULLABLE error);

/* The readings as a picture (SVG); NULL with an error. */
const char *HEARTCAM_NULLABLE heartcam_result_svg(
  const heartcam_result *result, heartcam_error *HEARTCAM_NULLABLE error);

/* The report as one page of HTML, which needs no script and no network; NULL with an error. */
const char *HEARTCAM_NULLABLE heartcam_result_html(
  const heartcam_result *result, heartcam_error *HEARTCAM_NULLABLE error);

void heartcam_result_free(heartcam_result *HEARTCAM_NULLABLE result);

/* ---- Monitor ---------------------------------------------------------------------------------------------------- */

/* Measures color frames that the caller has. The readings are a function of the frames alone, however they arrive. */
typedef struct heartcam_monitor heartcam_monitor;

/* Options: every, channel, subject, start, keep-colors (yes for a result with a pulse wave). */
heartcam_monitor *HEARTCAM_NULLABLE heartcam_monitor_new(
  const char *HEARTCAM_NULLABLE const *HEARTCAM_NULLABLE options,
  heartcam_error *HEARTCAM_NULLABLE error);

/* Appends frames, the oldest first. Returns how many readings they completed, -1 with an error. */
ptrdiff_t heartcam_monitor_append(
  heartcam_monitor *monitor, const heartcam_color *frames, size_t count,
  heartcam_error *HEARTCAM_NULLABLE error);

/* The readings that were completed since the last call, as HEARTCAM_READINGS of a result. The caller frees the table. */
heartcam_table *HEARTCAM_NULLABLE heartcam_monitor_readings(
  heartcam_monitor *monitor, heartcam_error *HEARTCAM_NULLABLE error);

/* Ends the frames and returns all that they gave. The monitor is then as new. */
heartcam_result *HEARTCAM_NULLABLE heartcam_monitor_finish(
  heartcam_monitor *monitor, heartcam_error *HEARTCAM_NULLABLE error);

void heartcam_monitor_free(heartcam_monitor *HEARTCAM_NULLABLE monitor);

/* ---- The signal core in pieces ----------------------------------------------------------------------------------- */

/* The calculations that a pulse is found by, equal to the bit to what heartcam_measure does. Signals are arrays of finite numbers. Those that
 * return ptrdiff_t return the number of values that they have written, -1 with an error. */

/* Removes the smooth trend of a signal (Tarvainen 2002): `lambda` is its stiffness in samples squared; measuring has 30. `result` has room
 * for `count` numbers, and may be `signal`. */
ptrdiff_t heartcam_signal_detrend(
  const double *signal, size_t count, double lambda, double *result, heartcam_error *HEARTCAM_NULLABLE error);

/* Filters a signal forwards and backwards by a Butterworth band-pass of `order` (measuring has 2), from `low` to `high` Hz (0.5 and 4) at `rate`
 * samples per second (30). `result` has room for `count` numbers, and may be `signal`. */
ptrdiff_t heartcam_signal_bandpass(
  const double *signal, size_t count, double rate, double low, double high, int32_t order, double *result,
  heartcam_error *HEARTCAM_NULLABLE error);

/* Draws a natural cubic spline through values at rising times, and writes it at `start`, `start` + 1 / `rate`, ... (`room` numbers). */
ptrdiff_t heartcam_signal_resample(
  const double *times, const double *values, size_t count, double rate, double start, double *result, size_t room,
  heartcam_error *HEARTCAM_NULLABLE error);

/* The correlation, -1 to 1, of a signal with itself at lags of 0 to `lag` samples: `lag` + 1 numbers. */
ptrdiff_t heartcam_signal_autocorrelation(
  const double *signal, size_t count, size_t lag, double *result, heartcam_error *HEARTCAM_NULLABLE error);

/* The power of values at rising times (Lomb 1976, Scargle 1982) at `low`, `low` + `spacing`, ... Hz (`room` numbers). */
ptrdiff_t heartcam_signal_periodogram(
  const double *times, const double *values, size_t count, double low, double spacing, double *result, size_t room,
  heartcam_error *HEARTCAM_NULLABLE error);

/* The maxima of a signal: where each is, in samples by the parabola through three of them, and how high that is. Both have room for
 * `count` / 2 numbers. */
ptrdiff_t heartcam_signal_find_peaks(
  const double *signal, size_t count, double *positions, double *heights, heartcam_error *HEARTCAM_NULLABLE error);

/* The correlation, -1 to 1, of each beat with the mean of the others (after Orphanidou 2015): of its `onsets` and the `period` in samples; NaN
 * where a beat is not seen whole. `result` has room for `beats` numbers. */
ptrdiff_t heartcam_signal_template_correlation(
  const double *signal, size_t count, const double *onsets, size_t beats, double period, double *result,
  heartcam_error *HEARTCAM_NULLABLE error);

/* One signal of red, green and blue: "chrom" (de Haan 2013) or "pos" (Wang 2017), in per cent around 100, less with more blood. `rgb` has three
 * numbers for each of `count` rising times, `result` room for one. */
ptrdiff_t heartcam_signal_combine(
  const char *method, const double *times, const double *rgb, size_t count, double *result,
  heartcam_error *HEARTCAM_NULLABLE error);

/* The average of readings over time, as a result has it: `result` has room for bpm, its interval's low and high, and quality. A bpm of
 * NaN is a reading without a rate; if none has one, all four are NaN. */
ptrdiff_t heartcam_signal_average(
  const double *starts, const double *ends, const double *bpm, const double *low, const double *high,
  const double *quality, size_t count, double *result, heartcam_error *HEARTCAM_NULLABLE error);

/* ---- The health store ------------------------------------------------------------------------------------------- */

/* The samples of one person, in a file or on a PostgreSQL server. */
typedef struct heartcam_store heartcam_store;

/* Opens a store: a path or a URL; NULL is the user's own. With `writable` a missing one is made, else it is an error. */
heartcam_store *HEARTCAM_NULLABLE heartcam_store_open(
  const char *HEARTCAM_NULLABLE location, int32_t writable, heartcam_error *HEARTCAM_NULLABLE error);

/* The types that it has samples of: type, count. */
heartcam_table *HEARTCAM_NULLABLE heartcam_store_types(
  heartcam_store *store, heartcam_error *HEARTCAM_NULLABLE error);

/* The samples of a type ("HeartRate", or HealthKit's identifier) that overlap from..to, dates, NaN for no limit: id, start, end,
 * value, unit, source. `unit` NULL is the type's customary unit. A value is the number of a quantity or of a category. */
heartcam_table *HEARTCAM_NULLABLE heartcam_store_samples(
  heartcam_store *store, const char *type, double from, double to, const char *HEARTCAM_NULLABLE unit,
  heartcam_error *HEARTCAM_NULLABLE error);

/* Statistics of a quantity: start, end, count, average, minimum, maximum, sum, most_recent. `by` is hour, day, week, month or
 * year, a row for each that has samples; NULL is one row. `zone` is where days begin; NULL is this machine's. Samples that the
 * program invented are left out, as in its own statistics. */
heartcam_table *HEARTCAM_NULLABLE heartcam_store_statistics(
  heartcam_store *store, const char *type, double from, double to, const char *HEARTCAM_NULLABLE unit,
  const char *HEARTCAM_NULLABLE by, const char *HEARTCAM_NULLABLE zone,
  heartcam_error *HEARTCAM_NULLABLE error);

/* Saves quantities of a type, all of them or none: `count` starts, ends (dates) and values in `unit` (NULL: the customary one).
 * `source` names the program or the device that they are from. A value that no body can have, such as a heart rate of 0, and a
 * sample that is longer than one of its type can be are usage errors. Returns 0, or the code of the error. */
int32_t heartcam_store_save(
  heartcam_store *store, const char *type, const char *HEARTCAM_NULLABLE unit, const char *source,
  const double *starts, const double *ends, const double *values, size_t count,
  heartcam_error *HEARTCAM_NULLABLE error);

/* Saves a result as `heartcam measure` does, unless the store holds the same content already. Returns the number of readings that
 * were saved, 0 if there were none or they are there, -1 with an error. */
ptrdiff_t heartcam_store_save_result(
  heartcam_store *store, const heartcam_result *result, heartcam_error *HEARTCAM_NULLABLE error);

void heartcam_store_free(heartcam_store *HEARTCAM_NULLABLE store);

#ifdef __clang__
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#ifdef __cplusplus
}
#endif

#endif
