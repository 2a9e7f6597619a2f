/*
 * shell_gen.h - shell scripts by the number, for comparing with real shells.
 *
 * Programs called are p and q, which write down their words and fail when the
 * test wants it, and filters of echo's output.
 */
#ifndef TESTS_SHELL_GEN_H
#define TESTS_SHELL_GEN_H

#include "base/buf.h"

struct gen {
	uint64_t state;
	struct buf out;
	unsigned label, depth;
	bool bash;
	bool quoted; /* inside "…": no quotes of its own */
};

static inline unsigned gen_next(struct gen *g, unsigned n)
{
	g->state ^= g->state << 13;
	g->state ^= g->state >> 7;
	g->state ^= g->state << 17;
	return (unsigned)((g->state >> 33) % n);
}

#define GEN_ONE(g, list) \
	(list)[gen_next((g), (unsigned)(sizeof(list) / sizeof *(list)))]

static inline void gen_put(struct gen *g, const char *s)
{
	buf_add(&g->out, str_c(s));
}

static inline void gen_param(struct gen *g)
{
	static const char *const names[] = {"A", "B", "C", "K", "V", "X", "U"};
	static const char *const ops[] = {"-x",   ":-y z",  "+w",  ":+w",
	                                  "%.*",  "%%.*",   "#*.", "##*.",
	                                  "%1",   "#[0-9]", "%?",  ":-$V",
	                                  ":-$X", "%\"$K\""};
	static const char *const bash_ops[] = {"//./-", "/./",   "//.",
	                                       ":0:2",  ":1",    ": -1",
	                                       "^^",    ",,",    "^",
	                                       "/#1/x", "/%1/y", "//[0-9]/n",
	                                       ":0:-1", "/b*/q"};
	const char *name = GEN_ONE(g, names);

	switch (gen_next(g, g->bash ? 5 : 4)) {
	case 0:
		buf_printf(&g->out, "$%s", name);
		return;
	case 1:
		buf_printf(&g->out, "${%s}", name);
		return;
	case 2:
		buf_printf(&g->out, "${#%s}", name);
		return;
	case 3:
		buf_printf(&g->out, "${%s%s}", name, GEN_ONE(g, ops));
		return;
	default:
		buf_printf(&g->out, "${%s%s}", name, GEN_ONE(g, bash_ops));
	}
}

static inline void gen_filter(struct gen *g)
{
	static const char *const filters[] = {
		"cut -d. -f1,2",
		"cut -d . -f 2-",
		"cut -c1-3",
		"tr -d .",
		"tr . -",
		"tr -s ' '",
		"tr a-c A-C",
		"tr '[:lower:]' '[:upper:]'",
		"tr -cd '0-9\\n'",
		"sed 's/\\.//g'",
		"sed 's/\\./-/'",
		"sed -E 's/([0-9]+)\\.([0-9]+).*/\\1\\2/'",
		"sed 's/1*2/x/'",
		"sed 's/[a-c]\\+//;s/$/e/'",
		"sed 's|.|&&|g'",
		"sed 's/^\\(.\\)\\(.*\\)$/\\2\\1/'",
		"sed -e 's/b*c/y/' -e 's/1/2/'",
		"head -n 1",
		"tail -n 1",
		"head -1",
		"awk '{print $1}'",
		"awk -F. '{print $1\"-\"$2}'",
		"awk -F. '{print $NF, $1}'",
		"awk '{print $2 $1}'",
		"cat",
		"sed 's/x\\?1/o/g'"};

	buf_printf(&g->out, " | %s", GEN_ONE(g, filters));
}

static inline void gen_word(struct gen *g);

static inline void gen_subst(struct gen *g)
{
	bool tick = gen_next(g, 8) == 0;

	if (g->depth > 3 || (tick && g->depth > 0)) {
		gen_put(g, "$A");
		return;
	}
	g->depth++;
	gen_put(g, tick ? "`" : "$(");
	if (tick) {
		gen_put(g, "echo $V");
	} else {
		static const char *const first[] = {"echo $V",
		                                    "echo \"$A\"",
		                                    "echo $X",
		                                    "printf %s \"$B\"",
		                                    "printf '%s\\n' $C x.y",
		                                    "echo a.b.c",
		                                    "echo -n $K",
		                                    "q"};

		gen_put(g, GEN_ONE(g, first));
	}
	while (gen_next(g, 2))
		gen_filter(g);
	gen_put(g, tick ? "`" : ")");
	g->depth--;
}

