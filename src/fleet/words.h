/*
 * words.h - what a profile may say in words.
 *
 * Shape:   enumerations with tables of their names.
 * Owner:   -
 * Errors:  none.
 * Source:  architecture.md 6.1.
 */
#ifndef FLEET_WORDS_H
#define FLEET_WORDS_H

enum engine {
	ENGINE_UNKNOWN,
	ENGINE_DOCKER,
	ENGINE_CONTAINERD,
	ENGINE_CRIO,
	ENGINE_PODMAN,
	ENGINE_APPTAINER,
	ENGINE_ENROOT,
	ENGINE_N
};

/* In these tables of words [0] is NULL where the value means "not said". */
extern const char *const engine_names[ENGINE_N];

enum host_os { HOST_LINUX, HOST_WSL2, HOST_OS_N };
extern const char *const host_os_names[HOST_OS_N];

enum host_family { FAMILY_UNKNOWN, FAMILY_DEBIAN, FAMILY_RHEL, FAMILY_N };
extern const char *const host_family_names[FAMILY_N];

enum fabric { FABRIC_UNKNOWN, FABRIC_OK, FABRIC_DOWN, FABRIC_N };
extern const char *const fabric_names[FABRIC_N];

enum visible { VISIBLE_UNKNOWN, VISIBLE_ONE, VISIBLE_ALL, VISIBLE_N };
extern const char *const visible_names[VISIBLE_N];

#endif
