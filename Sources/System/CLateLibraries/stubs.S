// A stub for each function of functions.h, under its own name: the first call binds the function, which later
// calls jump to. Symbols are hidden, so that no library finds a stub in the place of its own function. On
// other machines there are no stubs; the program is linked with the libraries there.
#include "late.h"

#if defined(__x86_64__)

.macro late library, name
  .text
  .balign 16
  .globl \name
  .hidden \name
  .type \name, @function
\name:
  movq .Lfunction_\name(%rip), %r11
  testq %r11, %r11
  je 1f
  jmpq *%r11
1:
  leaq .Lfunction_\name(%rip), %r11
  jmp heartcam_late_stub
  .size \name, . - \name
  .data
  .balign 8
.Lfunction_\name:
  .quad 0
  .byte \library
  .asciz "\name"
.endm

// Keeps all in which arguments are passed, and rax, which counts vectors of a variadic call.
.text
.balign 16
.type heartcam_late_stub, @function
heartcam_late_stub:
  .cfi_startproc
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  subq $192, %rsp
  andq $-16, %rsp
  movq %rax, 0(%rsp)
  movq %rdi, 8(%rsp)
  movq %rsi, 16(%rsp)
  movq %rdx, 24(%rsp)
  movq %rcx, 32(%rsp)
  movq %r8, 40(%rsp)
  movq %r9, 48(%rsp)
  movaps %xmm0, 64(%rsp)
  movaps %xmm1, 80(%rsp)
  movaps %xmm2, 96(%rsp)
  movaps %xmm3, 112(%rsp)
  movaps %xmm4, 128(%rsp)
  movaps %xmm5, 144(%rsp)
  movaps %xmm6, 160(%rsp)
  movaps %xmm7, 176(%rsp)
  movq %r11, %rdi
  callq heartcam_bind
  movq %rax, %r11
  movq 0(%rsp), %rax
  movq 8(%rsp), %rdi
  movq 16(%rsp), %rsi
  movq 24(%rsp), %rdx
  movq 32(%rsp), %rcx
  movq 40(%rsp), %r8
  movq 48(%rsp), %r9
  movaps 64(%rsp), %xmm0
  movaps 80(%rsp), %xmm1
  movaps 96(%rsp), %xmm2
  movaps 112(%rsp), %xmm3
  movaps 128(%rsp), %xmm4
  movaps 144(%rsp), %xmm5
  movaps 160(%rsp), %xmm6
  movaps 176(%rsp), %xmm7
  leave
  .cfi_def_cfa %rsp, 8
  jmpq *%r11
  .cfi_endproc
.size heartcam_late_stub, . - heartcam_late_stub

#elif defined(__aarch64__)

.macro late library, name
  .text
  .balign 16
  .globl \name
  .hidden \name
  .type \name, %function
\name:
  adrp x16, .Lfunction_\name
  add x16, x16, :lo12:.Lfunction_\name
  ldr x17, [x16]
  cbz x17, 1f
  br x17
1:
  b heartcam_late_stub
  .size \name, . - \name
  .data
  .balign 8
.Lfunction_\name:
  .quad 0
  .byte \library
  .asciz "\name"
.endm

// Keeps all in which arguments are passed.
.text
.balign 16
.type heartcam_late_stub, %function
heartcam_late_stub:
  .cfi_startproc
  stp x29, x30, [sp, #-224]!
  .cfi_def_cfa_offset 224
  .cfi_offset x29, -224
  .cfi_offset x30, -216
  mov x29, sp
  stp x0, x1, [sp, #16]
  stp x2, x3, [sp, #32]
  stp x4, x5, [sp, #48]
  stp x6, x7, [sp, #64]
  str x8, [sp, #80]
  stp q0, q1, [sp, #96]
  stp q2, q3, [sp, #128]
  stp q4, q5, [sp, #160]
  stp q6, q7, [sp, #192]
  mov x0, x16
  bl heartcam_bind
  mov x17, x0
  ldp x0, x1, [sp, #16]
  ldp x2, x3, [sp, #32]
  ldp x4, x5, [sp, #48]
  ldp x6, x7, [sp, #64]
  ldr x8, [sp, #80]
  ldp q0, q1, [sp, #96]
  ldp q2, q3, [sp, #128]
  ldp q4, q5, [sp, #160]
  ldp q6, q7, [sp, #192]
  ldp x29, x30, [sp], #224
  .cfi_def_cfa_offset 0
  .cfi_restore x29
  .cfi_restore x30
  br x17
  .cfi_endproc
.size heartcam_late_stub, . - heartcam_late_stub

#endif

#if defined(__x86_64__) || defined(__aarch64__)
#define FUNCTION(library, name) late LATE_##library, name
#include "functions.h"
#endif

.section .note.GNU-stack, "", %progbits
