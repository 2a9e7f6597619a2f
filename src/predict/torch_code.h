/*
 * torch_code.h - what torch's own builds have device code for, by table.
 *
 * Shape:   by version, tag and where it is; serves where files do not say.
 * Units:   -
 * Owner:   targets in the arena of the trial.
 * Errors:  none; false is "not in the tables".
 * Source:  rules/torch.json; model 15.5.
 */
#ifndef PREDICT_TORCH_CODE_H
#define PREDICT_TORCH_CODE_H

#include "predict/trial.h"

struct torch_code {
	struct device_code code; /* no targets: not known for this CPU */
	struct str source;
	enum confidence confidence;
};

bool torch_code_of(const struct trial *t, const struct torch *torch,
                   struct torch_code *out);

#endif
