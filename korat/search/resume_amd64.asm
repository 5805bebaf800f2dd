#include "textflag.h"
#include "funcdata.h"

// The fields of a snapshot.
#define LOW 0
#define SIZE 8
#define FRAME 16
#define DATA 24
#define HIGH 32
#define OVER 40

// COPY copies CX bytes, a multiple of 8, from SI to DI. It changes SI, DI, CX, R10, X0 and X1.
#define COPY \
	TESTQ $8, CX \
	JEQ   6(PC) \
	MOVQ  (SI), R10 \
	MOVQ  R10, (DI) \
	ADDQ  $8, SI \
	ADDQ  $8, DI \
	SUBQ  $8, CX \
	TESTQ $16, CX \
	JEQ   6(PC) \
	MOVOU (SI), X0 \
	MOVOU X0, (DI) \
	ADDQ  $16, SI \
	ADDQ  $16, DI \
	SUBQ  $16, CX \
	TESTQ CX, CX \
	JEQ   9(PC) \
	MOVOU (SI), X0 \
	MOVOU 16(SI), X1 \
	MOVOU X0, (DI) \
	MOVOU X1, 16(DI) \
	ADDQ  $32, SI \
	ADDQ  $32, DI \
	SUBQ  $32, CX \
	JNE   -7(PC)

// GOON has the run go on whose snapshot AX points to.
#define GOON \
	MOVQ LOW(AX), DI \
	MOVQ DI, R8 \
	MOVQ SIZE(AX), CX \
	MOVQ DATA(AX), SI \
	MOVQ FRAME(AX), R9 \
	MOVQ OVER(AX), R11 \
	COPY \
	MOVQ R9, BP \
	TESTQ R11, R11 \
	JNE  2(PC) \
	MOVB $1, 16(R8) \
	MOVQ 0(R8), AX \
	LEAQ 8(R8), SP \
	JMP AX

// func ttfintEnter(high, s unsafe.Pointer) bool
TEXT ·ttfintEnter(SB), 0, $8-17
	GO_ARGS
	NO_LOCAL_POINTERS
	MOVQ s+8(FP), AX
	MOVQ SP, DX
	TESTQ AX, AX
	JNE again
	MOVQ high+0(FP), CX
	MOVQ DX, (CX)
	CALL ·ttfintAsk(SB)
	MOVB $1, ret+16(FP)
	RET
again:
	CMPQ HIGH(AX), DX
	JEQ there
	MOVB $0, ret+16(FP)
	RET
there:
	GOON

// func ttfintJump(s unsafe.Pointer)
TEXT ·ttfintJump(SB), NOSPLIT, $0-8
	NO_LOCAL_POINTERS
	MOVQ s+0(FP), AX
	GOON

// func ttfintCapture(s unsafe.Pointer) bool
TEXT ·ttfintCapture(SB), NOSPLIT, $0-9
	NO_LOCAL_POINTERS
	MOVQ s+0(FP), AX
	MOVB $0, ret+8(FP)
	MOVQ SP, SI
	MOVQ BP, R8
	MOVQ OVER(AX), DX
	TESTQ DX, DX
	JEQ here
up:
	CMPQ R8, DX
	JHI found
	MOVQ (R8), R8
	JMP up
found:
	LEAQ 8(R8), SI
	MOVQ (R8), R8
here:
	MOVQ SI, LOW(AX)
	MOVQ R8, FRAME(AX)
	MOVQ HIGH(AX), CX
	SUBQ SI, CX
	MOVQ CX, SIZE(AX)
	MOVQ DATA(AX), DI
	COPY
	RET
