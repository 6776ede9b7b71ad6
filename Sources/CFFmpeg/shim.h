// The parts of FFmpeg's libraries that the package uses, with what Swift cannot import by itself.
#ifndef HEARTCAM_CFFMPEG_SHIM_H
#define HEARTCAM_CFFMPEG_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

#endif
