#include "dockerfile/files.h"

#include "base/path.h"

void files_wheel_at(struct apply *ap, struct str info, struct str name,
                    struct str version)
{
	struct said *said = arena_new(ap->arena, struct said);
	bool egg = str_has_suffix(info, STR(".egg-info"));

	said->name = arena_str(ap->arena, name);
	said->version = arena_str(ap->arena, version);
	apply_file(ap,
	           arena_fmt(ap->arena, STR_F "/%s", STR_A(info),
	                     egg ? "PKG-INFO" : "METADATA"),
	           1, said);
}

/* "nvidia_cuda_runtime_cu12-12.1.105.dist-info" */
void apply_wheel(struct apply *ap, struct str site, struct str name,
                 struct str version)
{
	char space[PATH_MAX_BYTES];
	size_t n = name.n < PATH_MAX_BYTES ? name.n : PATH_MAX_BYTES;

	for (size_t i = 0; i < n; i++)
		if (name.p[i] == '-')
			space[i] = '_';
		else
			space[i] = name.p[i];
	files_wheel_at(ap,
	               arena_fmt(ap->arena, STR_F "/%.*s-" STR_F ".dist-info",
	                         STR_A(site), (int)n, space, STR_A(version)),
	               name, version);
}

void files_torch_at(struct apply *ap, struct str site, struct str version,
                    struct str cuda, bool no_cuda)
{
	struct said *said = arena_new(ap->arena, struct said);

	said->version = arena_str(ap->arena, version);
	said->cuda = arena_str(ap->arena, cuda);
	said->no_cuda = no_cuda;
	apply_file(ap,
	           arena_fmt(ap->arena, STR_F "/torch/version.py", STR_A(site)),
	           1, said);
}

void apply_torch(struct apply *ap, struct str site, struct str version,
                 struct str cuda)
{
	files_torch_at(ap, site, version, cuda, cuda.n == 0);
}
