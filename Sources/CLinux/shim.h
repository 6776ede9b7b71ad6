// Calls of the Linux kernel that the module map of Glibc leaves out.
#ifndef HEARTCAM_CLINUX_SHIM_H
#define HEARTCAM_CLINUX_SHIM_H

#include <stddef.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// Stands in for tee(2): copies up to `count` bytes from one pipe to another and leaves them in the
// first. Returns the number of bytes, or -1 with errno. syscall() is variadic.
static inline ssize_t heartcam_tee(int from, int to, size_t count) {
  return syscall(SYS_tee, from, to, count, 0);
}

// Creates a counter that poll(2) can wait for. Reading and writing it never block. Returns -1 with
// errno if it fails.
static inline int heartcam_eventfd(void) {
  return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
}

#endif
