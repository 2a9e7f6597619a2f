/*
 * check.h - what BuildKit refuses in an instruction that it could parse.
 *
 * Shape:   one instruction at a time: its flags, how many arguments it has,
 *          and what they are.
 * Units:   -
 * Owner:   nobody.
 * Errors:  FORMAT with "line N: …" and what would be right.
 * Source:  moby/buildkit, frontend/dockerfile/instructions/parse.go.
 */
#ifndef DOCKERFILE_CHECK_H
#define DOCKERFILE_CHECK_H

#include "base/err.h"
#include "dockerfile/instr.h"

int instr_check(const struct instr *i, struct err *err);

#endif
