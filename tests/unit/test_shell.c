#include "shell_dump.h"

#include "dockerfile/parse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct row {
	const char *shell; /* "bash", "sh", with options */
	const char *env;
	const char *script;
	const char *want; /* shell_dump.h */
};

static struct texts words_of(struct arena *a, const char *s)
{
	struct str rest = str_c(s), word;
	struct texts out = {0};

	while (str_next(&rest, ' ', &word))
		*arena_push(a, &out) = text_of(a, TEXT_MADE, word);
	*arena_push(a, &out) = text_of(a, TEXT_MADE, STR("-c"));
	return out;
}

static void check(const struct row *r)
{
	struct arena a = {0};
	struct scope s;
	struct str bytes = str_c(r->script);
	struct text script = text_of_file(&a, bytes, 0, bytes.n);
	struct shell_result out;
	struct buf b = {0};

	scope_of(&s, &a, r->env);
	shell_read(&(struct shell_input){.shell = words_of(&a, r->shell),
	                                 .env = &s,
	                                 .cwd = STR("/w")},
	           &script, &a, &out);
	dump_result(&out, &b);
	if (strcmp(b.p ? b.p : "", r->want) != 0)
		print_error("script: %s\n  want: %s\n   got: %s\n", r->script,
		            r->want, b.p ? b.p : "");
	assert_string_equal(b.p ? b.p : "", r->want);
	buf_free(&b);
	arena_free(&a);
}

