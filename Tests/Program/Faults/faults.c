// Makes one call of a program fail: preloaded, it stands before the C library.
//
// FAULT_STATE names a file of `struct state`, which all processes of a run share: how often each call was made. FAULT_PLAN is
// "CALL NTH CODE LASTING": the NTH call of that kind fails with the error CODE; with LASTING 1 so do all after it. CODE 0
// makes a read or a write take a single byte. For the clock CODE is the seconds by which it jumps, for good.
//
// Counted are calls for regular files, pipes and sockets that the kinds below name. Standard error is left alone: a program that
// cannot say what happened cannot be judged by what it says.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <dirent.h>
#include <time.h>
#include <unistd.h>

// The order is FaultCall's.
enum call {
  OPEN, CREATE, READ, WRITE, SYNC, RENAME, TRUNCATE, FOLDER, STATUS, REMOVE, LOCK, TAKE_LOCK, LIST, MAP, LIBRARY_MEMORY,
  OWN_MEMORY, POLL, ACCEPT, RECEIVE, SEND, CONNECTION, SPAWN, THREAD, CLOCK, CALLS
};

static const char *const names[CALLS] = {
  "open", "create", "read", "write", "sync", "rename", "truncate", "folder", "status", "remove", "lock", "take-lock", "list",
  "map", "library-memory", "own-memory", "poll", "accept", "receive", "send", "connection", "spawn", "thread", "clock"
};

struct state {
  _Atomic uint64_t made[CALLS];
  _Atomic uint64_t failed;
};

static struct state *state;
static int planned = -1, code, lasting;
static uint64_t nth;

// The C libraries that answer for memory they do not get. All other memory is counted as the program's own: what Swift asks for,
// and fontconfig, which reads what it did not get.
static struct { uintptr_t from, to; } libraries[64];
static int library_count;

static int note_library(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  static const char *const theirs[] = {
    "libsqlite3", "libav", "libsw", "libmicrohttpd", "libcairo", "libpq", "libz.", "libpixman"
  };
  const char *file = strrchr(info->dlpi_name, '/');
  file = file ? file + 1 : info->dlpi_name;
  if (strncmp(file, "libswift", 8) == 0) return 0;
  for (size_t i = 0; i < sizeof theirs / sizeof *theirs; i++) {
    if (strncmp(file, theirs[i], strlen(theirs[i])) != 0) continue;
    for (int p = 0; p < info->dlpi_phnum && library_count < 64; p++) {
      if (info->dlpi_phdr[p].p_type != PT_LOAD || !(info->dlpi_phdr[p].p_flags & PF_X)) continue;
      libraries[library_count].from = info->dlpi_addr + info->dlpi_phdr[p].p_vaddr;
      libraries[library_count++].to = info->dlpi_addr + info->dlpi_phdr[p].p_vaddr + info->dlpi_phdr[p].p_memsz;
    }
  }
  return 0;
}

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULT_STATE"), *plan = getenv("FAULT_PLAN");
  if (!path) return;
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
  if (file < 0) return;
  void *memory = (void *)syscall(
    SYS_mmap, NULL, sizeof(struct state), (long)(PROT_READ | PROT_WRITE), (long)MAP_SHARED, (long)file, 0L);
  syscall(SYS_close, file);
  if (memory == MAP_FAILED) return;
  char name[32] = "";
  unsigned long long at = 0;
  if (plan && sscanf(plan, "%31s %llu %d %d", name, &at, &code, &lasting) == 4) {
    for (int i = 0; i < CALLS; i++) if (strcmp(name, names[i]) == 0) planned = i;
  }
  nth = at;
  dl_iterate_phdr(note_library, NULL);
  state = memory;
}

// Whether this call of its kind is to fail.
static int fails(enum call call) {
  struct state *shared = state;
  if (!shared) return 0;
  uint64_t count = atomic_fetch_add(&shared->made[call], 1) + 1;
  if ((int)call != planned || (lasting ? count < nth : count != nth)) return 0;
  atomic_fetch_add(&shared->failed, 1);
  errno = code;
  return 1;
}

static mode_t kind(int file) {
  struct stat status;
  return syscall(SYS_fstat, file, &status) == 0 ? status.st_mode & S_IFMT : 0;
}

// A connection that fails is broken for both ends: without that, the other would wait for what was never sent.
static int breaks(enum call call, int file) {
  if (!fails(call)) return 0;
  if (code == 0) return 0;
  int kept = errno;
  syscall(SYS_shutdown, file, SHUT_RDWR);
  errno = kept;
  return 1;
}

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

// MARK: Files

#define OPENING(name, parameters, arguments) \
  int name parameters { \
    REAL(name); \
    mode_t mode = 0; \
    if (flags & (O_CREAT | __O_TMPFILE)) { \
      va_list more; \
      va_start(more, flags); \
      mode = va_arg(more, mode_t); \
      va_end(more); \
    } \
    if (fails(OPEN)) return -1; \
    if ((flags & O_CREAT) && fails(CREATE)) return -1; \
    return real arguments; \
  }
