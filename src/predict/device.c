/* Kernels x compute capability: of the image's files, or of what torch
 * publishes where these do not say.  model 7, 15. */
#include "base/path.h"
#include "predict/fit.h"
#include "predict/torch_code.h"

/* Whose code is judged, and by what. */
struct subject {
	struct str name;
	struct device_code code;
	struct str source;
	enum confidence confidence;
	const struct unit *unit; /* NULL: by table */
	bool unsure;             /* there is more than was read */
};

struct match {
	const struct subject *of;
	const struct fleet_gpu *gpu;
	struct fit fit;
};

/* What a GPU makes of a subject, before it is said. */
struct answer {
	enum outcome outcome; /* OK, 209, 222, or UNKNOWN */
	const char *tag;
	struct str what;
	bool shaky; /* it goes by what is not firm itself */
};

static struct str found_in(struct trial *t, const struct match *m)
{
	struct str name = code_target_name(m->fit.by, t->arena);

	if (!m->of->unit)
		return TRIAL_FMT(t, STR_F " (by table)", STR_A(name));
	return TRIAL_FMT(t, STR_F " (in " STR_F ")", STR_A(name),
	                 STR_A(path_base(m->of->unit->files.v[0]->path)));
}

/* The compiler has to be of the libcuda that is used; model 15.4. */
static bool has_compiler(const struct trial *t)
{
	const struct umd *libcuda = t->run.libcuda.umd;
	struct str stem = STR("libnvidia-ptxjitcompiler.so");

	if (t->run.libcuda.origin != ORIGIN_IMAGE || !libcuda)
		return true;
	slice_for (struct umd, u, t->facts->umd)
		if (str_has_prefix(path_base(u->path), stem) &&
		    u->kind == libcuda->kind &&
		    str_eq(path_dir(u->resolved), path_dir(libcuda->resolved)))
			return true;
	return false;
}

static struct answer answer(enum outcome outcome, const char *tag,
                            struct str what)
{
	return (struct answer){outcome, tag, what, false};
}

static struct answer unsure(struct str what)
{
	return answer(OUT_UNKNOWN, "?", what);
}

static struct answer too_new(struct trial *t, const struct match *m)
{
	struct str cuda = know_cuda_of_ptx(t->know, m->fit.isa_low);
	struct version v = version_minor(version_lead(cuda));

	return answer(OUT_222, "T",
	              TRIAL_FMT(t,
	                        "only PTX " STR_F " of CUDA %u.%u, which this "
	                        "driver (CUDA " STR_F ") cannot compile",
	                        STR_A(code_target_name(m->fit.by, t->arena)),
	                        v.part[0], v.part[1], STR_A(t->cuda)));
}

static struct answer by_ptx(struct trial *t, const struct match *m)
{
	struct str isa = know_ptx_isa(t->know, t->cuda);

	if (isa.n == 0 || m->fit.isa_low.n == 0)
		return unsure(STR("only PTX, of which it is not known whether "
		                  "this driver compiles it"));
	if (version_cmp_str(m->fit.isa_low, isa) > 0)
		return too_new(t, m);
	if (version_cmp_str(m->fit.isa_high, isa) > 0)
		return unsure(TRIAL_FMT(t,
		                        "only PTX, some of which (ISA " STR_F
		                        ") this driver (CUDA " STR_F
		                        ") cannot compile",
		                        STR_A(m->fit.isa_high),
		                        STR_A(t->cuda)));
	if (!has_compiler(t))
		return unsure(STR("only PTX, and beside the image's libcuda is "
		                  "no libnvidia-ptxjitcompiler"));
	return answer(OUT_OK, "D",
	              TRIAL_FMT(t,
	                        "compiled at start from PTX " STR_F
	                        " (slow the first time)",
	                        STR_A(code_target_name(m->fit.by, t->arena))));
}

static struct str maybe(struct trial *t, const struct match *m)
{
	if (m->fit.modules)
		return TRIAL_FMT(t,
		                 "has " STR_F
		                 ", but %lld of %lld fat binaries at most",
		                 STR_A(found_in(t, m)),
		                 (long long)m->fit.modules,
		                 (long long)m->of->code.modules);
	return TRIAL_FMT(t, "has " STR_F ", not promised to run on it",
	                 STR_A(found_in(t, m)));
}

