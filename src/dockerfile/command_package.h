/*
 * command_package.h - packages that one command installs or removes.
 *
 * Shape:   words that are not decided are those that they can be.
 * Owner:   the arena of struct apply.
 * Errors:  none; what may be installed or removed is a gap.
 * Source:  dockerfile.md D3; apt-get(8), dnf(8), zypper(8), dpkg(1), rpm(8).
 */
#ifndef DOCKERFILE_COMMAND_PACKAGE_H
#define DOCKERFILE_COMMAND_PACKAGE_H

#include "dockerfile/command.h"

/* One command of a manager. */
struct task {
	struct apply *ap;
	const struct command *c;
	enum manager manager;
	bool fragile; /* fails when there is nothing to remove */
};

void may_bring(const struct task *t, struct str what);
void install_all(const struct task *t, struct values words);
void remove_all(const struct task *t, struct values words);

#endif
