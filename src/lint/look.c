#include "lint/look.h"

#include "base/path.h"

bool strs_has(struct strs list, struct str s)
{
	slice_for (struct str, it, list)
		if (str_eq(*it, s))
			return true;
	return false;
}

struct str look_abs(const struct lint_input *in, struct str path)
{
	return arena_fmt(in->arena, "/" STR_F, STR_A(path_rel(path)));
}

bool look_env(const struct lint_input *in, struct str name, struct str *value)
{
	return facts_env(in->facts, name, value) && value->n;
}

bool look_is_true(struct str value)
{
	static const char *const words[] = {"1",    "t",    "T",
	                                    "TRUE", "true", "True"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_eq(value, str_c(words[i])))
			return true;
	return false;
}

bool look_is_legacy(const struct lint_input *in, struct str *cuda_version)
{
	struct str gate;

	return look_env(in, STR("CUDA_VERSION"), cuda_version) &&
	       !look_env(in, STR("NVIDIA_REQUIRE_CUDA"), &gate);
}

struct str look_file(const struct umd *u)
{
	return u->resolved.n ? u->resolved : u->path;
}

bool look_is_libcuda(const struct umd *u)
{
	return str_has_prefix(path_base(u->path), STR("libcuda.so")) ||
	       str_has_prefix(path_base(look_file(u)), STR("libcuda.so"));
}

struct consumers look_consumers(const struct lint_input *in)
{
	struct consumers out = {0};

	predict_consumers(in->facts, in->know, in->arena, &out);
	return out;
}

bool look_newest(const struct lint_input *in, struct consumer *out)
{
	struct consumers all = look_consumers(in);
	bool found = false;

	slice_for (struct consumer, c, all) {
		if (c->cuda.n == 0)
			continue;
		if (!found || version_cmp_str(c->cuda, out->cuda) > 0)
			*out = *c;
		found = true;
	}
	return found;
}

bool look_minor_differs(struct str cuda_a, struct str cuda_b)
{
	struct version a = version_lead(cuda_a), b = version_lead(cuda_b);

	if (a.n == 0 || b.n == 0)
		return false;
	if (a.n == 1 || b.n == 1)
		return a.part[0] != b.part[0];
	return version_cmp(version_minor(a), version_minor(b)) != 0;
}

struct str look_minor(const struct lint_input *in, struct str version)
{
	struct version v = version_lead(version);

	if (v.n < 2)
		return version;
	return arena_fmt(in->arena, "%u.%u", v.part[0], v.part[1]);
}

struct str look_gate_cuda(struct str gate)
{
	struct str op = STR("cuda>=");

	for (size_t i = 0; i < gate.n; i++) {
		struct str rest = str_from(gate, i);
		size_t n = 0;

		if (!str_has_prefix(rest, op))
			continue;
		rest = str_from(rest, op.n);
		while (n < rest.n && rest.p[n] != ' ' && rest.p[n] != ',')
			n++;
		return (struct str){rest.p, n};
	}
	return STR("");
}
