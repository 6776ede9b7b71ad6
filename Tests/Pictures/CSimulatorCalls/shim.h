// Calls that the simulator of cameras needs and Swift does not see.
#ifndef HEARTCAM_CSIMULATORCALLS_SHIM_H
#define HEARTCAM_CSIMULATORCALLS_SHIM_H

#include <errno.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

// Stands in for ppoll(2), declared for GNU sources alone: waits for one of the files or until `patience` is over.
static inline int heartcam_poll(struct pollfd *files, unsigned count, struct timespec patience) {
  return (int)syscall(SYS_ppoll, files, count, &patience, NULL, 0);
}

// Stands in for wmemset(3), whose character is a C type: fills memory with a pattern of four bytes.
static inline void heartcam_fill(void *start, uint32_t pattern, size_t count) {
  wmemset((wchar_t *)start, (wchar_t)pattern, count);
}

// Stands in for the variadic ioctl(2): what the output node `device` is to be fed with. Returns 0, or -1 with errno.
//
// v4l2loopback takes a node's direction anew when its capabilities are asked for. In Debian 12's, who only writes, without
// ever starting a stream, leaves it without any at the end; Debian 13's starts with the first write, and refuses to start
// without buffers of its own.
static inline int heartcam_set_output(int device, int is_mjpeg, uint32_t width, uint32_t height,
                                      uint32_t interval_us) {
  struct v4l2_capability capability;
  int type = V4L2_BUF_TYPE_VIDEO_OUTPUT;
  struct v4l2_format format = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT};
  format.fmt.pix.width = width;
  format.fmt.pix.height = height;
  format.fmt.pix.field = V4L2_FIELD_NONE;
  format.fmt.pix.colorspace = is_mjpeg ? V4L2_COLORSPACE_JPEG : V4L2_COLORSPACE_SMPTE170M;
  format.fmt.pix.pixelformat = is_mjpeg ? V4L2_PIX_FMT_MJPEG : V4L2_PIX_FMT_YUYV;
  format.fmt.pix.bytesperline = is_mjpeg ? 0 : width * 2;
  format.fmt.pix.sizeimage = width * height * 2;
  struct v4l2_streamparm rate = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT};
  rate.parm.output.timeperframe.numerator = interval_us;
  rate.parm.output.timeperframe.denominator = 1000000;
  if (ioctl(device, VIDIOC_QUERYCAP, &capability) < 0 || ioctl(device, VIDIOC_S_FMT, &format) < 0 ||
      ioctl(device, VIDIOC_S_PARM, &rate) < 0)
    return -1;
  return ioctl(device, VIDIOC_STREAMON, &type) < 0 && errno != EINVAL ? -1 : 0;
}

#endif
