// The parts of FFmpeg's libraries that the package uses, with what Swift cannot import by itself.
#ifndef HEARTCAM_CFFMPEG_SHIM_H
#define HEARTCAM_CFFMPEG_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/murmur3.h>
#include <libavutil/opt.h>
#include <libavutil/parseutils.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <errno.h>

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

#endif
