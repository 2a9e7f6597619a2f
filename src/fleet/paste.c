/* What terminals, editors and logs put around the text of a program. */
#include "base/buf.h"
#include "fleet/import.h"
#include "fleet/text.h"

#include <string.h>

enum { HOST_MAX = 64, ESCAPE_MAX = 256 };

/* Bytes of a terminal's sequence (ECMA-48) that begins with ESC. */
static size_t escape_size(struct str s)
{
	bool text = s.n > 1 && s.p[1] == ']'; /* a title, up to BEL or ESC \ */
	size_t n = 2;

	if (s.n < 2 || (s.p[1] != '[' && !text))
		return s.n < 2 ? s.n : 2;
	while (n < s.n && n < ESCAPE_MAX) {
		char c = s.p[n++];

		if (text ? c == '\a' || c == '\\' : c >= '@' && c <= '~')
			return n;
	}
	return 1;
}

static size_t digits_as(struct str s, const char *shape)
{
	size_t n = 0;

	for (; shape[n]; n++) {
		const char c = (char)(n < s.n ? s.p[n] : '\0');

		if (shape[n] == '0' ? c < '0' || c > '9' :
		    shape[n] == 'T' ? c != 'T' && c != ' ' :
		                      c != shape[n])
			return 0;
	}
	return n;
}

/* "2026-11-20T10:00:00.1234567Z ", behind it what CRI adds: "stdout F ". */
static size_t stamp_size(struct str line)
{
	static const struct str streams[] = {{"stdout F ", 9},
	                                     {"stderr F ", 9},
	                                     {"stdout P ", 9}};
	size_t n = digits_as(line, "0000-00-00T00:00:00");

	if (n == 0)
		return 0;
	while (n < line.n && !strchr(" \t\n", line.p[n]))
		n++;
	if (n == line.n || line.p[n] != ' ')
		return 0;
	n++;
	for (size_t i = 0; i < sizeof streams / sizeof *streams; i++)
		if (str_has_prefix(str_from(line, n), streams[i]))
			return n + streams[i].n;
	return n;
}

static void clean_line(struct buf *out, struct str line)
{
	size_t began = 0;

	line = str_from(line, stamp_size(line));
	for (size_t i = 0; i < line.n;) {
		size_t n = line.p[i] == '\x1b' ?
		                   escape_size(str_from(line, i)) :
		                   (size_t)(line.p[i] == '\r');

		if (n) {
			buf_add(out, (struct str){line.p + began, i - began});
			began = i + n;
		}
		i += n ? n : 1;
	}
	buf_add(out, str_from(line, began));
	buf_addc(out, '\n', 1);
}

static void add_character(struct buf *out, uint32_t cp)
{
	char bytes[4];
	size_t n = cp < 0x80 ? 1 : cp < 0x800 ? 2 : cp < 0x10000 ? 3 : 4;
	static const unsigned lead[] = {0, 0, 0xc0, 0xe0, 0xf0};

	for (size_t i = n; i-- > 1; cp >>= 6)
		bytes[i] = (char)(0x80 | (cp & 0x3f));
	bytes[0] = (char)(lead[n] | cp);
	buf_add(out, (struct str){bytes, n});
}

static uint32_t unit_at(struct str s, size_t i, bool big)
{
	uint32_t a = (unsigned char)s.p[i], b = (unsigned char)s.p[i + 1];

	return big ? a << 8 | b : b << 8 | a;
}

/* PowerShell writes files so. */
static struct str of_utf16(struct str s, bool big, struct arena *a)
{
	struct buf out = {0};
	struct str text;