static inline void gen_piece(struct gen *g)
{
	static const char *const plain[] = {"a",     "b.c", "12",  "-",
	                                    "x=y",   ":",   "\\$", "%",
	                                    "1.2.3", "+",   "@"};
	static const char *const odd[] = {"'a b'", "\"c  d\"", "''",   "\\ ",
	                                  "'$A'",  "\"\"",     "[z]*", "'*'"};
	static const char *const bash_only[] = {"{a,b}",       "{x,}",
	                                        "\"${L[@]}\"", "${L[1]}",
	                                        "${#L[@]}",    "$'u v'",
	                                        "\"${L[*]}\"", "${L[@]}"};
	static const char *const math[] = {"$((1+2))", "$((K*3-1))",
	                                   "$(( (K+1)%2 ))", "$((7/2))"};

	switch (gen_next(g, g->bash ? 9 : 8)) {
	case 0:
	case 1:
		gen_put(g, GEN_ONE(g, plain));
		return;
	case 2:
		gen_put(g, GEN_ONE(g, odd));
		return;
	case 3:
		gen_param(g);
		return;
	case 4:
		gen_put(g, "\"");
		gen_param(g);
		gen_put(g, gen_next(g, 2) ? "\"" : ".\"");
		return;
	case 5:
		gen_subst(g);
		return;
	case 6:
		gen_put(g, "\"");
		gen_subst(g);
		gen_put(g, "\"");
		return;
	case 7:
		gen_put(g, GEN_ONE(g, math));
		return;
	default:
		gen_put(g, GEN_ONE(g, bash_only));
	}
}

static inline void gen_word(struct gen *g)
{
	do
		gen_piece(g);
	while (gen_next(g, 3) == 0);
}

static inline void gen_call(struct gen *g)
{
	static const char *const before[] = {"",           "",
	                                     "",           "",
	                                     "env ",       "",
	                                     "command ",   "env B=2 ",
	                                     "timeout 9 ", "nice -n 1 "};

	gen_put(g, GEN_ONE(g, before));
	buf_printf(&g->out, "%s %u", gen_next(g, 5) ? "p" : "q", ++g->label);
	for (unsigned n = gen_next(g, 3); n; n--) {
		gen_put(g, " ");
		gen_word(g);
	}
}

static inline void gen_assign(struct gen *g)
{
	static const char *const names[] = {"A", "B", "C"};

	buf_printf(&g->out, "%s%s%s", gen_next(g, 6) ? "" : "export ",
	           GEN_ONE(g, names), g->bash && !gen_next(g, 8) ? "+=" : "=");
	gen_word(g);
}

static inline void gen_test(struct gen *g)
{
	static const char *const tests[] = {"[ \"$A\" = a ]",
	                                    "[ -n \"$B\" ]",
	                                    "[ -z \"$X\" ]",
	                                    "[ \"$X\" = a ]",
	                                    "[ $K -lt 5 ]",
	                                    "[ \"$V\" != 12 ]",
	                                    "test \"$A\" = \"$B\"",
	                                    "[ ! \"$C\" = b.c ]",
	                                    "[ -e /nowhere ]",
	                                    "[ -n \"$A\" -a $K = 4 ]",
	                                    "[ \"$A\" ]",
	                                    "true",
	                                    "false",
	                                    "q 0",
	                                    "! q 0",
	                                    "[ -z \"$C\" ] || [ $K -gt 3 ]",
	                                    "[ \"$K\" -eq 4 ] && p 0"};
	static const char *const bash_tests[] = {
		"[[ $V == 12.* ]]",
		"[[ $X == a* ]]",
		"[[ $A == \"$B\" ]]",
		"[[ $V =~ ^[0-9]+\\.[0-9]+ ]]",
		"[[ -z $C || ( $K -ge 4 && $A != b ) ]]",
		"[[ ! -n $X ]]",
		"(( K > 3 ))",
		"[[ $A ]]"};

	if (g->bash && gen_next(g, 3) == 0)
		gen_put(g, GEN_ONE(g, bash_tests));
	else
		gen_put(g, GEN_ONE(g, tests));
}

static inline void gen_list(struct gen *g, unsigned n);

static inline void gen_case(struct gen *g)
{
	static const char *const of[] = {"$V", "$X", "\"$A\"", "$B$K", "$C"};
	static const char *const patterns[] = {"12.*",    "a|b",  "*b*",
	                                       "[0-9]*",  "\"\"", "?",
	                                       "'a b'",   "$K*",  "[!a-z]*",
	                                       "11.8|cu*"};

	buf_printf(&g->out, "case %s in", GEN_ONE(g, of));
	for (unsigned n = gen_next(g, 3) + 1; n; n--) {
		buf_printf(&g->out, " %s) ", GEN_ONE(g, patterns));
		gen_list(g, 1);
		gen_put(g, ";;");
	}
	if (gen_next(g, 2)) {
		gen_put(g, " *) ");
		gen_list(g, 1);
		gen_put(g, ";;");
	}
	gen_put(g, " esac");
}

