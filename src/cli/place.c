#include "cli/place.h"

#include "base/arena.h"

#include <string.h>
#include <unistd.h>

static const char *const transports[] = {
	"docker-archive:",
	"oci-archive:",
	"oci:",
	"dir:",
};

static bool is_there(struct str path)
{
	struct arena a = {0};
	bool is = str_eq(path, STR("-")) ||
	          access(arena_cstr(&a, path), F_OK) == 0;

	arena_free(&a);
	return is;
}

/* Without skopeo's word in front. */
static struct str behind_transport(struct str arg)
{
	for (size_t i = 0; i < sizeof transports / sizeof *transports; i++)
		if (str_has_prefix(arg, str_c(transports[i])))
			return str_from(arg, strlen(transports[i]));
	return arg;
}

struct place place_of(struct str arg)
{
	struct str rest = behind_transport(arg);
	struct place whole = {.path = rest}, cut;

	if (is_there(rest) || !str_cut(rest, ':', &cut.path, &cut.name) ||
	    !is_there(cut.path))
		return whole;
	/* "ubuntu:22.04" is a registry's, whatever directories are here. */
	return rest.n < arg.n || place_is_likely(cut.path) ? cut : whole;
}

bool place_is_certain(struct str arg)
{
	return behind_transport(arg).n < arg.n || place_of(arg).name.n;
}

static bool has_any_prefix(struct str s, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (str_has_prefix(s, str_c(list[i])))
			return true;
	return false;
}

static bool has_any_suffix(struct str s, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (str_has_suffix(s, str_c(list[i])))
			return true;
	return false;
}

bool place_is_likely(struct str arg)
{
	static const char *const before[] = {"-", "/", "./", "../", "~"};
	static const char *const behind[] = {
		".tar", ".tgz", ".gz", ".tzst", ".zst", ".json", ".img", "/",
	};

	return has_any_prefix(arg, before, sizeof before / sizeof *before) ||
	       has_any_suffix(arg, behind, sizeof behind / sizeof *behind);
}
