// Calls of the Linux kernel that the module map of Glibc leaves out.
#ifndef HEARTCAM_CLINUX_SHIM_H
#define HEARTCAM_CLINUX_SHIM_H

#include <stddef.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
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

// Has the kernel end this process when the thread that started it ends. Returns 0, or -1 with errno.
// prctl() is variadic.
static inline int heartcam_end_with_parent(void) {
  return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
}

// Makes a pipe whose ends a new program does not inherit. Returns 0, or -1 with errno.
static inline int heartcam_pipe(int ends[2]) {
  return (int)syscall(SYS_pipe2, ends, O_CLOEXEC);
}

// The number of processors that this process may run on; 0 if that is not known.
static inline int heartcam_processor_count(void) {
  unsigned long set[128] = {0};
  if (syscall(SYS_sched_getaffinity, 0, sizeof set, set) <= 0) return 0;
  int count = 0;
  for (size_t index = 0; index < 128; index++) count += __builtin_popcountl(set[index]);
  return count;
}

#endif
