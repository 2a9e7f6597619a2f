#include "fix/step.h"

/* A line of the script; lines of another family are left out. */
struct line {
	int indent; /* of the script itself, in steps */
	int family; /* -1: every one */
	const char *text;
};

/* A query that finds nothing is no failure, also under pipefail. */
#define DPKG_LIST                                                  \
	"pkgs=$({ dpkg-query -W -f '${db:Status-Abbrev}${Package}" \
	"\\n' 'cuda-compat*' 2>/dev/null || :; } | sed -n "        \
	"'s/^.i. *//p')"
#define RPM_LIST "pkgs=$(rpm -qa 'cuda-compat*')"

static const struct line lines[] = {
	{0, -1, "set -e;"},
	{0, STEP_DEBIAN, DPKG_LIST ";"},
	{0, STEP_DEBIAN, "[ -z \"$pkgs\" ] || dpkg --purge $pkgs;"},
	{0, STEP_RPM, RPM_LIST ";"},
	{0, STEP_RPM, "[ -z \"$pkgs\" ] || rpm -e $pkgs;"},
	{0, STEP_ANY, "if command -v dpkg-query >/dev/null; then"},
	{1, STEP_ANY, DPKG_LIST ";"},
	{1, STEP_ANY, "[ -z \"$pkgs\" ] || dpkg --purge $pkgs;"},
	{0, STEP_ANY, "elif command -v rpm >/dev/null; then"},
	{1, STEP_ANY, RPM_LIST ";"},
	{1, STEP_ANY, "[ -z \"$pkgs\" ] || rpm -e $pkgs;"},
	{0, STEP_ANY, "fi;"},
	{0, -1, "rm -rf /usr/local/cuda*/compat /usr/local/cuda*/compat_orin;"},
	{0, -1, "rm -f /etc/ld.so.conf.d/*cuda*compat*.conf;"},
	{0, -1, "ldconfig"},
};

enum { LINES = sizeof lines / sizeof *lines, INDENT = 4 };

static bool is_for(const struct line *l, const struct step_style *style)
{
	return l->family < 0 || l->family == (int)style->family;
}

static void put_break(const struct step_style *style, int indent,
                      struct buf *out)
{
	buf_printf(out, " %c%s\n", style->escape, style->crlf ? "\r" : "");
	buf_addc(out, ' ', (size_t)(indent + 1) * INDENT);
}

static void write_shell(const struct step_style *style, struct buf *out)
{
	int base = style->arg.n ? 1 : 0;

	buf_add(out, STR("RUN "));
	if (style->arg.n)
		buf_printf(out, "if [ \"$" STR_F "\" = 0 ]; then",
		           STR_A(style->arg));
	for (size_t i = 0; i < LINES; i++) {
		if (!is_for(&lines[i], style))
			continue;
		if (i > 0 || style->arg.n)
			put_break(style, lines[i].indent + base, out);
		buf_add(out, str_c(lines[i].text));
	}
	if (style->arg.n) {
		buf_add(out, STR(";"));
		put_break(style, 0, out);
		buf_add(out, STR("fi"));
	}
}

static void put_json(struct str s, struct buf *out)
{
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '"' || s.p[i] == '\\')
			buf_addc(out, '\\', 1);
		buf_addc(out, s.p[i], 1);
	}
}

static void write_exec(const struct step_style *style, struct buf *out)
{
	struct buf script = {0};

	if (style->arg.n)
		buf_printf(&script, "if [ \"$" STR_F "\" = 0 ]; then ",
		           STR_A(style->arg));
	for (size_t i = 0; i < LINES; i++)
		if (is_for(&lines[i], style))
			buf_printf(&script, "%s%s", i ? " " : "",
			           lines[i].text);
	if (style->arg.n)
		buf_add(&script, STR("; fi"));
	buf_add(out, STR("RUN [\"/bin/sh\", \"-c\", \""));
	put_json(buf_str(&script), out);
	buf_add(out, STR("\"]"));
	buf_free(&script);
}

void step_write(const struct step_style *style, struct buf *out)
{
	if (style->exec)
		write_exec(style, out);
	else
		write_shell(style, out);
	buf_add(out, style->crlf ? STR("\r\n") : STR("\n"));
}