OPENING(open, (const char *path, int flags, ...), (path, flags, mode))
OPENING(open64, (const char *path, int flags, ...), (path, flags, mode))
OPENING(openat, (int at, const char *path, int flags, ...), (at, path, flags, mode))
OPENING(openat64, (int at, const char *path, int flags, ...), (at, path, flags, mode))

#define FAILED_PART(call) (fails(call) && (code != 0 || (count = count > 1 ? 1 : count, 0)))
#define BROKEN_PART(call) FAILED_PART(call) && (syscall(SYS_shutdown, file, SHUT_RDWR), errno = code, 1)

ssize_t read(int file, void *memory, size_t count) {
  REAL(read);
  mode_t of = kind(file);
  if (of == S_IFREG || of == S_IFIFO) { if (FAILED_PART(READ)) return -1; }
  else if (of == S_IFSOCK && (BROKEN_PART(RECEIVE))) return -1;
  return real(file, memory, count);
}

#define READING(name, offset_type) \
  ssize_t name(int file, void *memory, size_t count, offset_type offset) { \
    REAL(name); \
    if (FAILED_PART(READ)) return -1; \
    return real(file, memory, count, offset); \
  }
READING(pread, off_t)
READING(pread64, off64_t)

ssize_t write(int file, const void *memory, size_t count) {
  REAL(write);
  mode_t of = file == STDERR_FILENO ? 0 : kind(file);
  if (of == S_IFREG || of == S_IFIFO) { if (FAILED_PART(WRITE)) return -1; }
  else if (of == S_IFSOCK && (BROKEN_PART(SEND))) return -1;
  return real(file, memory, count);
}

#define WRITING(name, offset_type) \
  ssize_t name(int file, const void *memory, size_t count, offset_type offset) { \
    REAL(name); \
    if (FAILED_PART(WRITE)) return -1; \
    return real(file, memory, count, offset); \
  }
WRITING(pwrite, off_t)
WRITING(pwrite64, off64_t)

#define FORWARD(call, type, name, parameters, arguments, failure) \
  type name parameters { \
    REAL(name); \
    if (fails(call)) return failure; \
    return real arguments; \
  }
FORWARD(SYNC, int, fsync, (int file), (file), -1)
FORWARD(SYNC, int, fdatasync, (int file), (file), -1)
FORWARD(RENAME, int, rename, (const char *from, const char *to), (from, to), -1)
FORWARD(RENAME, int, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to), -1)
FORWARD(RENAME, int, renameat2, (int a, const char *from, int b, const char *to, unsigned f), (a, from, b, to, f), -1)
FORWARD(RENAME, int, link, (const char *from, const char *to), (from, to), -1)
FORWARD(RENAME, int, linkat, (int a, const char *from, int b, const char *to, int f), (a, from, b, to, f), -1)
FORWARD(TRUNCATE, int, ftruncate, (int file, off_t length), (file, length), -1)
FORWARD(TRUNCATE, int, ftruncate64, (int file, off64_t length), (file, length), -1)
FORWARD(FOLDER, int, mkdir, (const char *path, mode_t mode), (path, mode), -1)
FORWARD(FOLDER, int, mkdirat, (int at, const char *path, mode_t mode), (at, path, mode), -1)
FORWARD(FOLDER, char *, mkdtemp, (char *path), (path), NULL)
FORWARD(STATUS, int, stat, (const char *path, struct stat *status), (path, status), -1)
FORWARD(STATUS, int, lstat, (const char *path, struct stat *status), (path, status), -1)
FORWARD(STATUS, int, fstat, (int file, struct stat *status), (file, status), -1)
FORWARD(STATUS, int, stat64, (const char *path, struct stat64 *status), (path, status), -1)
FORWARD(STATUS, int, lstat64, (const char *path, struct stat64 *status), (path, status), -1)
FORWARD(STATUS, int, fstat64, (int file, struct stat64 *status), (file, status), -1)
FORWARD(REMOVE, int, unlink, (const char *path), (path), -1)
FORWARD(LIST, DIR *, opendir, (const char *path), (path), NULL)

// Another program has the lock: only who asks for a lock without waiting for it is told so.
static int is_taken(int asks) { return asks && fails(TAKE_LOCK); }

int flock(int file, int operation) {
  REAL(flock);
  if (fails(LOCK) || is_taken((operation & LOCK_NB) && !(operation & LOCK_UN))) return -1;
  return real(file, operation);
}

