// libseccomp's interface, with stand-ins for the macros that Swift cannot import.
#ifndef HEARTCAM_CSECCOMP_SHIM_H
#define HEARTCAM_CSECCOMP_SHIM_H

#include <seccomp.h>
#include <stdint.h>

// SCMP_ACT_ALLOW: the call is carried out.
static inline uint32_t heartcam_seccomp_allow(void) { return SCMP_ACT_ALLOW; }

// SCMP_ACT_ERRNO(code): the call is not carried out and returns this error.
static inline uint32_t heartcam_seccomp_refuse(uint16_t code) { return SCMP_ACT_ERRNO(code); }

// SCMP_ACT_KILL_PROCESS: the call is not carried out and the kernel ends the process, as by SIGSYS.
static inline uint32_t heartcam_seccomp_kill(void) { return SCMP_ACT_KILL_PROCESS; }

#endif