	for (size_t i = 2; i + 1 < s.n; i += 2) {
		uint32_t cp = unit_at(s, i, big);
		uint32_t low = i + 3 < s.n ? unit_at(s, i + 2, big) : 0;

		if (cp >= 0xd800 && cp < 0xdc00 && low >= 0xdc00 &&
		    low < 0xe000) {
			cp = 0x10000 + ((cp - 0xd800) << 10) + (low - 0xdc00);
			i += 2;
		} else if (cp >= 0xd800 && cp < 0xe000) {
			cp = 0xfffd;
		}
		add_character(&out, cp);
	}
	text = arena_str(a, buf_str(&out));
	buf_free(&out);
	return text;
}

struct str import_clean(struct str text, struct arena *a)
{
	struct buf out = {0};
	struct str line;

	if (str_has_prefix(text, STR("\xff\xfe")) ||
	    str_has_prefix(text, STR("\xfe\xff")))
		text = of_utf16(text, text.p[0] == '\xfe', a);
	if (str_has_prefix(text, STR("\xef\xbb\xbf")))
		text = str_from(text, 3);
	while (text.n && str_next(&text, '\n', &line))
		clean_line(&out, line);
	text = arena_str(a, buf_str(&out));
	buf_free(&out);
	return text;
}

static bool is_host_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
}

static struct str host_at(struct str s)
{
	size_t n = 0;

	while (n < s.n && is_host_byte(s.p[n]))
		n++;
	return (struct str){s.p, n <= HOST_MAX ? n : 0};
}

/* Docker names a container by the first 12 digits of its id. */
static bool is_container_id(struct str host)
{
	size_t n = 0;

	while (n < host.n && strchr("0123456789abcdef", host.p[n]))
		n++;
	return n == 12 && host.n == 12;
}

/* What runs its command somewhere else. */
static bool goes_elsewhere(struct str command)
{
	static const char *const words[] = {"ssh ",   "kubectl ", "oc ",
	                                    "srun ",  "pdsh ",    "ansible ",
	                                    "gcloud "};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (text_find(command, str_c(words[i])) != SIZE_MAX)
			return true;
	return false;
}

/* "user@host:~$ nvidia-smi", "(base) [user@host ~]$ nvidia-smi" */
static bool prompt(struct str line, struct str *host)
{
	size_t at = text_find((struct str){line.p, line.n < 80 ? line.n : 80},
	                      STR("@"));
	struct str rest;
	size_t n = 0;

	if (at == 0 || at == SIZE_MAX || !is_host_byte(line.p[at - 1]))
		return false;
	rest = str_from(line, at + 1);
	*host = host_at(rest);
	rest = str_from(rest, host->n);
	if (host->n == 0 || rest.n == 0 || !strchr(": ]", rest.p[0]))
		return false;
	while (n < rest.n && !strchr("$#%", rest.p[n]))
		n++;
	if (n == rest.n)
		return false;
	if (is_container_id(*host) || goes_elsewhere(str_from(rest, n)))
		*host = (struct str){0};
	return true;
}

/* "gpu-07 | CHANGED | rc=0 >>" */
static bool ansible(struct str line, struct str *host)
{
	*host = host_at(line);
	return host->n && str_has_prefix(str_from(line, host->n), STR(" | ")) &&
	       str_contains(line, STR(" | rc=0 >>"));
}

/* "==> logs/gpu-07.txt <==" */
static bool heading(struct str line, struct str *host)
{
	static const struct str ends[] = {{".txt", 4},  {".log", 4},
	                                  {".out", 4},  {".xml", 4},
	                                  {".json", 5}, {".csv", 4}};
	struct str name, tail;

	if (!str_has_prefix(line, STR("==> ")) ||
	    !str_has_suffix(line, STR(" <==")) || line.n < 9)
		return false;
	name = (struct str){line.p + 4, line.n - 8};
	while (str_cut(name, '/', host, &tail))
		name = tail;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (str_has_suffix(name, ends[i]))
			name.n -= ends[i].n;
	*host = host_at(name);
	return host->n == name.n;
}

bool import_host(struct str line, struct str *host)
{
	line = str_trim(line);
	*host = (struct str){0};
	return prompt(line, host) || ansible(line, host) || heading(line, host);
}
