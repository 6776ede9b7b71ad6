import CLinux
import CSeccomp
import Glibc

/// The system calls that a locked process may make, as a filter of libseccomp.
///
/// There are three answers. Calls that decoding needs are carried out. Calls that decoders and
/// libraries try for optional things, such as opening a font, return `EPERM`, with which they
/// continue. Calls that none of them has a reason for end the process: the kernel does that itself,
/// as by SIGSYS, so that code in control of the process cannot continue with a handler.
enum CallFilter {
  /// Memory, time, threads, reading, and the socket to the outer side. On some machines a call has no
  /// number, or another one does its work; such names are left out.
  static let allowed = [
    "read", "readv", "pread64", "preadv", "write", "writev", "lseek", "_llseek", "fstat", "close",
    "poll", "ppoll", "pipe", "pipe2", "tee", "recvmsg", "sendmsg", "sendto",
    "brk", "munmap", "mremap", "madvise",
    "futex", "set_robust_list", "rseq", "set_tid_address", "membarrier", "sched_yield",
    "sched_getaffinity", "sched_getparam", "sched_getscheduler", "getcpu", "gettid", "getpid",
    "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time",
    "alarm", "setitimer", "getrusage", "sysinfo", "getrandom", "restart_syscall",
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "exit", "exit_group",
  ]

  /// Calls that end the process: connections, other programs and processes, and everything that
  /// reaches into other processes or the system.
  static let fatal = [
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "socketcall",
    "execve", "execveat", "fork", "vfork",
    "kill", "tkill", "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_open",
    "pidfd_getfd", "pidfd_send_signal", "bpf", "add_key", "request_key", "keyctl",
    "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register",
    "perf_event_open", "mount", "umount2", "pivot_root", "chroot", "unshare", "setns",
    "open_by_handle_at", "init_module", "finit_module", "delete_module", "kexec_load",
    "kexec_file_load", "reboot", "swapon", "setuid", "setgid", "setresuid", "setresgid",
  ]

  /// Puts the filter on this thread, for good. Threads that it starts later inherit it.
  /// - Returns: 0, or the system's number of the error.
  static func load() -> Int32 {
    guard let filter = seccomp_init(heartcam_seccomp_refuse(UInt16(EPERM))) else { return ENOMEM }
    defer { seccomp_release(filter) }
    var code: Int32 = 0
    func add(_ action: UInt32, _ name: String, _ conditions: [scmp_arg_cmp] = []) {
      let number = seccomp_syscall_resolve_name(name)
      // A negative number is a call that this machine does not have.
      guard number >= 0, code == 0 else { return }
      code = -conditions.withUnsafeBufferPointer {
        seccomp_rule_add_array(filter, action, number, UInt32($0.count), $0.baseAddress)
      }
    }
    let (allow, kill) = (heartcam_seccomp_allow(), heartcam_seccomp_kill())
    for name in allowed { add(allow, name) }
    // Memory, but none that holds a program, and none that the limit does not count: it does not
    // cover memory that is shared or grows like a stack.
    let noProgram = masked(2, UInt64(PROT_EXEC), 0)
    let kinds = UInt64(MAP_TYPE | MAP_GROWSDOWN)
    add(allow, "mmap", [noProgram, masked(3, kinds, UInt64(MAP_PRIVATE))])
    add(allow, "mprotect", [noProgram])
    // Descriptors may be doubled and their flags read and set. None may send signals to others (F_SETOWN, F_SETSIG,
    // O_ASYNC) or delay programs that open its file (F_SETLEASE).
    func command(_ value: Int32) -> scmp_arg_cmp { masked(1, 0xFFFF_FFFF, UInt64(value)) }
    for value in [F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL] {
      add(allow, "fcntl", [command(value)])
    }
    add(allow, "fcntl", [command(F_SETFL), masked(2, UInt64(O_ASYNC), 0)])
    // Threads of this process, which a decoder starts. The C library falls back from `clone3`, whose
    // flags lie in memory, where a filter does not see them.
    let thread = UInt64(heartcam_clone_thread)
    add(allow, "clone", [masked(0, thread, thread)])
    add(kill, "clone", [masked(0, thread, 0)])
    add(heartcam_seccomp_refuse(UInt16(ENOSYS)), "clone3")
    // A thread's name, the limits of this process, and its own end.
    add(allow, "prctl", [equal(0, UInt64(PR_SET_NAME))])
    add(allow, "prlimit64", [equal(0, 0), equal(2, 0)])
    add(allow, "tgkill", [equal(0, UInt64(getpid()))])
    for name in fatal { add(kill, name) }
    guard code == 0 else { return code }
    return -seccomp_load(filter)
  }

  /// Returns the condition that the argument of this number, with the mask, has the value.
  private static func masked(_ argument: UInt32, _ mask: UInt64, _ value: UInt64) -> scmp_arg_cmp {
    scmp_arg_cmp(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
  }

  private static func equal(_ argument: UInt32, _ value: UInt64) -> scmp_arg_cmp {
    scmp_arg_cmp(arg: argument, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
  }
}
