/* The rules of a profile that the field tables cannot state. */
#include "base/utf8.h"
#include "fleet/profile.h"

#include <stdlib.h>

/* Control bytes would rule the terminal of whoever reads a report. */
static bool is_text(struct str s)
{
	for (size_t i = 0; i < s.n;) {
		uint32_t cp = 0;
		size_t len = utf8_decode(s.p + i, s.n - i, &cp);

		if (len && utf8_is_unsafe(cp))
			return false;
		i += len ? len : 1;
	}
	return s.n <= PROFILE_NAME;
}

static int check_text(struct str s, const char *key, struct err *err)
{
	if (is_text(s))
		return 0;
	return err_set(err, ERR_USAGE,
	               "/%s: want at most %d bytes without control characters",
	               key, PROFILE_NAME);
}

static int check_name(struct str s, const char *key, struct err *err)
{
	if (str_trim(s).n == 0)
		return err_set(err, ERR_USAGE, "/%s: must not be empty", key);
	return check_text(s, key, err);
}

/* 0 stands for absent. */
static int check_count(int64_t *n, int64_t max, const char *key,
                       struct err *err)
{
	if (*n == 0)
		*n = 1;
	if (*n < 0 || *n > max)
		return err_set(err, ERR_USAGE,
		               "/%s: %lld is not between 1 and %lld", key,
		               (long long)*n, (long long)max);
	return 0;
}

/* As much of a wrong value as a message has room for. */
static struct str brief(struct str s)
{
	return (struct str){s.p, s.n < 60 ? s.n : 60};
}

/* A "N.N" such as 8.6 or 12.4. */
static int check_minor(struct str s, const char *key, const char *like,
                       struct err *err)
{
	struct version v;

	if (s.n == 0 || (version_parse(s, &v) && v.n == 2))
		return 0;
	return err_set(err, ERR_USAGE, "/%s: '" STR_F "' is not like \"%s\"",
	               key, STR_A(brief(s)), like);
}

static int check_driver(struct str s, struct err *err)
{
	struct version v;

	if (s.n == 0 || (version_parse(s, &v) && v.n >= 2))
		return 0;
	return err_set(err, ERR_USAGE,
	               "/driver: '" STR_F "' is not a whole version such as "
	               "\"535.183.01\", as nvidia-smi prints it",
	               STR_A(brief(s)));
}

/* "1.17.8", "29.2.0-rc.1" */
static int check_release(struct str s, const char *key, struct err *err)
{
	if (s.n == 0 || (version_lead(s).n >= 2 && is_text(s)))
		return 0;
	return err_set(err, ERR_USAGE,
	               "/%s: '" STR_F "' is not a version such as \"1.17.8\"",
	               key, STR_A(brief(s)));
}

static int check_arch(struct str s, struct err *err)
{
	if (s.n == 0 || str_eq(s, STR("amd64")) || str_eq(s, STR("arm64")))
		return 0;
	return err_set(err, ERR_USAGE,
	               "/arch: '" STR_F "' is not one of amd64, arm64",
	               STR_A(brief(s)));
}

static void add_brand_words(const struct know *k, struct buf *out)
{
	slice_for (const struct brand, b, k->brands)
		buf_printf(out, "%s" STR_F, out->n ? ", " : "", STR_A(b->word));
}

/* Also puts the word in the table's case. */
static int check_brand(struct fleet_gpu *gpu, const struct know *k,
                       struct err *err)
{
	const struct brand *b = know_brand(k, gpu->brand);
	struct buf words = {.max = 300};

	if (gpu->brand.n == 0)
		return 0;
	if (b) {
		gpu->brand = b->word;
		return 0;
	}
	add_brand_words(k, &words);
	(void)err_set(err, ERR_USAGE, "/brand: '" STR_F "' is not one of %s",
	              STR_A(brief(gpu->brand)),
	              words.n ? words.p : "(no brand known)");
	buf_free(&words);
	return -1;
}

static int check_gpu(struct fleet_gpu *gpu, const struct know *k,
                     struct err *err)
{
	gpu->cc_given = gpu->compute_capability.n > 0;
	gpu->class_given = gpu->gpu_class != CLASS_UNKNOWN;
	if (str_trim(gpu->product).n == 0 &&
	    !(gpu->cc_given && gpu->class_given))
		return err_set(err, ERR_USAGE,
		               "want a product, or compute_capability and "
		               "class");
	if (check_text(gpu->product, "product", err) ||
	    check_count(&gpu->count, PROFILE_COUNT, "count", err) ||
	    check_minor(gpu->compute_capability, "compute_capability", "8.6",
	                err))
		return -1;
	return check_brand(gpu, k, err);
}

