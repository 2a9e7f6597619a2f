/*
 * install_commands.h - the commands that install Python distributions.
 *
 * Shape:   one function for each program; rows of python_commands[].
 * Owner:   as apply.h.
 * Errors:  none; what can't be known is a gap.
 * Source:  dockerfile.md C2; the programs' own documentation.
 */
#ifndef DOCKERFILE_INSTALL_COMMANDS_H
#define DOCKERFILE_INSTALL_COMMANDS_H

#include "dockerfile/install_plan.h"

/* Index of the first word that is no option; 0: there is none. */
size_t install_subcommand(const struct command *c, size_t from,
                          struct text *name);
/* Words from first on are distributions that go. */
void install_uninstall(struct apply *ap, const struct command *c, size_t first);

void install_pip(struct apply *ap, const struct command *c);
void install_python(struct apply *ap, const struct command *c);
void install_uv(struct apply *ap, const struct command *c);
void install_uv_from(struct apply *ap, const struct command *c, size_t from);
void install_poetry(struct apply *ap, const struct command *c);
void install_pdm(struct apply *ap, const struct command *c);
void install_pipenv(struct apply *ap, const struct command *c);
void install_conda(struct apply *ap, const struct command *c);

#endif
