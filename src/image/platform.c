#include "image/platform.h"

struct platform {
	struct str os, arch, variant;
};

static struct platform parse(struct str text)
{
	struct platform p = {0};
	struct str rest = text;

	(void)str_next(&rest, '/', &p.os);
	(void)str_next(&rest, '/', &p.arch);
	(void)str_next(&rest, '/', &p.variant);
	if (str_eq(p.arch, STR("arm64")) && str_eq(p.variant, STR("v8")))
		p.variant = (struct str){0};
	return p;
}

struct str platform_text(struct arena *a, struct str os, struct str arch,
                         struct str variant)
{
	if (os.n == 0 && arch.n == 0)
		return (struct str){0};
	if (str_eq(arch, STR("arm64")) && str_eq(variant, STR("v8")))
		variant.n = 0;
	return arena_fmt(a, STR_F "/" STR_F "%s" STR_F,
	                 STR_A(os.n ? os : STR("linux")), STR_A(arch),
	                 variant.n ? "/" : "", STR_A(variant));
}

/* "v3" gives 3; none is the lowest. */
static uint64_t level(struct str variant)
{
	uint64_t n = 1;

	if (variant.n)
		(void)str_uint(str_from(variant, 1), &n);
	return n;
}

/* The levels of amd64 contain each other: x86-64-v3 runs what v2 runs. */
static bool variant_matches(struct str arch, struct str wanted,
                            struct str image)
{
	if (wanted.n == 0 || str_eq(wanted, image))
		return true;
	if (str_eq(arch, STR("amd64")))
		return level(image) <= level(wanted);
	return false;
}

bool platform_matches(struct str wanted, struct str image)
{
	struct platform w = parse(wanted), i = parse(image);

	if (image.n == 0)
		return true;
	return str_eq(w.os, i.os) && str_eq(w.arch, i.arch) &&
	       variant_matches(w.arch, w.variant, i.variant);
}
