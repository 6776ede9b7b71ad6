// Video4Linux as the kernel and libv4l2 declare it, with what Swift cannot import by itself.
#ifndef HEARTCAM_CV4L2_SHIM_H
#define HEARTCAM_CV4L2_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <libv4l2.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

// Stand in for the requests' numbers: macros that call macros.
static const unsigned long heartcam_querycap = VIDIOC_QUERYCAP;
static const unsigned long heartcam_enum_fmt = VIDIOC_ENUM_FMT;
static const unsigned long heartcam_enum_framesizes = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long heartcam_enum_frameintervals = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long heartcam_s_fmt = VIDIOC_S_FMT;
static const unsigned long heartcam_g_parm = VIDIOC_G_PARM;
static const unsigned long heartcam_s_parm = VIDIOC_S_PARM;
static const unsigned long heartcam_reqbufs = VIDIOC_REQBUFS;
static const unsigned long heartcam_querybuf = VIDIOC_QUERYBUF;
static const unsigned long heartcam_qbuf = VIDIOC_QBUF;
static const unsigned long heartcam_dqbuf = VIDIOC_DQBUF;
static const unsigned long heartcam_streamon = VIDIOC_STREAMON;
static const unsigned long heartcam_streamoff = VIDIOC_STREAMOFF;
static const unsigned long heartcam_queryctrl = VIDIOC_QUERYCTRL;
static const unsigned long heartcam_querymenu = VIDIOC_QUERYMENU;
static const unsigned long heartcam_g_ctrl = VIDIOC_G_CTRL;
static const unsigned long heartcam_s_ctrl = VIDIOC_S_CTRL;

// Stands in for MAP_FAILED, a macro with a cast.
static inline int heartcam_is_map_failed(const void *address) { return address == MAP_FAILED; }

// Stand in for ioctl(2), v4l2_open() and v4l2_ioctl(), which are variadic.
static inline int heartcam_ioctl(int descriptor, unsigned long request, void *argument) {
  return ioctl(descriptor, request, argument);
}
static inline int heartcam_v4l2_open(const char *path, int flags) { return v4l2_open(path, flags, 0); }
static inline int heartcam_v4l2_ioctl(int descriptor, unsigned long request, void *argument) {
  return v4l2_ioctl(descriptor, request, argument);
}

#endif