static struct answer by_fit(struct trial *t, const struct match *m)
{
	switch (m->fit.kind) {
	case FITS_SASS:
		return answer(OUT_OK, "D",
		              TRIAL_FMT(t, "has " STR_F,
		                        STR_A(found_in(t, m))));
	case FITS_PTX:
		return by_ptx(t, m);
	case FITS_MAYBE:
		return unsure(maybe(t, m));
	case FITS_NOT:
		break;
	}
	return answer(OUT_209, "D",
	              m->of->unit ? STR("neither SASS nor PTX for it") :
	                            STR("neither SASS nor PTX for it in the "
	                                "wheel"));
}

/* A table of low confidence settles nothing, nor does a guessed GPU; and what
 * was not read may be what is missing. */
static bool is_shaky(const struct trial *t, const struct match *m,
                     const struct answer *a)
{
	return m->of->confidence == CONF_LOW || !trial_knows_gpu(t, m->gpu) ||
	       (a->outcome != OUT_OK && m->of->unsure);
}

static struct answer answer_for(struct trial *t, struct match *m)
{
	struct version cc = version_lead(m->gpu->compute_capability);
	struct answer a;

	if (m->of->code.targets.n == 0)
		return unsure(
			STR("its architectures on this CPU are not known"));
	m->fit = fit_of(&m->of->code, t->know, cc, m->gpu->gpu_class);
	a = by_fit(t, m);
	a.shaky = is_shaky(t, m, &a);
	return a;
}

static void say(struct trial *t, const struct match *m, enum step_result r,
                const struct answer *a)
{
	trial_say(t, "device", r, a->tag, m->of->source,
	          TRIAL_FMT(t, STR_F " on compute capability " STR_F ": " STR_F,
	                    STR_A(m->of->name),
	                    STR_A(m->gpu->compute_capability), STR_A(a->what)));
}

/* An answer that would do, were it firm, leaves the trial going. */
static void take(struct trial *t, const struct match *m, const struct answer *a)
{
	bool known = !a->shaky && a->outcome != OUT_UNKNOWN;
	enum step_result firm =
		a->outcome == OUT_OK ? RESULT_PASS : RESULT_FAIL;

	say(t, m, known ? firm : RESULT_UNSURE, a);
	if (a->outcome == OUT_OK) {
		t->doubtful |= a->shaky;
		return;
	}
	trial_end(t, known ? a->outcome : OUT_UNKNOWN, STAGE_KERNEL, STR(""));
	t->run.code = m->of->unit;
}

/* A class without a capability: `requires` asks so. */
static bool has_no_capability(const struct fleet_gpu *g)
{
	return version_lead(g->compute_capability).n < 2;
}

static void not_known(struct trial *t, const struct subject *s,
                      const struct fleet_gpu *g)
{
	const struct match m = {.of = s, .gpu = g};
	const struct answer a = unsure(STR("the GPU is not known"));

	say(t, &m, RESULT_UNSURE, &a);
	trial_end(t, OUT_UNKNOWN, STAGE_KERNEL, STR(""));
}

static void check_subject(struct trial *t, const struct subject *s)
{
	for (size_t i = 0; i < t->sc->visible.n && !t->ended; i++) {
		struct match m = {.of = s, .gpu = t->sc->visible.v[i]};
		struct answer a;

		if (has_no_capability(m.gpu)) {
			if (!m.gpu->known)
				not_known(t, s, m.gpu);
			continue;
		}
		a = answer_for(t, &m);
		take(t, &m, &a);
	}
}

static struct subject subject_of_unit(const struct trial *t,
                                      const struct unit *u)
{
	return (struct subject){
		.name = unit_label(u, t->arena),
		.code = u->code,
		.source = STR("model 15.4"),
		.confidence = CONF_HIGH,
		.unit = u,
		.unsure = u->unsure || t->consumers->units.partial,
	};
}

static bool is_any_capability(const struct trial *t)
{
	for (size_t i = 0; i < t->sc->visible.n; i++)
		if (t->sc->visible.v[i]->compute_capability.n ||
		    !t->sc->visible.v[i]->known)
			return true;
	return false;
}

static void not_in_tables(struct trial *t, const struct consumer *c)
{
	trial_say(t, "device", RESULT_UNSURE, "?", STR("rules/torch.json"),
	          TRIAL_FMT(t,
	                    "the architectures of " STR_F
	                    " are not in the tables",
	                    STR_A(c->name)));
	trial_end(t, OUT_UNKNOWN, STAGE_KERNEL, STR(""));
}

