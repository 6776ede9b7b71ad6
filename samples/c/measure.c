/* Measures a recording, shows its readings, and measures its colour frames once more by a monitor.
 *
 *   cc -o measure measure.c -lheartcam && ./measure finger.mp4
 */
#include <heartcam.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const heartcam_error *error) {
  fprintf(stderr, "measure: %s\n", error->message);
  exit(error->code);
}

/* The number of a column by its name. */
static size_t column(const heartcam_table *table, const char *name) {
  for (size_t index = 0; index < heartcam_table_columns(table); index++) {
    if (strcmp(heartcam_table_name(table, index), name) == 0) return index;
  }
  fprintf(stderr, "measure: there is no column %s\n", name);
  exit(1);
}

static void show(const heartcam_result *result) {
  heartcam_table *readings = heartcam_result_table(result, HEARTCAM_READINGS);
  const double *start = heartcam_table_numbers(readings, column(readings, "start_s"));
  const double *rate = heartcam_table_numbers(readings, column(readings, "bpm"));
  size_t reason = column(readings, "reason");
  for (size_t row = 0; row < heartcam_table_rows(readings); row++) {
    if (isnan(rate[row])) {
      printf("%6.1f s  %s\n", start[row], heartcam_table_text(readings, reason, row));
    } else {
      printf("%6.1f s  %.1f beats/min\n", start[row], rate[row]);
    }
  }
  heartcam_table_free(readings);
}

int main(int count, char **words) {
  if (count != 2) {
    fprintf(stderr, "usage: measure RECORDING\n");
    return 64;
  }
  heartcam_error error;
  const char *options[] = {"every", "10", NULL};
  heartcam_result *result = heartcam_measure(words[1], options, NULL, NULL, &error);
  if (!result) fail(&error);
  show(result);

  /* The same frames give the same readings, however they arrive. */
  heartcam_reader *reader = heartcam_reader_open(words[1], NULL, &error);
  if (!reader) fail(&error);
  heartcam_monitor *monitor = heartcam_monitor_new(options, &error);
  if (!monitor) fail(&error);
  heartcam_color frames[64];
  ptrdiff_t taken;
  while ((taken = heartcam_reader_next(reader, frames, 64, &error)) > 0) {
    if (heartcam_monitor_append(monitor, frames, (size_t)taken, &error) < 0) fail(&error);
  }
  if (taken < 0) fail(&error);
  heartcam_result *again = heartcam_monitor_finish(monitor, &error);
  if (!again) fail(&error);
  puts("by a monitor:");
  show(again);

  heartcam_result_free(again);
  heartcam_monitor_free(monitor);
  heartcam_reader_free(reader);
  heartcam_result_free(result);
  return 0;
}