#define CONTROL(name) \
  int name(int file, int order, ...) { \
    REAL(name); \
    va_list more; \
    va_start(more, order); \
    void *argument = va_arg(more, void *); \
    va_end(more); \
    if ((order == F_SETLK || order == F_SETLKW) && fails(LOCK)) return -1; \
    if (is_taken(order == F_SETLK && ((struct flock *)argument)->l_type != F_UNLCK)) return -1; \
    return real(file, order, argument); \
  }
CONTROL(fcntl)
CONTROL(fcntl64)

// MARK: Memory

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static int lacks_memory(const void *caller) {
  if (!state) return 0;
  for (int i = 0; i < library_count; i++) {
    if ((uintptr_t)caller >= libraries[i].from && (uintptr_t)caller < libraries[i].to) return fails(LIBRARY_MEMORY);
  }
  return fails(OWN_MEMORY);
}
#define LACKS_MEMORY lacks_memory(__builtin_return_address(0))

void *malloc(size_t size) { return LACKS_MEMORY ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return LACKS_MEMORY ? NULL : __libc_calloc(count, size); }
void *realloc(void *memory, size_t size) { return LACKS_MEMORY ? NULL : __libc_realloc(memory, size); }
int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (LACKS_MEMORY) return ENOMEM;
  void *made = __libc_memalign(alignment, size);
  if (!made) return ENOMEM;
  *memory = made;
  return 0;
}

#define MAPPING(name, offset_type) \
  void *name(void *at, size_t length, int protection, int flags, int file, offset_type offset) { \
    REAL(name); \
    if (fails(MAP)) return MAP_FAILED; \
    return real(at, length, protection, flags, file, offset); \
  }
MAPPING(mmap, off_t)
MAPPING(mmap64, off64_t)

// MARK: Connections, processes, threads

FORWARD(POLL, int, poll, (struct pollfd *files, nfds_t count, int limit), (files, count, limit), -1)
FORWARD(ACCEPT, int, accept, (int file, struct sockaddr *from, socklen_t *size), (file, from, size), -1)
FORWARD(ACCEPT, int, accept4, (int file, struct sockaddr *from, socklen_t *size, int flags), (file, from, size, flags), -1)
ssize_t recv(int file, void *memory, size_t count, int flags) {
  REAL(recv);
  if ((BROKEN_PART(RECEIVE))) return -1;
  return real(file, memory, count, flags);
}
ssize_t send(int file, const void *memory, size_t count, int flags) {
  REAL(send);
  if ((BROKEN_PART(SEND))) return -1;
  return real(file, memory, count, flags);
}
ssize_t recvmsg(int file, struct msghdr *message, int flags) {
  REAL(recvmsg);
  if (breaks(RECEIVE, file)) return -1;
  return real(file, message, flags);
}
ssize_t sendmsg(int file, const struct msghdr *message, int flags) {
  REAL(sendmsg);
  if (breaks(SEND, file)) return -1;
  return real(file, message, flags);
}
FORWARD(CONNECTION, int, socket, (int domain, int type, int protocol), (domain, type, protocol), -1)
FORWARD(CONNECTION, int, socketpair, (int domain, int type, int protocol, int ends[2]), (domain, type, protocol, ends), -1)
FORWARD(CONNECTION, int, pipe, (int ends[2]), (ends), -1)
FORWARD(CONNECTION, int, pipe2, (int ends[2], int flags), (ends, flags), -1)
int eventfd(unsigned value, int flags) {
  REAL(eventfd);
  // libdispatch traps if it gets no descriptor for its event loop; a program that uses it cannot prevent that.
  Dl_info caller;
  int isDispatch = dladdr(__builtin_return_address(0), &caller) && strstr(caller.dli_fname, "libdispatch") != NULL;
  if (!isDispatch && fails(CONNECTION)) return -1;
  return real(value, flags);
}
FORWARD(
  SPAWN, int, posix_spawn,
  (pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
   char *const words[], char *const environment[]),
  (pid, path, actions, attributes, words, environment), code)
FORWARD(
  THREAD, int, pthread_create, (pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument),
  (thread, attributes, body, argument), code)

// MARK: The clock

static time_t jump(void) {
  if (!state || planned != CLOCK) { if (state) fails(CLOCK); return 0; }
  uint64_t count = atomic_fetch_add(&state->made[CLOCK], 1) + 1;
  if (count < nth) return 0;
  atomic_fetch_add(&state->failed, 1);
  return code;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  REAL(clock_gettime);
  int result = real(clock, now);
  if (clock == CLOCK_REALTIME && result == 0) now->tv_sec += jump();
  return result;
}
int gettimeofday(struct timeval *now, void *zone) {
  REAL(gettimeofday);
  int result = real(now, zone);
  if (result == 0) now->tv_sec += jump();
  return result;
}
time_t time(time_t *now) {
  struct timespec moment;
  clock_gettime(CLOCK_REALTIME, &moment);
  if (now) *now = moment.tv_sec;
  return moment.tv_sec;
}