/* Its own libraries before the tables; what is not whole may be short of what
 * the tables have. */
static void check_torch(struct trial *t, const struct consumer *c)
{
	const struct unit *u =
		units_get(&t->consumers->units, STR("torch"), c->torch->path);
	struct subject s = {.name = c->name};
	struct torch_code table;

	if (u && u->code.targets.n && !u->unsure &&
	    !t->consumers->units.partial) {
		s = subject_of_unit(t, u);
		s.name = c->name;
	} else if (torch_code_of(t, c->torch, &table)) {
		s.code = table.code;
		s.source = table.source;
		s.confidence = table.confidence;
	} else {
		if (is_any_capability(t))
			not_in_tables(t, c);
		return;
	}
	check_subject(t, &s);
}

static bool is_torch_of_consumer(const struct trial *t, const struct unit *u)
{
	if (!str_eq(u->name, STR("torch")))
		return false;
	slice_for (struct consumer, c, *t->consumers)
		if (c->torch && str_eq(c->torch->path, u->site))
			return true;
	return false;
}

static void check_cores(struct trial *t)
{
	slice_for (struct unit, u, t->consumers->units) {
		struct subject s = subject_of_unit(t, u);

		if (t->ended)
			return;
		if (u->role == ROLE_CORE && !is_torch_of_consumer(t, u))
			check_subject(t, &s);
	}
}

/* How the image's own programs fare on one GPU. */
struct poll {
	struct match first_bad, first_good;
	struct answer bad, good; /* outcome OUT_N: none */
	bool alike;              /* all that are bad are so in one way */
};

static void ask(struct trial *t, const struct subject *s,
                const struct fleet_gpu *g, struct poll *p)
{
	struct match m = {.of = s, .gpu = g};
	struct answer a = answer_for(t, &m);

	if (a.outcome == OUT_OK && p->good.outcome == OUT_N) {
		p->first_good = m;
		p->good = a;
	} else if (a.outcome != OUT_OK && p->bad.outcome == OUT_N) {
		p->first_bad = m;
		p->bad = a;
	} else if (a.outcome != OUT_OK) {
		p->alike &=
			a.outcome == p->bad.outcome && a.shaky == p->bad.shaky;
	}
}

/* Which of several programs is run nobody knows. */
static void settle(struct trial *t, struct poll *p)
{
	if (p->bad.outcome == OUT_N) {
		if (p->good.outcome == OUT_OK)
			take(t, &p->first_good, &p->good);
		return;
	}
	if (p->good.outcome == OUT_N && p->alike) {
		take(t, &p->first_bad, &p->bad);
		return;
	}
	say(t, &p->first_bad, RESULT_UNSURE, &p->bad);
	t->doubtful = true;
}

static void check_own(struct trial *t)
{
	const struct units *units = &t->consumers->units;
	struct subject *all = arena_array(t->arena, struct subject, units->n);

	for (size_t i = 0; i < units->n; i++)
		all[i] = subject_of_unit(t, &units->v[i]);
	for (size_t i = 0; i < t->sc->visible.n && !t->ended; i++) {
		const struct fleet_gpu *g = t->sc->visible.v[i];
		struct poll p = {.good.outcome = OUT_N,
		                 .bad.outcome = OUT_N,
		                 .alike = true};

		if (has_no_capability(g))
			continue;
		for (size_t j = 0; j < units->n; j++)
			if (units->v[j].role == ROLE_OWN)
				ask(t, &all[j], g, &p);
		settle(t, &p);
	}
}

static void not_read(struct trial *t)
{
	slice_for (struct consumer, c, *t->consumers)
		if (!c->torch && !c->at_least)
			trial_say(t, "device", RESULT_INFO, "I",
			          STR("model 15.5"),
			          TRIAL_FMT(t,
			                    "which GPUs the code beside " STR_F
			                    " was compiled for was not read",
			                    STR_A(c->name)));
}

void trial_device(struct trial *t)
{
	if (t->ended)
		return;
	slice_for (struct consumer, c, *t->consumers)
		if (c->torch && !t->ended)
			check_torch(t, c);
	if ((!t->consumers->units.scanned || t->consumers->units.partial) &&
	    !t->ended)
		not_read(t);
	if (!t->ended)
		check_cores(t);
	if (!t->ended)
		check_own(t);
}
