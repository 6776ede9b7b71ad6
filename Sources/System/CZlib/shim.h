// zlib's C interface, with what Swift cannot import by itself.
#ifndef HEARTCAM_CZLIB_SHIM_H
#define HEARTCAM_CZLIB_SHIM_H

#include <zlib.h>

/// Stands in for the macro inflateInit2, which adds the version and the structure's size.
static inline int heartcam_inflate_begin(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}

/// Stands in for the macro deflateInit2, with the parameters of gzip files.
static inline int heartcam_gzip_begin(z_stream *stream) {
  return deflateInit2(stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

/// The same without a frame around it, as zip entries have it.
static inline int heartcam_deflate_begin(z_stream *stream) {
  return deflateInit2(stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
}

#endif
