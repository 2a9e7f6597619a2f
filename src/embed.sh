#!/bin/sh
# usage: embed.sh NAME FILE >out.c
# Make FILE the C array embedded_NAME ('-' and '.' in NAME become '_').
set -eu
name=$(printf %s "$1" | tr '.-' '__')
cat <<EOF
#include <stddef.h>

extern const char embedded_$name[];
extern const size_t embedded_${name}_size;

const char embedded_$name[] = {
EOF
# Octal escapes have the type of a char: no warning for bytes above 127.
od -An -v -to1 "$2" | sed "s/ *\([0-7][0-7]*\)/'\\\\\1',/g"
cat <<EOF
'\\0'};
const size_t embedded_${name}_size = sizeof embedded_$name - 1;
EOF