static inline void gen_compound(struct gen *g)
{
	static const char *const over[] = {"a b",  "$A x",  "\"$A\" $K",
	                                   "$X y", "1 2 3", "'a b' c"};
	static const char *const whiles[] = {
		"n=0; while [ $n -lt 2 ]; do n=$((n+1)); ", "while p 0 $A; do ",
		"until q 0; do break; "};

	switch (gen_next(g, 8)) {
	case 0:
	case 1:
		gen_put(g, "if ");
		gen_test(g);
		gen_put(g, "; then ");
		gen_list(g, 2);
		if (gen_next(g, 2)) {
			gen_put(g, "; else ");
			gen_list(g, 1);
		}
		gen_put(g, "; fi");
		return;
	case 2:
		gen_case(g);
		return;
	case 3:
		buf_printf(&g->out, "for A in %s; do ", GEN_ONE(g, over));
		gen_list(g, 2);
		if (gen_next(g, 3) == 0) {
			gen_put(g, "; ");
			gen_test(g);
			gen_put(g,
			        gen_next(g, 2) ? " && break" : " && continue");
			gen_put(g, "; ");
			gen_list(g, 1);
		}
		gen_put(g, "; done");
		return;
	case 4:
		gen_put(g, GEN_ONE(g, whiles));
		gen_list(g, 1);
		gen_put(g, "; break; done");
		return;
	case 5:
		gen_put(g, "( ");
		gen_list(g, 2);
		gen_put(g, " )");
		return;
	case 6:
		gen_put(g, "{ ");
		gen_list(g, 2);
		gen_put(g, "; }");
		return;
	default:
		gen_put(g, "f() { ");
		gen_list(g, 1);
		gen_put(g, gen_next(g, 3) ? "; }; f " :
		                            "; return 0; p 0 r; }; f ");
		gen_word(g);
	}
}

static inline void gen_odd(struct gen *g)
{
	static const char *const odd[] = {"set -e",
	                                  "set +e",
	                                  "unset A",
	                                  "shift",
	                                  "set -- $A \"$B\" c",
	                                  "eval 'A=$B'",
	                                  "eval p 0 '$A'",
	                                  "exit 0",
	                                  "exit 1",
	                                  "false",
	                                  "true",
	                                  "A=1 B=$V p 0 \"$A\"",
	                                  "bash -c 'p 0 \"$A\" \"$V\"'",
	                                  "sh -ec 'q 0; p 0 in'",
	                                  "B=9; export B; sh -c 'p 0 \"$B\"'",
	                                  "cat <<E | xargs p 0\n$A y\nE\n",
	                                  "echo $A 1 | xargs p 0 z",
	                                  "p 0 \"$@\" $#",
	                                  "p 0 \"$1\" $2",
	                                  "read C <<E\n$A\nE\n",
	                                  "echo $V | { read C; p 0 \"$C\"; }",
	                                  "C=$(q 0; echo $K)",
	                                  "A=$(exit 3)",
	                                  "K=$(echo $V | cut -d. -f1)",
	                                  "q 0 || exit 1",
	                                  "[ -n \"$X\" ] || exit 1",
	                                  "test -n \"$A\" && p 0 t",
	                                  "cat <<'E' >/dev/null\n$A\nE\n",
	                                  "exec p 0 $A",
	                                  "IFS=.; p 0 $V",
	                                  "p 0 >/dev/null 2>&1",
	                                  "{ p 0 g; q 0; } 2>/dev/null",
	                                  "A=${X:?}",
	                                  "B=${U:-$V}; p 0 $B",
	                                  ": ${C:=dflt}; p 0 $C"};
	static const char *const bash_odd[] = {
		"set -o pipefail",
		"L=(a 'b c' $A)",
		"L+=(\"$K\")",
		"L=()",
		"A=x; read A <<< $V; p 0 $A",
		"local Z=1",
		"declare A=$B",
		"echo $V | tr . - > >(cat >/dev/null)",
		"p 0 ${L[@]/a/z}",
		"cat < <(echo $A) >/dev/null",
		"(( K += 1 )); p 0 $K",
		"for i in \"${L[@]}\"; do p 0 \"$i\"; done",
		"p 0 ${!U}"};

	if (g->bash && gen_next(g, 3) == 0)
		gen_put(g, GEN_ONE(g, bash_odd));
	else
		gen_put(g, GEN_ONE(g, odd));
}

static inline void gen_command(struct gen *g)
{
	unsigned what = gen_next(g, g->depth > 2 ? 6 : 10);

	g->depth++;
	if (what < 3)
		gen_call(g);
	else if (what < 5)
		gen_assign(g);
	else if (what < 6)
		gen_odd(g);
	else
		gen_compound(g);
	g->depth--;
}

/* Ends where a ; may stand, or after a heredoc. */
static inline void gen_list(struct gen *g, unsigned n)
{
	static const char *const joins[] = {"; ",   "; ", " && ", " && ",
	                                    " || ", "\n", " && ", " | "};

	for (n = gen_next(g, n) + 1; n; n--) {
		gen_command(g);
		if (g->out.n && g->out.p[g->out.n - 1] == '\n')
			gen_put(g, ":");
		if (n > 1)
			gen_put(g, GEN_ONE(g, joins));
	}
}

#endif
