/*
 * torch.h - builds of PyTorch.
 *
 * Shape:   rows of rules/torch.json.
 * Units:   architectures as "sm_86", "compute_86".
 * Owner:   the arena of struct know; const for everyone.
 * Errors:  a look-up that knows nothing gives NULL or an empty str.
 * Source:  each row's "source".
 */
#ifndef KNOW_TORCH_H
#define KNOW_TORCH_H

#include "know/row.h"

struct torch_build {          /* rules/torch.json */
	struct str version;   /* "1.12.1" */
	struct str tag;       /* "cu113", "" where wheels have none */
	struct str cuda;      /* "11.3" */
	bool pypi_default;    /* what `pip install torch` gives, Linux x86-64 */
	struct strs sass;     /* "sm_70" … x86-64 */
	struct strs ptx;      /* "compute_86" … */
	struct strs arm_sass; /* aarch64; empty: unknown */
	struct strs arm_ptx;
	struct str cudart; /* runtime wheel or bundled toolkit patch */
	struct str vision; /* torchvision of the same release; "" unknown */
	struct str audio;  /* torchaudio */
	struct str python_min, python_max; /* "3.9", inclusive */
	struct str cudnn;                  /* "9.1.0.70"; "" unknown */
	enum confidence confidence;
	struct str source;
};
struct torch_builds {
	struct torch_build *v;
	size_t n;
};

struct torch_conda {            /* builds of the conda channel pytorch */
	struct str first, last; /* torch series, "1.9" to "1.10" */
	struct str cuda;        /* "11.3" */
	struct strs sass, ptx;  /* x86-64 */
	enum confidence confidence;
	struct str source;
};
struct torch_condas {
	struct torch_conda *v;
	size_t n;
};

struct know;

/* An empty tag asks for what PyPI gives; "1.12.1+cu113" brings its own. */
const struct torch_build *know_torch(const struct know *k, struct str version,
                                     struct str tag);

#endif
