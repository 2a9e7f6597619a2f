#include "report/purl.h"

#include "base/buf.h"

/* NULL: package URLs know no such type. */
static const char *const types[PACKAGER_N] = {
	[PACKAGER_DPKG] = "deb",    [PACKAGER_RPM] = "rpm",
	[PACKAGER_APK] = "apk",     [PACKAGER_PACMAN] = "alpm",
	[PACKAGER_CONDA] = "conda",
};

static bool is_plain(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' ||
	       c == '~';
}

static void put(struct buf *out, struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		if (is_plain(s.p[i]))
			buf_addc(out, s.p[i], 1);
		else
			buf_printf(out, "%%%02X", (unsigned char)s.p[i]);
	}
}

static void put_qualifier(struct buf *out, const char *key, struct str value,
                          bool *any)
{
	if (value.n == 0)
		return;
	buf_printf(out, "%c%s=", *any ? '&' : '?', key);
	put(out, value);
	*any = true;
}

static bool is_conda(const struct package *p)
{
	return p->manager == PACKAGER_CONDA;
}

struct str purl_of_package(const struct package *p, const struct os_facts *os,
                           struct arena *a)
{
	struct buf b = {0};
	struct str out;
	bool any = false;

	if (!types[p->manager] || p->name.n == 0)
		return STR("");
	buf_printf(&b, "pkg:%s/", types[p->manager]);
	if (!is_conda(p) && os->id.n) {
		put(&b, os->id);
		buf_addc(&b, '/', 1);
	}
	put(&b, p->name);
	if (p->version.n) {
		buf_addc(&b, '@', 1);
		put(&b, p->version);
	}
	if (is_conda(p))
		put_qualifier(&b, "build", p->build, &any);
	put_qualifier(&b, is_conda(p) ? "subdir" : "arch", p->arch, &any);
	out = arena_str(a, buf_str(&b));
	buf_free(&b);
	return out;
}

struct str purl_of_wheel(const struct wheel *w, struct arena *a)
{
	struct buf b = {0};
	struct str out;

	if (w->name.n == 0)
		return STR("");
	buf_add(&b, STR("pkg:pypi/"));
	put(&b, w->name);
	if (w->version.n) {
		buf_addc(&b, '@', 1);
		put(&b, w->version);
	}
	out = arena_str(a, buf_str(&b));
	buf_free(&b);
	return out;
}
