/* First line: cuda, driver, arch, brand, toolkit, by tabs.  Rest: the
 * expression. */
#include "predict/require.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_view(struct str s, struct str of)
{
	return s.n == 0 || (s.p >= of.p && s.p + s.n <= of.p + of.n);
}

static void check(struct str expr, const struct require_verdict *v)
{
	assert(is_view(v->failed, expr));
	assert(is_view(v->name, expr) && is_view(v->value, expr));
	if (v->result == REQUIRE_OK)
		assert(v->failed.n == 0);
}

/* The newest message names no version of the tool but the oldest a factor. */
static void check_messages(struct str expr, const struct require_verdict *v,
                           struct str toolkit)
{
	const struct str kits[] = {toolkit, STR("1.0.3"), STR("1.0.5"),
	                           STR("")};

	for (size_t i = 0; i < sizeof kits / sizeof *kits; i++) {
		struct buf b = {0};

		require_message(expr, v, kits[i], &b);
		assert((b.n == 0) == (v->result == REQUIRE_OK));
		buf_free(&b);
	}
}

static void check_csv(struct str expr, const struct require_host *h)
{
	struct require_verdict v = require_eval_csv(expr, h);
	struct buf b = {0};

	check(expr, &v);
	require_message_csv(expr, &v, h, &b);
	assert((b.n == 0) == (v.result == REQUIRE_OK));
	buf_free(&b);
}

/* What is well formed is not invalid anywhere; and where nothing is known of
 * the host, nothing is unsatisfied. */
static void check_forms(struct str expr, const struct require_verdict *v)
{
	const struct require_host none = {0};
	const struct require_host some = {STR("12.4"), STR("550.54"),
	                                  STR("8.6"), STR("GeForce")};
	struct str bad = require_bad_factor(expr);
	struct require_verdict w = require_eval(expr, &some);

	assert(is_view(bad, expr));
	if (bad.n == 0 && expr.n < 100)
		assert(w.result != REQUIRE_INVALID);
	w = require_eval(expr, &none);
	assert(w.result != REQUIRE_UNSATISFIED);
	check(expr, v);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str all = {(const char *)data, size};
	struct str line, expr, part[5] = {0};
	struct require_host h;
	struct require_verdict v;

	if (!str_cut(all, '\n', &line, &expr))
		return 0;
	for (size_t i = 0; i < 5 && str_next(&line, '\t', &part[i]); i++)
		;
	h = (struct require_host){part[0], part[1], part[2], part[3]};
	v = require_eval(expr, &h);
	check_forms(expr, &v);
	check_messages(expr, &v, part[4]);
	check_csv(expr, &h);
	return 0;
}
