#include "cli/docker.h"

#include "base/path.h"
#include "base/seed.h"

#include <string.h>

static int parse_pairs(struct context *c, const char *option,
                       const struct strs *from, struct pairs *out,
                       struct err *err)
{
	slice_for (struct str, s, *from) {
		struct pair *p = arena_push(&c->arena, out);

		if (!str_cut(*s, '=', &p->key, &p->value) || p->key.n == 0)
			return err_set(err, ERR_USAGE,
			               "--%s wants NAME=VALUE, not " STR_F,
			               option, STR_A(*s));
	}
	return 0;
}

static int read_options(struct context *c, struct str platform,
                        struct build_opts *out, struct err *err)
{
	const struct options *o = &c->opts;

	*out = (struct build_opts){.target = o->target, .platform = platform};
	if (parse_pairs(c, "build-arg", &o->build_arg, &out->args, err))
		return -1;
	return parse_pairs(c, "build-context", &o->build_context,
	                   &out->contexts, err);
}

/* --context; else where the file is, or nothing for standard input. */
static struct build_context context_of(struct context *c, struct str path)
{
	struct str dir = c->opts.context;
	char *name;

	if (dir.n == 0 && str_eq(path, STR("-")))
		return (struct build_context){0};
	if (dir.n == 0)
		dir = path_dir(path);
	if (dir.n == 0)
		dir = str_has_prefix(path, STR("/")) ? STR("/") : STR(".");
	name = arena_array(&c->arena, char, dir.n + 1);
	memcpy(name, dir.p, dir.n);
	return (struct build_context){name, context_file_read};
}

/* The facts of --image or --base. */
static int read_facts(struct context *c, struct str image, struct str platform,
                      const struct image_facts **out, struct err *err)
{
	struct image_want want = {image, {&platform, 1}, LAYER_DEPTH_N};
	struct image_facts *facts;

	if (images_read_one(c, &want, &c->arena, &facts, err))
		return -1;
	*out = facts;
	return 0;
}

int docker_bytes_read(struct context *c, struct str path, struct str *bytes,
                      struct err *err)
{
	return file_read(path, DOCKERFILE_MAX, &c->arena, bytes, err);
}

int docker_source_make(struct context *c, struct str path, struct str bytes,
                       struct str platform, struct docker_source *out,
                       struct err *err)
{
	*out = (struct docker_source){.path = path};
	if (read_options(c, platform, &out->build, err))
		return -1;
	out->input = (struct docker_input){.file = &out->file,
	                                   .seed = seed_new(),
	                                   .build = &out->build,
	                                   .know = &c->know,
	                                   .context = context_of(c, path)};
	if (c->opts.base.n &&
	    read_facts(c, c->opts.base, platform, &out->input.base, err))
		return -1;
	if (c->opts.image.n &&
	    read_facts(c, c->opts.image, platform, &out->built, err))
		return -1;
	if (dockerfile_parse(bytes, &c->arena, &out->file, err) ||
	    docker_image_of(&out->input, &c->arena, &out->image, err))
		return err_wrap(err, STR_F, STR_A(input_name(path)));
	return 0;
}
