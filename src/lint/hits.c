#include "lint/hits.h"

bool run_fails(const struct run *run)
{
	switch (run->outcome) {
	case OUT_UNKNOWN:
		return run->fails;
	case OUT_OK:
	case OUT_DEPENDS:
	case OUT_N:
		return false;
	case OUT_REFUSED:
	case OUT_NO_GPU:
	case OUT_WRONG_ARCH:
	case OUT_34:
	case OUT_35:
	case OUT_36:
	case OUT_100:
	case OUT_209:
	case OUT_221:
	case OUT_222:
	case OUT_802:
	case OUT_803:
	case OUT_804:
		break;
	}
	return true;
}

/* The words of the program that refuses; model 2.5, 2.2, 3.2, 5.3, 5.4. */
static enum cause cause_of_refusal(struct str message)
{
	const struct {
		struct str words;
		enum cause cause;
	} table[] = {
		{STR("unsatisfied condition"), CAUSE_GATE},
		{STR("requirements not met"), CAUSE_GATE},
		{STR("invalid expression"), CAUSE_GATE_INVALID},
		{STR("unsupported capabilities"), CAUSE_CAPABILITY},
		{STR("invalid CUDA version"), CAUSE_CUDA_VERSION},
		{STR("compat library"), CAUSE_COMPAT_SPLIT},
		{STR("file exists"), CAUSE_MOUNT_CLASH},
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (str_contains(message, table[i].words))
			return table[i].cause;
	return CAUSE_OTHER;
}

static bool failed_step(const struct run *run, struct str step)
{
	slice_for (struct step, s, run->because)
		if (s->result == RESULT_FAIL && str_eq(s->step, step))
			return true;
	return false;
}

static bool is_bundled(const struct run *run)
{
	return run->libcuda.umd && run->libcuda.umd->kind == UMD_BUNDLED;
}

enum cause cause_of(const struct lint_input *in, const struct run *run)
{
	(void)in;
	if (!run_fails(run))
		return CAUSE_NONE;
	switch (run->outcome) {
	case OUT_REFUSED:
		return cause_of_refusal(run->message);
	case OUT_NO_GPU:
	case OUT_100:
		return CAUSE_NO_GPU;
	case OUT_WRONG_ARCH:
		return CAUSE_ARCH;
	case OUT_34:
		return CAUSE_STUB;
	case OUT_35:
		if (failed_step(run, STR("capabilities")))
			return CAUSE_NO_COMPUTE;
		return failed_step(run, STR("loader")) ? CAUSE_NOT_FOUND :
		                                         CAUSE_DRIVER;
	case OUT_36:
	case OUT_221:
	case OUT_222:
		return CAUSE_PTX;
	case OUT_209:
		return CAUSE_KERNEL;
	case OUT_802:
		return CAUSE_FABRIC;
	case OUT_803:
		return is_bundled(run) ? CAUSE_BUNDLED : CAUSE_COMPAT_MIX;
	case OUT_804:
		return is_bundled(run) ? CAUSE_BUNDLED : CAUSE_COMPAT_GPU;
	case OUT_UNKNOWN:
		return is_bundled(run) ? CAUSE_BUNDLED : CAUSE_OTHER;
	case OUT_OK:
	case OUT_DEPENDS:
	case OUT_N:
		break;
	}
	return CAUSE_OTHER;
}

static bool any_works(const struct prediction *p)
{
	slice_for (struct variant, v, p->variants)
		if (!run_fails(&v->run))
			return true;
	return false;
}

/* As bad as the verdict that this variant is a reason for. */
static enum severity severity_of(const struct hit *h)
{
	if (h->p->verdict != VERDICT_FAIL)
		return SEV_WARNING;
	if ((h->v->supported && !h->v->conditional) || !any_works(h->p))
		return SEV_ERROR;
	return SEV_WARNING;
}

static struct batch *batch_get(const struct lint_input *in, struct batches *out,
                               struct str key)
{
	struct batch *b;

	slice_for (struct batch, old, *out)
		if (str_eq(old->key, key))
			return old;
	b = arena_push(in->arena, out);
	*b = (struct batch){.key = key, .severity = SEV_NOTE};
	return b;
}

static void batch_add(const struct lint_input *in, struct batches *out,
                      hit_key *key, const struct hit *h)
{
	struct batch *b = batch_get(in, out, key ? key(in, h) : STR(""));
	enum severity sev = severity_of(h);

	*arena_push(in->arena, &b->hits) = *h;
	if (sev > b->severity)
		b->severity = sev;
}

void batches_of(const struct lint_input *in, enum cause cause, hit_key *key,
                struct batches *out)
{
	slice_for (struct prediction, p, *in->predictions) {
		slice_for (struct variant, v, p->variants) {
			struct hit h = {p, v};

			if (cause_of(in, &v->run) == cause)
				batch_add(in, out, key, &h);
		}
	}
}

const struct run *batch_run(const struct batch *b)
{
	return &b->hits.v[0].v->run;
}

void finding_batch(const struct lint_input *in, struct finding *f,
                   const struct batch *b)
{
	f->severity = b->severity;
	slice_for (struct hit, h, b->hits)
		finding_pool(in, f, h->p->pool);
}

struct str hit_libcuda(const struct lint_input *in, const struct hit *h)
{
	(void)in;
	return h->v->run.libcuda.path;
}
