#include "lint/example.h"
#include "lint/where.h"

static bool is_gate(struct str name)
{
	return str_has_prefix(name, STR("NVIDIA_REQUIRE_"));
}

/* Words of a gate's syntax that stand as variables of their own. */
static bool is_clause(struct str name)
{
	static const char *const words[] = {"brand", "driver", "cuda", "arch"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_has_prefix(name, str_c(words[i])) &&
		    (name.n == str_c(words[i]).n ||
		     !(name.p[str_c(words[i]).n] >= 'A' &&
		       name.p[str_c(words[i]).n] <= 'z')))
			return true;
	return false;
}

/* args are key, value, "=" for each variable. */
static bool is_split(const struct instr *i, struct str *gate)
{
	size_t clauses = 0;

	*gate = STR("");
	for (size_t k = 0; k + 2 < i->args.n; k += 3) {
		if (is_gate(i->args.v[k].s))
			*gate = i->args.v[k].s;
		else if (gate->n && is_clause(i->args.v[k].s))
			clauses++;
	}
	return clauses > 0;
}

static void check(const struct lint_input *in, struct findings *out)
{
	const struct instr *last = NULL;

	if (!in->docker)
		return;
	slice_for (const struct effect, e, in->docker->effects) {
		struct finding *f;
		struct str gate;

		if (e->kind != EFFECT_ENV || e->instr == last ||
		    !is_split(e->instr, &gate))
			continue;
		last = e->instr;
		f = finding_add(in, out, &rule_gate_unquoted,
		                arena_fmt(in->arena,
		                          "line %zu: " STR_F
		                          " ends at the first blank; what "
		                          "follows become variables of their "
		                          "own",
		                          e->instr->first, STR_A(gate)));
		finding_instr(f, e->instr);
		f->cure = (struct cure){
			.grade = GRADE_REVIEW,
			.action = STR("quote-gate"),
			.text = arena_fmt(in->arena,
		                          "put the value of " STR_F
		                          " in double quotes",
		                          STR_A(gate)),
		};
	}
}

const struct rule rule_gate_unquoted = {
	.id = "CL058",
	.name = "gate-unquoted",
	.severity = SEV_WARNING,
	.title = "a gate without quotes is cut at its first blank",
	.why = "ENV takes several NAME=value words.  In an unquoted "
	       "NVIDIA_REQUIRE_CUDA the alternatives behind the first blank "
	       "are such words, so the gate holds its first one only and "
	       "refuses hosts that the author meant to let in.",
	.cure = "Quote the whole value.",
	.source = "model 16.5",
	.bad_file = "FROM ubuntu:22.04\n"
		    "ENV NVIDIA_REQUIRE_CUDA=cuda>=11.7 brand=tesla\n",
	.good_file = "FROM ubuntu:22.04\n"
		     "ENV NVIDIA_REQUIRE_CUDA=\"cuda>=11.7 brand=tesla\"\n",
	.check = check,
};
