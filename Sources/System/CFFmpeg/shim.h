// The parts of FFmpeg's libraries that the package uses, with what Swift cannot import by itself.
#ifndef HEARTCAM_CFFMPEG_SHIM_H
#define HEARTCAM_CFFMPEG_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/cpu.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/murmur3.h>
#include <libavutil/opt.h>
#include <libavutil/parseutils.h>
#include <libavutil/pixdesc.h>
#include <libavutil/sha.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <errno.h>
#include <stdatomic.h>
#include <string.h>

// AVERROR(EAGAIN), AVERROR(EPERM), AVERROR_EOF, AVERROR_EXIT, AVERROR_INVALIDDATA: macros with casts and calls.
static inline int heartcam_error_again(void) { return AVERROR(EAGAIN); }
static inline int heartcam_error_not_permitted(void) { return AVERROR(EPERM); }
static inline int heartcam_error_end_of_file(void) { return AVERROR_EOF; }
static inline int heartcam_error_exit(void) { return AVERROR_EXIT; }
static inline int heartcam_error_invalid_data(void) { return AVERROR_INVALIDDATA; }
static inline int heartcam_error_out_of_memory(void) { return AVERROR(ENOMEM); }

// AV_NOPTS_VALUE: a macro with a cast.
static inline int64_t heartcam_no_timestamp(void) { return AV_NOPTS_VALUE; }

// The display matrix of a stream lives in another place from libavcodec 60.30 on
// (AVStream.side_data was replaced by AVCodecParameters.coded_side_data). Returns NULL if the
// stream has none.
static inline const int32_t *heartcam_display_matrix(const AVStream *stream) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data,
      AV_PKT_DATA_DISPLAYMATRIX);
  return data && data->size >= 36 ? (const int32_t *)data->data : 0;
#else
  for (int i = 0; i < stream->nb_side_data; i++)
    if (stream->side_data[i].type == AV_PKT_DATA_DISPLAYMATRIX && stream->side_data[i].size >= 36)
      return (const int32_t *)stream->side_data[i].data;
  return 0;
#endif
}

// Adds a display matrix of nine zeros to a stream; returns NULL if there is no memory for it.
static inline int32_t *heartcam_new_display_matrix(AVStream *stream) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
  AVPacketSideData *data = av_packet_side_data_new(
      &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data,
      AV_PKT_DATA_DISPLAYMATRIX, 36, 0);
  return data ? (int32_t *)data->data : 0;
#else
  return (int32_t *)av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, 36);
#endif
}

// AVFrame.pkt_duration was renamed in libavutil 57.30. Returns 0 if it is unknown.
static inline int64_t heartcam_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}

static inline void heartcam_set_frame_duration(AVFrame *frame, int64_t duration) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  frame->duration = duration;
#else
  frame->pkt_duration = duration;
#endif
}

// Resamples a frame of sound to interleaved samples, and with no frame what the resampler still holds. Swift cannot
// pass AVFrame.extended_data as pointers to constant samples. Returns how many samples a channel there are, or an error.
static inline int heartcam_resample(
    SwrContext *resampler, uint8_t *output, int capacity, const AVFrame *frame) {
  return swr_convert(
      resampler, &output, capacity, frame ? (const uint8_t **)frame->extended_data : 0,
      frame ? frame->nb_samples : 0);
}

// Bytes that a decoder's pictures may take together. AVCodecContext.get_buffer2 is a function pointer that
// threads of the decoder call, and the struct has atomics: Swift can write neither.
typedef struct heartcam_frame_budget {
  _Atomic(int64_t) left;
  _Atomic(int) was_exceeded;
} heartcam_frame_budget;

static inline void heartcam_give_back(void *budget, uint8_t *size) {
  atomic_fetch_add(&((heartcam_frame_budget *)budget)->left, *(int64_t *)size);
  av_free(size);
}

// Allocates a picture as libavcodec does, and counts its bytes until the last reference to it is gone.
static inline int heartcam_get_buffer(AVCodecContext *context, AVFrame *frame, int flags) {
  heartcam_frame_budget *budget = (heartcam_frame_budget *)context->opaque;
  int64_t least = av_image_get_buffer_size(
      (enum AVPixelFormat)frame->format, frame->width, frame->height, 32);
  if (least > atomic_load(&budget->left)) {
    atomic_store(&budget->was_exceeded, 1);
    return AVERROR(ENOMEM);
  }
  int code = avcodec_default_get_buffer2(context, frame, flags);
  if (code < 0) return code;
  int64_t *size = (int64_t *)av_malloc(sizeof *size);
  if (!size) return AVERROR(ENOMEM);
  *size = 0;
  for (int i = 0; i < AV_NUM_DATA_POINTERS && frame->buf[i]; i++) *size += frame->buf[i]->size;
  // What decoders keep beside a picture: H.264 some 140 bytes for each 16 x 16 pixels.
  *size += (int64_t)frame->width * frame->height / 2;
  atomic_fetch_sub(&budget->left, *size);
  av_buffer_unref(&frame->opaque_ref);
  frame->opaque_ref =
      av_buffer_create((uint8_t *)size, sizeof *size, heartcam_give_back, budget, 0);
  if (!frame->opaque_ref) {
    heartcam_give_back(budget, (uint8_t *)size);
    return AVERROR(ENOMEM);
  }
  return 0;
}

// Lets the pictures of a decoder take so many bytes. The budget is freed by heartcam_free_frame_budget once
// the decoder and all its pictures are gone. Returns NULL if there is no memory for it.
static inline void *heartcam_limit_frames(AVCodecContext *context, int64_t bytes) {
  heartcam_frame_budget *budget = (heartcam_frame_budget *)av_mallocz(sizeof *budget);
  if (!budget) return 0;
  atomic_init(&budget->left, bytes);
  context->opaque = budget;
  context->get_buffer2 = heartcam_get_buffer;
  return budget;
}

static inline int heartcam_frames_exceeded(void *budget) {
  return atomic_load(&((heartcam_frame_budget *)budget)->was_exceeded);
}

static inline void heartcam_free_frame_budget(void *budget) { av_free(budget); }

// What `context` has for its user, if it is a decoder or one of its threads, which have copies of its context; else NULL.
static inline void *heartcam_decoder_user(const void *context) {
  const AVClass *kind = *(const AVClass *const *)context;
  if (!kind || strcmp(kind->class_name, "AVCodecContext")) return 0;
  return ((const AVCodecContext *)context)->opaque;
}

#endif