static int check_container(const struct container *c, struct err *err)
{
	if (check_release(c->docker, "docker", err) ||
	    check_release(c->toolkit, "toolkit", err))
		return err_at(err, "container");
	return 0;
}

static int check_versions(const struct pool *p, struct err *err)
{
	if (p->os == HOST_WSL2 && !p->cuda_given)
		return err_set(err, ERR_USAGE,
		               "missing key 'cuda': on wsl2 the driver is a "
		               "Windows one, whose number does not tell it");
	if (p->driver.n == 0 && !p->cuda_given)
		return err_set(err, ERR_USAGE,
		               "missing key 'driver' (or 'cuda'), as "
		               "nvidia-smi on the host prints it");
	if (check_driver(p->driver, err))
		return -1;
	return check_minor(p->cuda, "cuda", "12.4", err);
}

static int check_gpus(struct pool *p, const struct know *k, struct err *err)
{
	if (p->gpus.n == 0)
		return err_set(err, ERR_USAGE, "/gpus: want at least one GPU");
	if (p->gpus.n > PROFILE_GPUS)
		return err_set(err, ERR_USAGE,
		               "/gpus: more than %d kinds in one host",
		               PROFILE_GPUS);
	for (size_t i = 0; i < p->gpus.n; i++)
		if (check_gpu(&p->gpus.v[i], k, err))
			return err_at(err, "gpus/%zu", i);
	return 0;
}

static int check_pool(struct pool *p, const struct know *k, struct err *err)
{
	p->arch_given = p->arch.n > 0;
	p->cuda_given = p->cuda.n > 0;
	if (check_name(p->name, "name", err))
		return -1;
	if (check_count(&p->nodes, PROFILE_NODES, "nodes", err) ||
	    check_arch(p->arch, err) || check_versions(p, err) ||
	    check_gpus(p, k, err) || check_container(&p->container, err))
		return -1;
	return 0;
}

static int by_name(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

static int check_unique(const struct fleet *f, struct arena *a, struct err *err)
{
	struct str *names = arena_array(a, struct str, f->pools.n);
	size_t n = 0;

	slice_for (const struct pool, p, f->pools)
		names[n++] = p->name;
	qsort(names, n, sizeof *names, by_name);
	for (size_t i = 1; i < n; i++)
		if (str_eq(names[i - 1], names[i]))
			return err_set(err, ERR_USAGE,
			               "/pools: two pools are named '" STR_F
			               "'",
			               STR_A(brief(names[i])));
	return 0;
}

/* YYYY-MM-DD */
static bool is_date(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		bool dash = i == 4 || i == 7;

		if (dash ? s.p[i] != '-' : s.p[i] < '0' || s.p[i] > '9')
			return false;
	}
	return s.n == 10;
}

static int check_head(const struct fleet *f, struct err *err)
{
	if (f->schema.n && !str_eq(f->schema, str_c(FLEET_SCHEMA)))
		return err_set(err, ERR_USAGE,
		               "/schema: want '" FLEET_SCHEMA "', got '" STR_F
		               "'",
		               STR_A(brief(f->schema)));
	if (check_text(f->name, "name", err))
		return -1;
	if (f->as_of.n && !is_date(f->as_of))
		return err_set(err, ERR_USAGE, "/as_of: want YYYY-MM-DD");
	if (f->pools.n == 0)
		return err_set(err, ERR_USAGE,
		               "/pools: want at least one pool");
	if (f->pools.n > PROFILE_POOLS)
		return err_set(err, ERR_USAGE, "/pools: more than %d",
		               PROFILE_POOLS);
	return 0;
}

int profile_check(struct fleet *f, const struct know *k, struct arena *a,
                  struct err *err)
{
	if (check_head(f, err))
		return -1;
	f->schema = str_c(FLEET_SCHEMA);
	for (size_t i = 0; i < f->pools.n; i++) {
		struct pool *p = &f->pools.v[i];

		if (check_pool(p, k, err)) {
			(void)err_at(err, "pools/%zu", i);
			return err_wrap(err, "pool '" STR_F "'",
			                STR_A(brief(p->name)));
		}
	}
	return check_unique(f, a, err);
}
