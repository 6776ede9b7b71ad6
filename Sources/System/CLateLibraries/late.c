#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <libavcodec/version.h>
#include <libavformat/version.h>
#include <libavutil/version.h>
#include <libswresample/version.h>
#include <libswscale/version.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "late.h"

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

// Of the version whose headers this was compiled with.
static const char *const names[LATE_COUNT] = {
    [LATE_avformat] = "libavformat.so." TEXT(LIBAVFORMAT_VERSION_MAJOR),
    [LATE_avcodec] = "libavcodec.so." TEXT(LIBAVCODEC_VERSION_MAJOR),
    [LATE_avutil] = "libavutil.so." TEXT(LIBAVUTIL_VERSION_MAJOR),
    [LATE_swscale] = "libswscale.so." TEXT(LIBSWSCALE_VERSION_MAJOR),
    [LATE_swresample] = "libswresample.so." TEXT(LIBSWRESAMPLE_VERSION_MAJOR),
    [LATE_cairo] = "libcairo.so.2",
    [LATE_freetype] = "libfreetype.so.6",
    [LATE_gnutls] = "libgnutls.so.30",
    [LATE_microhttpd] = "libmicrohttpd.so.12",
    [LATE_pq] = "libpq.so.5",
    [LATE_qrencode] = "libqrencode.so.4",
    [LATE_v4l2] = "libv4l2.so.0",
};

// Any thread may bind; two that bind at once find the same.
static _Atomic(void *) handles[LATE_COUNT];

// What a stub knows of its function: where it is, once it is bound, and what it is called.
struct heartcam_late_function {
  _Atomic(void *) address;
  uint8_t library;
  char name[];
};

// As the system's loader does where a library is missing.
static _Noreturn void give_up(void) {
  const char *reason = dlerror();
  fprintf(stderr, "%s: error while loading shared libraries: %s\n", program_invocation_short_name,
          reason ? reason : "out of memory");
  _exit(127);
}

static void *library(unsigned number) {
  void *handle = atomic_load_explicit(&handles[number], memory_order_acquire);
  if (handle) return handle;
  handle = dlopen(names[number], RTLD_LAZY | RTLD_LOCAL);
  if (!handle) give_up();
  atomic_store_explicit(&handles[number], handle, memory_order_release);
  return handle;
}

// Finds the function of a stub; only bind.S calls it.
__attribute__((visibility("hidden"))) void *heartcam_bind(struct heartcam_late_function *function) {
  // A stub is called in the place of a function, between a call that fails and a look at errno.
  int code = errno;
  void *address = dlsym(library(function->library), function->name);
  if (!address) give_up();
  atomic_store_explicit(&function->address, address, memory_order_release);
  errno = code;
  return address;
}