#define TABLE(name, ...)                                                \
	static const struct row name##_rows[] = {__VA_ARGS__};          \
	static void name(void **state)                                  \
	{                                                               \
		(void)state;                                            \
		for (size_t i = 0;                                      \
		     i < sizeof name##_rows / sizeof *name##_rows; i++) \
			check(&name##_rows[i]);                         \
	}

/* clang-format off */

/* dockerfile.md C2: how versions are put into words. */
TABLE(idioms,
	{"bash", "V=12.1.1", "p cu${V}", "p cu12.1.1"},
	{"bash", "V=12.1.1", "p ${V%.*}", "p 12.1"},
	{"bash", "V=12.1.1", "p ${V%%.*}", "p 12"},
	{"bash", "V=12.1.1", "p ${V#*.}", "p 1.1"},
	{"bash", "V=12.1.1", "p ${V##*.}", "p 1"},
	{"bash", "V=12.1", "p cuda-nvcc-${V//./-}", "p cuda-nvcc-12-1"},
	{"bash", "V=12.1", "p cu${V//.}", "p cu121"},
	{"bash", "V=12.1.0", "p cu${V/./}", "p cu121.0"},
	{"bash", "V=12.1.1", "p cu$(echo $V | cut -d. -f1,2 | tr -d '.')", "~echo 12.1.1; ~cut -d. -f1,2; ~tr -d .; p cu121"},
	{"sh", "V=12.1.1", "p `echo $V | cut -d. -f1`", "~echo 12.1.1; ~cut -d. -f1; p 12"},
	{"sh", "V=12.1.1", "p cu$(echo ${V} | cut -d '.' -f 1-2 | sed 's/\\.//g')", "~echo 12.1.1; ~cut -d . -f 1-2; ~sed s/\\.//g; p cu121"},
	{"sh", "V=12.1.1", "p $(echo $V | awk -F. '{print $1\"-\"$2}')", "~echo 12.1.1; ~awk -F. '{print $1\"-\"$2}'; p 12-1"},
	{"sh", "V=12.1.1", "p $(echo $V | awk -F'.' '{print $1 $2}')", "~echo 12.1.1; ~awk -F. '{print $1 $2}'; p 121"},
	{"sh", "V=12.1.1", "p $(echo \"$V\" | sed -E 's/([0-9]+)\\.([0-9]+).*/\\1\\2/')", "~echo 12.1.1; ~sed -E s/([0-9]+)\\.([0-9]+).*/\\1\\2/; p 121"},
	{"sh", "V=12.1.1", "p $(printf %s $V | tr . -)", "~printf %s 12.1.1; ~tr . -; p 12-1-1"},
	{"bash", "V=12.1.1", "p $(cut -d. -f1 <<< $V)", "~cut -d. -f1; p 12"},
	{"sh", "V=12.1.1", "M=$(echo $V | head -c 4); p $M", "~echo 12.1.1; ~head -c 4; p {%|-} ..."},
	{"sh", "A=cu121", "p torch==2.1.0+$A --index-url https://x/whl/$A", "p torch==2.1.0+cu121 --index-url https://x/whl/cu121"},
	{"sh", "A", "p \"torch==$A\"", "p torch==%"},
	{"sh", "A", "p torch==$A", "p torch==% ..."},
	{"sh", "A", "p \"$A\"-x", "p %"},
	{"sh", "U", "X=; [ \"$U\" ] && X=foo; p \"$(echo a $X b)\"", "~echo a {foo|-} b; p %"},
	{"sh", "", "p ${A:-cu121}", "p cu121"},
	{"sh", "A=cu118", "p ${A:-cu121}", "p cu118"},
	{"sh", "A=", "p ${A:-cu121} \"${A-x}\"", "p cu121 ''"},
	{"sh", "A=", "p ${A:+x} y${A+x}", "p yx"},
	{"sh", "A", "p \"${A:-cu121}\"", "p {cu121|%}"},
	{"sh", "", "p ${A:=b} $A", "p b b"},
	{"sh", "A=abc", "p ${#A}", "p 3"},
	{"bash", "A=CU121", "p ${A,,} ${A,}", "p cu121 cU121"},
	{"bash", "A=cu121", "p ${A^^} ${A^}", "p CU121 Cu121"},
	{"bash", "A=12.1.1", "p ${A:0:4} ${A:3} ${A: -1} ${A:0:-2}", "p 12.1 1.1 1 12.1"},
	{"bash", "A=x,B=A", "p ${!B}", "p x"},
	{"bash", "A=foo.tar.gz", "p ${A/#foo/bar} ${A/%gz/xz}", "p bar.tar.gz foo.tar.xz"},
	{"bash", "", "p ${!X}", "?p {%|-} ..."},
	{"sh", "A=/usr/local/cuda-12.1/bin", "p $(basename $A) $(dirname $A)", "~basename /usr/local/cuda-12.1/bin; ~dirname /usr/local/cuda-12.1/bin; p bin /usr/local/cuda-12.1"},
)

TABLE(filters,
	{"bash", "", "p $(echo a-b_c | tr -- - _)", "~echo a-b_c; ~tr -- - _; p {%|-} ..."},
	{"bash", "", "p $(echo aXbX | tr X .)", "~echo aXbX; ~tr X .; p a.b."},
	{"bash", "", "p $(echo CU121 | tr '[:upper:]' '[:lower:]')", "~echo CU121; ~tr [:upper:] [:lower:]; p cu121"},
	{"bash", "", "p $(echo cu121 | tr a-z A-Z)", "~echo cu121; ~tr a-z A-Z; p CU121"},
	{"bash", "", "p $(echo v12.1 | tr -cd '0-9.')", "~echo v12.1; ~tr -cd 0-9.; p 12.1"},
	{"bash", "", "p \"$(echo a  b)\"", "~echo a b; p 'a b'"},
	{"bash", "", "p $(echo 'a  b')", "~echo 'a  b'; p a b"},
	{"bash", "", "p \"$(echo 'a   b' | tr -s ' ')\"", "~echo 'a   b'; ~tr -s ' '; p 'a b'"},
	{"bash", "", "p $(printf '%s-%s' a b)", "~printf %s-%s a b; p a-b"},
	{"bash", "", "p $(printf '%s\\n' a b | head -n 1)", "~printf %s\\n a b; ~head -n 1; p a"},
	{"bash", "", "p $(printf '%s\\n' a b c | tail -n1)", "~printf %s\\n a b c; ~tail -n1; p c"},
	{"bash", "", "p $(printf '%s\\n' a b c | tail -n +2)", "~printf %s\\n a b c; ~tail -n +2; p b c"},
	{"bash", "", "p $(echo a:b:c | cut -d: -f2-)", "~echo a:b:c; ~cut -d: -f2-; p b:c"},
	{"bash", "", "p $(echo abc | cut -c1-2)", "~echo abc; ~cut -c1-2; p ab"},
	{"bash", "", "p $(echo a.b | sed 's/\\./-/;s/a/x/')", "~echo a.b; ~sed s/\\./-/;s/a/x/; p x-b"},
	{"bash", "", "p $(echo a/b | sed 's|/|-|')", "~echo a/b; ~sed s|/|-|; p a-b"},
	{"bash", "", "p $(echo aab | sed 's/a*/x/')", "~echo aab; ~sed s/a*/x/; p xb"},
	{"bash", "", "p $(echo a | sed 's/a/[&]/')", "~echo a; ~sed s/a/[&]/; p [a]"},
	{"bash", "", "p $(echo a | sed 's/\\(a\\|b\\)/x/')", "~echo a; ~sed s/\\(a\\|b\\)/x/; p {%|-} ..."},
	{"bash", "", "p $(echo a b c | awk '{print $2}')", "~echo a b c; ~awk '{print $2}'; p b"},
	{"bash", "", "p $(echo a b c | awk '{print $NF}')", "~echo a b c; ~awk '{print $NF}'; p c"},
	{"bash", "", "p $(echo a b | awk '{print length($1)}')", "~echo a b; ~awk '{print length($1)}'; p {%|-} ..."},
	{"bash", "", "p $(nvcc --version | sed s/a/b/)", "~nvcc --version; ~sed s/a/b/; p {%|-} ..."},
	{"bash", "", "p $(cat <<E\nx\nE\n)", "~cat; p x"},
	{"sh", "", "p \"$(echo 'a\\nb')\"", "~echo a\\nb; p %"},
	{"sh", "", "p \"$(echo -e a)\"", "~echo -e a; p %"},
	{"bash", "", "p \"$(echo -n a)\"", "~echo -n a; p a"},
)

TABLE(words,
	{"sh", "", "p 'a b' \"c d\" e\\ f", "p 'a b' 'c d' 'e f'"},
	{"sh", "", "p a'b'\"c\"d", "p abcd"},
	{"sh", "", "p \"a\\\"b\\$c\\d\"", "p a\"b$c\\d"},
	{"sh", "", "p a \\\n b", "p a b"},
	{"sh", "", "p a\\\nb", "p ab"},
	{"sh", "", "p a # b", "p a"},
	{"sh", "", "p a#b", "p a#b"},
	{"sh", "A=a b", "p $A \"$A\"", "p a b 'a b'"},
	{"sh", "A= a ", "p x$A'y'", "p x a y"},
	{"sh", "A=", "p $A \"$A\" ''", "p '' ''"},
	{"sh", "", "p $ a$", "p $ a$"},
	{"sh", "", "p \"a$\"", "p a$"},
	{"sh", "", "p ''", "p ''"},
	{"sh", "", "p *.txt", "p *.txt"},
	{"bash", "", "p a{b,c}d", "p abd acd"},
	{"bash", "", "p cuda-{nvcc,cudart}-12-1", "p cuda-nvcc-12-1 cuda-cudart-12-1"},
	{"bash", "", "p libcudnn8{,-dev}=8.9", "p libcudnn8=8.9 libcudnn8-dev=8.9"},
	{"bash", "", "p {a,b}{1,2}", "p a1 a2 b1 b2"},
	{"bash", "", "p {a} {} a,b \"{a,b}\"", "p {a} {} a,b {a,b}"},
	{"bash", "", "p {1..3}", "p {%|-} ..."},
	{"sh", "", "p a{b,c}", "p {a{b,c}|%} ..."},
	{"bash", "", "p $'a b'", "p 'a b'"},
	{"bash", "", "p $'a\\nb'", "p %"},
	{"bash", "", "p $((1 + 2 * 3)) $(( (7 - 1) / 2 ))", "p 7 3"},
	{"bash", "A=4", "p $((A * 2)) $(($A+1))", "p 8 5"},
	{"bash", "", "p $((X++)) $((1 == 1))", "p {%|-} {%|-} ..."},
	{"bash", "", "p <(q)", "~q; p %"},
	{"bash", "HOME=/root", "p ~ ~/x a~ '~'", "p /root /root/x a~ ~"},
	{"sh", "", "p ~/x", "p %"},
	{"sh", "", "p $HOME", "p {%|-} ..."},
	{"sh", "", "p $1 $# $@", "p 0"},
)

TABLE(lists,
	{"sh", "", "a && b", "a; b"},
	{"sh", "", "a; b", "~a; b"},
	{"sh", "", "a\nb", "~a; b"},
	{"sh", "", "a || b", "~a; ?b"},
	{"sh", "", "a || true", "~a"},
	{"sh", "", "a && b || c", "~a; ?~b; ?c"},
	{"sh", "", "(a || b) && c", "~a; ?b; c"},
	{"sh", "", "a && b; c", "~a; ?~b; c"},
	{"sh", "", "a || exit 1; b", "a; b"},
	{"sh", "", "a || { echo no; exit 1; }; b", "a; ?~echo no; b"},
	{"sh", "", "set -e; a; b", "a; b"},
	{"sh", "", "set -e; a && b; c", "~a; ?b; c"},
	{"sh", "", "set -eux\na\nb || true\nc", "a; ~b; c"},
	{"sh", "", "set -e; set +e; a; b", "~a; b"},
	{"bash -e", "", "a; b", "a; b"},
	{"sh", "", "a | b", "~a; b"},
	{"bash -o pipefail", "", "a | b", "a; b"},
	{"bash", "", "set -euo pipefail; a | b; c", "a; b; c"},
	{"sh", "", "! a; b", "~a; b"},
	{"sh", "", "a & b", "~a; b"},
	{"sh", "", "(a; b) && c", "~a; b; c"},
	{"sh", "", "{ a; b; } && c", "~a; b; c"},
	{"sh", "", "true && a", "a"},
	{"sh", "", "false && a", ""},
	{"sh", "", "false || a", "a"},
	{"sh", "", "true || a", ""},
	{"sh", "", "a; exit 0; b", "~a"},
	{"sh", "", "a && exit 0; b", "~a; ?b"},
	{"sh", "", "if a; then exit 0; fi; b", "~a; ?b"},
	{"sh", "", "if a; then exit 1; fi; b", "~a; b"},
	{"sh", "", "(set -e; a; b); c", "~a; ?~b; c"},
	{"bash", "", "time a", "a"},
	{"sh", "", "A=1; p $A", "p 1"},
	{"sh", "", "A=1 p $A", "p"},
	{"sh", "", "a && A=1; p $A", "~a; p {1|-}"},
	{"sh", "", "A=1; (A=2; p $A); p $A", "~p 2; p 1"},
	{"sh", "", "A=1; { A=2; }; p $A", "p 2"},
	{"sh", "", "A=1; echo | A=2; p $A", "~echo; p 1"},
	{"sh", "", "A=$(a) && p \"$A\"", "a; p %"},
	{"sh", "", "A=$(a; b) && p x", "~a; b; p x"},
)

TABLE(branches,
	{"sh", "X=true", "if [ \"$X\" = \"true\" ]; then p 1; else p 2; fi", "p 1"},
	{"sh", "X=false", "if [ \"$X\" = \"true\" ]; then p 1; else p 2; fi", "p 2"},
	{"sh", "X", "if [ \"$X\" = \"true\" ]; then p 1; else p 2; fi", "?p 1; ?p 2"},
	{"sh", "X=b", "if [ $X = a ]; then p 1; elif [ $X = b ]; then p 2; else p 3; fi", "p 2"},
	{"sh", "X=1", "if [ -n \"$X\" ]; then p 1; fi", "p 1"},
	{"sh", "X=", "if [ -n \"$X\" ]; then p 1; fi", ""},
	{"sh", "X=", "[ -z \"$X\" ] && p 1", "p 1"},
	{"sh", "X=1", "[ -z \"$X\" ] || p 1", "p 1"},
	{"bash", "X=12.1.1", "if [[ $X == 12.* ]]; then p 1; else p 2; fi", "p 1"},
	{"bash", "X=11.8", "if [[ $X == 12.* ]]; then p 1; else p 2; fi", "p 2"},
	{"bash", "X=12.1", "[[ $X =~ ^12\\.[0-9]+$ ]] && p 1", "p 1"},
	{"bash", "X=a,Y=", "if [[ -n $X && -z $Y ]]; then p 1; fi", "p 1"},
	{"bash", "X=a", "if [[ $X == b || ( $X == a && ! $X == c ) ]]; then p 1; fi", "p 1"},
	{"bash", "X=a*", "[[ $X == 'a*' ]] && p 1", "p 1"},
	{"sh", "X=11", "if test $X -lt 12; then p 1; else p 2; fi", "p 1"},
	{"sh", "X=11", "if [ $X -ge 11 -a $X -ne 12 ]; then p 1; else p 2; fi", "p 1"},
	{"sh", "X=a", "if [ ! $X = b ]; then p 1; fi", "p 1"},
	{"sh", "", "if [ -f /x ]; then p 1; fi; q", "?~p 1; q"},
	{"sh", "X=a", "if [ $X == a ]; then p 1; fi", "?p 1"},
	{"sh", "X=11.8.0", "case $X in 11.8*) A=cu118;; 12.*) A=cu121;; *) exit 1;; esac; p $A", "p cu118"},
	{"sh", "TARGETPLATFORM=linux/amd64", "case ${TARGETPLATFORM} in \"linux/arm64\") p cpu;; linux/amd64|x) p cu121;; esac", "p cu121"},
	{"sh", "X", "case $X in a) A=1;; b) A=2;; *) echo no; exit 1;; esac; p $A", "?~echo no; p {1|2}"},
	{"sh", "X", "case $X in a) A=1;; b) A=2;; esac; p $A", "p {1|2|-}"},
	{"sh", "X=z", "case $X in [a-m]) p 1;; [!a-m]) p 2;; esac", "p 2"},
	{"sh", "X=a", "case $X in (a) p 1 ;; (*) p 2 ; esac", "p 1"},
	{"sh", "", "if a; then A=1; else A=2; fi; p v$A", "~a; p {v1|v2}"},
	{"sh", "", "if a; then A=1; else A=2; fi; if [ $A = 1 ]; then p x; fi", "~a; ?p x"},
	{"sh", "", "if a; then A=1; else A=1; fi; if [ $A = 1 ]; then p x; fi", "~a; p x"},
	{"sh", "", "for v in a b c; do p $v; done", "~p a; ~p b; p c"},
	{"sh", "L=a b", "for v in $L x; do p $v; done", "~p a; ~p b; p x"},
	{"sh", "L", "for v in $L; do p $v; done", "?~p {%|-} ..."},
	{"sh", "", "for v in a b; do [ $v = a ] && continue; p $v; done", "p b"},
	{"sh", "", "for v in a b c; do if [ $v = b ]; then break; fi; p $v; done; q", "~p a; q"},
	{"sh", "", "for v in a b; do if x; then break; fi; p $v; done; q", "~x; ?~p a; ?~x; ?~p b; q"},
	{"sh", "", "while a; do p; A=1; done; q $A", "~a; ?~p; q {1|%|-} ..."},
	{"sh", "", "until a; do p; done", "~a; ?~p"},
	{"sh", "", "while false; do p; done; q", "q"},
	{"bash", "", "for i in {1..3}; do p $i; done", "?~p {%|-} ..."},
	{"sh", "", "for d in /usr/local/cuda*/compat; do rm -rf \"$d\"; done", "rm -rf /usr/local/cuda*/compat"},
)

TABLE(builtins,
	{"bash", "", "f() { p \"$1\"; }; f a && f b", "p a; p b"},
	{"bash", "", "function f { p $#; }; f a b c", "p 3"},
	{"bash", "", "f() { local A=1; p $A; }; A=0; f; p $A", "~p 1; p 0"},
	{"bash", "", "f() { if [ $1 = a ]; then return 0; fi; p $1; }; f a; f b", "p b"},
	{"bash", "", "f() { f; }; q; f", "?~q !"},
	{"bash", "", "a=(x y z); p ${a[@]} \"${a[1]}\" ${#a[@]} $a", "p x y z y 3 x"},
	{"bash", "", "a=(x 'y z'); a+=(w); p \"${a[@]}\"", "p x 'y z' w"},
	{"bash", "", "a=(x y); p \"${a[*]}\" \"${a[@]/x/q}\"", "p 'x y' q y"},
	{"bash", "", "a=(); p \"${a[@]}\" x", "p x"},
	{"bash", "", "declare -A m=([a]=1); p ${m[a]}", "p {%|-} ..."},
	{"bash", "", "for v in \"${P[@]}\"; do p $v; done", ""},
	{"sh", "", "export A=1; p $A", "p 1"},
	{"sh", "", "export A=1 B=$A; p $B", "p"},
	{"sh", "A=x y", "export B=$A; p \"$B\"", "p {'x y'|%}"},
	{"bash", "A=x y", "export B=$A; p \"$B\"", "p 'x y'"},
	{"sh", "A=1", "unset A; p \"$A\"", "p ''"},
	{"sh", "", "set -- a b; shift; p $1 $#", "p b 1"},
	{"sh", "", "set -- a 'b c'; p \"$@\" \"$*\"", "p a 'b c' 'a b c'"},
	{"sh", "A=1", "eval 'p $A'; eval B=2; p $B", "~p 1; p 2"},
	{"sh", "A=1", ". ./env; p \"$A\"", "~. ./env; p {1|%}"},
	{"bash", "A=1", "source x && B=2 && p \"$A\" $B", "source x; p {1|%} 2"},
	{"sh", "", "read A; p \"$A\"", "p {''|%}"},
	{"sh", "", "sudo -H p a", "p a"},
	{"sh", "", "sudo -u x A=1 p $A", "p"},
	{"sh", "", "env A=1 B=2 p a", "p a"},
	{"sh", "", "exec p a; q", "p a"},
	{"sh", "", "timeout 10 nice -n 5 p a", "p a"},
	{"sh", "", "command -v p", "command -v p"},
	{"sh", "", "command p", "p"},
	{"sh", "", "echo a b | xargs p x", "~echo a b; p x a b"},
	{"sh", "", "dpkg -l | awk '/x/{print $2}' | xargs -r apt-get purge -y", "~dpkg -l; ~awk '/x/{print $2}'; ?apt-get purge -y ..."},
	{"sh", "A=1", "bash -c 'p $A ${V//./-}' && sh -ec \"p $A; q\"", "p 1; p 1; q"},
	{"sh", "", "B=1; bash -c 'p \"$B\"'; export B; bash -c 'p \"$B\"'", "~p ''; p 1"},
	{"sh", "", "A=2 bash -c 'p $A $0 $1' x y", "p 2 {%|-} y ..."},
	{"sh", "", "bash <<'E'\np a\np b\nE", "~p a; p b"},
	{"sh", "X", "bash -c \"$X\"", "bash -c %"},
	{"sh", "", "trap 'rm x' EXIT; p", "?~rm x; p"},
	{"bash", "", "printf -v A %s x; p \"$A\"", "p %"},
	{"bash", "", "[[ a == a ]] && let X=1; p \"$X\"", "p %"},
	{"bash", "", "((1 > 0)) && p 1", "p 1"},
	{"bash", "", "cat > /x <<E\na\nE\np", "~cat; p"},
)

TABLE(bad,
	{"sh", "", "if a; then b", " !"},
	{"sh", "", "a; )", "?~a !"},
	{"sh", "", "p 'x", " !"},
	{"powershell", "", "p", " !"},
	{"cmd", "", "p", " !"},
	{"zsh", "", "p", " !"},
	{"sh", "", "", ""},
	{"sh", "", "# only", ""},
)
/* clang-format on */

/* What stands in the file can be edited there, through pipes as well. */
static void origin(void **state)
{
	struct str file = str_c("A=12.1.0; p t+cu$(echo $A | cut -d. -f1,2 | "
	                        "tr -d .) ${A%.*}");
	struct arena a = {0};
	struct text script = text_of_file(&a, file, 0, file.n), t;
	struct shell_result r;
	struct spans spans;
	struct span span;
	struct scope s;

	(void)state;
	scope_init(&s, &a);
	shell_read(&(struct shell_input){.env = &s}, &script, &a, &r);
	assert_int_equal(r.commands.n, 4);
	assert_true(value_one(&r.commands.v[3].argv.v[1], &t));
	assert_true(str_eq(t.s, STR("t+cu121")));
	assert_true(text_spans(&t, 4, 3, &a, &spans));
	assert_int_equal(spans.n, 2);
	assert_int_equal(spans.v[0].offset, 2);
	assert_int_equal(spans.v[0].n, 2);
	assert_int_equal(spans.v[1].offset, 5);
	assert_true(value_one(&r.commands.v[3].argv.v[2], &t));
	assert_true(text_span(&t, 0, t.s.n, &span));
	assert_int_equal(span.offset, 2);
	assert_int_equal(span.n, 4);
	arena_free(&a);
}

static const struct {
	const char *run, *want;
} runs[] = {
	{"RUN p a && \\\n  # no\n  p b\n", "p a; p b"},
	{"RUN <<EOF\np a\np $V\nEOF\n", "~p a; p 1"},
	{"RUN <<-EOF\n\tp a\n\tEOF\n", "p a"},
	{"RUN <<EOF\n#!/bin/bash -e\np a\np b\nEOF\n", "p a; p b"},
	{"RUN <<EOF\n#!/usr/bin/env bash\np {a,b}\nEOF\n", "p a b"},
	{"RUN <<EOF\n#!/usr/bin/python3\nimport x\nEOF\n", " !"},
	{"RUN bash -e <<EOF\np a\np $V\nEOF\n", "p a; p 1"},
	{"RUN cat <<A >x && p <<B\n1\nA\n2\nB\n", "cat; p"},
	{"RUN python3 - <<EOF\nimport x\nEOF\n", "python3 -"},
	{"RUN [\"p\", \"$V\", \"a b\"]\n", "p $V 'a b'"},
	{"RUN [\"/bin/bash\", \"-c\", \"p $V; p b\"]\n", "~p 1; p b"},
	{"RUN [\"cd\", \"/x\"]\n", "cd /x"},
};

static void of_run(const char *run, const char *want)
{
	struct arena a = {0};
	struct dockerfile d;
	struct shell_result r;
	struct scope s;
	struct buf b = {0};
	struct err err;

	scope_of(&s, &a, "V=1");
	assert_int_equal(dockerfile_parse(str_c(run), &a, &d, &err), 0);
	shell_read_run(&(struct shell_input){.env = &s, .escape = d.escape},
	               &d.instrs.v[0], &a, &r);
	dump_result(&r, &b);
	if (strcmp(b.p ? b.p : "", want) != 0)
		print_error("of: %s\n", run);
	assert_string_equal(b.p ? b.p : "", want);
	buf_free(&b);
	arena_free(&a);
}

static void instructions(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
		of_run(runs[i].run, runs[i].want);
}

/* A shell text of parts that each hold a number, and what it took. */
struct flood {
	struct arena arena;
	struct shell_result out;
};

static struct flood flood(const char *head, const char *part, int n)
{
	struct flood f = {0};
	struct buf b = {0};
	struct text script;
	struct str bytes;
	struct scope s;

	buf_add(&b, str_c(head));
	for (int i = 0; i < n; i++)
		buf_add(&b, arena_fmt(&f.arena, part, 1000 + i));
	bytes = arena_str(&f.arena, buf_str(&b));
	buf_free(&b);
	scope_of(&s, &f.arena, "");
	script = text_of_file(&f.arena, bytes, 0, bytes.n);
	shell_read(&(struct shell_input){.env = &s}, &script, &f.arena, &f.out);
	return f;
}

/* Words that are joined take room once. */
static void joined(void **state)
{
	static const char *const heads[] = {"echo", "printf '%s '",
	                                    "set -- a; echo \"$@\"",
	                                    "eval echo"};

	(void)state;
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
		struct flood f = flood(heads[i], " w%d", 10000);
		struct text t;

		assert_false(f.out.unreadable);
		assert_int_equal(f.out.commands.n, 1);
		assert_true(value_one(&f.out.commands.v[0].output, &t));
		assert_true(t.s.n > 60000 && t.s.n < 65536);
		assert_in_range(f.arena.used, 1, 32 << 20);
		arena_free(&f.arena);
	}
}

/* What grows with each command is followed only so far. */
static void memory(void **state)
{
	struct flood f = flood("", "E=$(echo $E w%d);", 2700);

	(void)state;
	assert_true(f.out.unreadable && f.out.cut);
	assert_true(str_eq(f.out.problems.v[0].what,
	                   STR("it takes too much memory to follow")));
	assert_in_range(f.arena.used, 1, SHELL_MEMORY_MAX + (8 << 20));
	arena_free(&f.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(joined),       cmocka_unit_test(memory),
		cmocka_unit_test(idioms),       cmocka_unit_test(filters),
		cmocka_unit_test(words),        cmocka_unit_test(lists),
		cmocka_unit_test(branches),     cmocka_unit_test(builtins),
		cmocka_unit_test(bad),          cmocka_unit_test(origin),
		cmocka_unit_test(instructions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
