// Calls of the Linux kernel that the module map of Glibc leaves out.
#ifndef HEARTCAM_CLINUX_SHIM_H
#define HEARTCAM_CLINUX_SHIM_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
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

// Stands in for wcwidth(3), which the C library's header shows to X/Open programs alone: the cells of a terminal that a
// character takes in this thread's locale, -1 if that is not known.
static inline int heartcam_cell_count(uint32_t character) {
  extern int wcwidth(wchar_t);
  return wcwidth((wchar_t)character);
}

// The number of processors that this process may run on; 0 if that is not known.
static inline int heartcam_processor_count(void) {
  unsigned long set[128] = {0};
  if (syscall(SYS_sched_getaffinity, 0, sizeof set, set) <= 0) return 0;
  int count = 0;
  for (size_t index = 0; index < 128; index++) count += __builtin_popcountl(set[index]);
  return count;
}

// Makes two connected sockets that keep messages apart, which a new program does not inherit. Returns 0, or -1
// with errno.
static inline int heartcam_packet_sockets(int ends[2]) {
  return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends);
}

// Sends a message, and an open descriptor with it unless that is negative. The macros of control messages stand
// behind sendmsg(2). Returns the number of bytes, or -1 with errno.
static inline ssize_t heartcam_send_packet(int socket, const void *bytes, size_t count, int descriptor) {
  struct iovec part = {(void *)bytes, count};
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int))];
  } control;
  struct msghdr message = {0};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (descriptor >= 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL);
}

// Receives a message, and the descriptor that came with it (-1 if none did). With `descriptor` NULL the kernel closes
// what comes. A message that is longer than the memory gives EMSGSIZE. Returns the number of bytes, 0 at the end, or -1
// with errno.
static inline ssize_t heartcam_receive_packet(
    int socket, void *bytes, size_t count, int *descriptor, int waits) {
  struct iovec part = {bytes, count};
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int))];
  } control;
  struct msghdr message = {0};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (descriptor) {
    *descriptor = -1;
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
  }
  ssize_t got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | (waits ? 0 : MSG_DONTWAIT));
  if (got < 0) return -1;
  if (descriptor) {
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
      memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
  }
  if (message.msg_flags & MSG_TRUNC) {
    if (descriptor && *descriptor >= 0) close(*descriptor);
    errno = EMSGSIZE;
    return -1;
  }
  return got;
}

// Closes every descriptor from `first` on. syscall() is variadic, and older kernels have no close_range(2).
static inline void heartcam_close_from(int first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, first, ~0U, 0) == 0) return;
#endif
  long limit = sysconf(_SC_OPEN_MAX);
  if (limit < 0 || limit > 65536) limit = 65536;
  for (int number = first; number < limit; number++) close(number);
}

// Stands in for fstat(3), which the C library makes of a call that could also look at a path: a filter of calls
// allows this one alone. `status` is a struct stat. Returns 0, or -1 with errno.
static inline int heartcam_fstat(int descriptor, void *status) {
  return (int)syscall(SYS_fstat, descriptor, status);
}

// CLONE_THREAD, which the C library's header shows to GNU programs alone.
static const unsigned heartcam_clone_thread = 0x00010000;

// Gives up, for good, every capability of this thread, and the user and groups if it is the superuser and may do so: it
// is nobody then. The user stays if the outer side, which has the same rights, could not end a process of another user,
// or if the namespace knows no nobody. Meant for a process of one thread. Returns 0, or -1 with errno. The C library has no
// capset(2).
static inline int heartcam_give_up_root(void) {
  struct { uint32_t version; int process; } head = {0x20080522, 0};
  struct { uint32_t effective, permitted, inheritable; } sets[2];
  if (syscall(SYS_capget, &head, sets) != 0) return -1;
  // CAP_KILL, CAP_SETGID and CAP_SETUID.
  const uint32_t needed = 1u << 5 | 1u << 6 | 1u << 7;
  const unsigned nobody = 65534;
  if (geteuid() == 0 && (sets[0].effective & needed) == needed && syscall(SYS_setgroups, 0, (void *)0) == 0 &&
      syscall(SYS_setresgid, nobody, nobody, nobody) == 0)
    (void)syscall(SYS_setresuid, nobody, nobody, nobody);
  memset(sets, 0, sizeof sets);
  head.process = 0;
  return (int)syscall(SYS_capset, &head, sets);
}

// Forbids this process to gain rights by what it starts. Returns 0, or -1 with errno. prctl() is variadic.
static inline int heartcam_renounce_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

// The version of Landlock that the kernel has; -1 with errno if it has none or it is switched off. The C library has no
// function for these calls, and Debian 12's header lacks the newer rights.
static inline int heartcam_landlock_version(void) {
  return (int)syscall(444, (void *)0, (size_t)0, 1U);
}

// Takes from this process, for good, every right that this version of Landlock knows: to any file or folder, to TCP
// ports, to abstract sockets and to signals to others. Returns 0, or -1 with errno.
static inline int heartcam_landlock_forbid_all(int version) {
  struct {
    uint64_t files, ports, scopes;
  } rights = {0, 0, 0};
  // Rights to files: 13 in version 1, REFER, TRUNCATE and IOCTL_DEV since 2, 3 and 5.
  int count = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
  rights.files = (UINT64_C(1) << count) - 1;
  if (version >= 4) rights.ports = 3;
  if (version >= 6) rights.scopes = 3;
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  int rules = (int)syscall(444, &rights, size, 0U);
  if (rules < 0) return -1;
  int result = (int)syscall(446, rules, 0U);
  int code = errno;
  close(rules);
  errno = code;
  return result;
}

// What dladdr(3) finds out about an address: first the file of the library that it is in. The C library hides it behind
// _GNU_SOURCE, which the module map of Glibc is read without.
struct heartcam_library {
  const char *path;
  void *base;
  const char *symbol;
  void *address;
};
int heartcam_find_library(const void *address, struct heartcam_library *library) __asm__("dladdr");

#endif
