#include "cli/formats.h"
#include "cli/images.h"

#include "report/diagnosis.h"

static bool is_json(struct str format)
{
	return str_eq(format, STR("json"));
}

static int check_args(const struct context *c, struct err *err)
{
	const struct options *o = &c->opts;
	bool from_stdin = o->paste.n == 0 || str_eq(o->paste, STR("-"));

	if (o->args.n > 1)
		return err_set(err, ERR_USAGE,
		               "diagnose takes one image; the paste is on "
		               "standard input, or in --paste FILE");
	if (o->args.n && from_stdin && str_eq(o->args.v[0], STR("-")))
		return err_set(err, ERR_USAGE,
		               "standard input is the paste: put that into a "
		               "file, --paste FILE, or the image");
	if (o->password_stdin && from_stdin)
		return err_set(err, ERR_USAGE,
		               "standard input is the paste: with "
		               "--password-stdin that is --paste FILE");
	return formats_check(c, FORMATS_PLAIN, err);
}

/* The image on the host that the paste reveals. */
static int predict_image(struct context *c, const struct paste *paste,
                         struct diagnosis_report *r, struct err *err)
{
	struct image_want want = {.path = c->opts.args.v[0],
	                          .platforms = c->opts.platform,
	                          .depth = LAYER_FULL};
	struct image_facts *facts;
	struct predict_input in = {.know = &c->know};

	r->ref = want.path;
	if (want.platforms.n == 0)
		*arena_push(&c->arena, &want.platforms) =
			arena_fmt(&c->arena, "linux/" STR_F,
		                  STR_A(paste->host.pool.arch.n ?
		                                paste->host.pool.arch :
		                                STR("amd64")));
	if (images_read_one(c, &want, &c->arena, &facts, err))
		return -1;
	if (!paste->host.pool_complete)
		return 0;
	in.facts = facts;
	predict_pool(&in, &paste->host.pool, &c->arena, &r->predictions);
	r->comparison = compare_outcomes(paste, &r->predictions);
	return 0;
}

static int write_one(struct context *c, const struct diagnosis_report *r,
                     struct str spec, struct err *err)
{
	struct str name, file;
	bool to_file = str_cut(spec, '=', &name, &file);
	struct report_style style = {.color = c->color && !to_file,
	                             .quiet = c->opts.quiet};
	struct buf out = {0};
	int rc;

	if (is_json(name))
		diagnosis_write_json(r, &out);
	else
		diagnosis_write_text(r, &style, &out);
	rc = to_file ? file_write(file, buf_str(&out), err) :
	               print(buf_str(&out), err);
	buf_free(&out);
	return rc;
}

int run_diagnose(struct context *c, struct err *err)
{
	struct str path = c->opts.paste.n ? c->opts.paste : STR("-");
	struct paste paste;
	struct diagnosis_report r = {.version = STR(VERSION), .paste = &paste};
	struct str text;

	if (check_args(c, err) || context_know(c, err) ||
	    file_read(path, PASTE_BYTES, &c->arena, &text, err))
		return -1;
	if (diagnose(text, &c->know, &c->arena, &paste, err))
		return err_wrap(err, STR_F, STR_A(input_name(path)));
	r.knowledge = c->know.as_of;
	if (c->opts.args.n && predict_image(c, &paste, &r, err))
		return -1;
	if (c->opts.format.n == 0 && write_one(c, &r, STR("text"), err))
		return -1;
	slice_for (struct str, spec, c->opts.format)
		if (write_one(c, &r, *spec, err))
			return -1;
	return paste.found.n ? STATUS_CLEAN : STATUS_FOUND;
}
