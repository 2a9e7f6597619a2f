/* From what nvidia-smi said to a profile of one pool. */
#include "fleet/profile.h"
#include "fleet/smi.h"

struct importer {
	const struct know *know;
	struct arena *arena;
	struct smi smi;
	struct fleet *fleet;
};

static void note(struct importer *im, struct str line)
{
	*arena_push(im->arena, &im->fleet->notes) = line;
}

/* NVML's words as nvidia-smi spells them out. */
static struct str brand_word(const struct know *k, struct str brand)
{
	const struct brand *found = know_brand_printed(k, brand);

	if (!found || str_eq(found->word, STR("unknown")))
		return (struct str){0};
	return found->word;
}

static struct fleet_gpu *find_alike(struct fleet_gpus *gpus, struct str product,
                                    struct str brand)
{
	slice_for (struct fleet_gpu, gpu, *gpus)
		if (str_eq(gpu->product, product) && str_eq(gpu->brand, brand))
			return gpu;
	return NULL;
}

static struct fleet_gpus group(struct importer *im)
{
	struct fleet_gpus out = {0};

	slice_for (const struct smi_gpu, gpu, im->smi.gpus) {
		struct str brand = brand_word(im->know, gpu->brand);
		struct fleet_gpu *alike;

		if (gpu->product.n == 0)
			continue;
		alike = find_alike(&out, gpu->product, brand);
		if (!alike) {
			alike = arena_push(im->arena, &out);
			*alike = (struct fleet_gpu){
				.product = arena_str(im->arena, gpu->product),
				.brand = brand};
		}
		alike->count++;
	}
	return out;
}

/* On the host, CUDA's version is the driver's own.  In a container it may be
 * that of the image's libcuda: so the table goes before what was printed. */
static struct str host_cuda(struct importer *im, bool wsl)
{
	const struct smi *smi = &im->smi;
	struct str source;
	struct str cuda = know_driver_cuda(im->know, smi->driver, &source);

	if (wsl || cuda.n == 0)
		return arena_str(im->arena, smi->cuda);
	if (smi->cuda.n && version_cmp_str(smi->cuda, cuda) != 0)
		note(im,
		     arena_fmt(im->arena,
		               "CUDA " STR_F " was printed, but driver " STR_F
		               " has " STR_F
		               ", which was taken: was nvidia-smi run in "
		               "a container?",
		               STR_A(smi->cuda), STR_A(smi->driver),
		               STR_A(cuda)));
	return (struct str){0};
}

/* In WSL2 the tool is a Linux one and the driver that of Windows. */
static bool is_wsl(struct importer *im)
{
	const struct smi *smi = &im->smi;

	if (smi->windows) {
		note(im, STR("a driver of Windows: taken for WSL2"));
		return true;
	}
	if (smi->tool.n && !str_eq(smi->tool, smi->driver)) {
		note(im, arena_fmt(im->arena,
		                   "nvidia-smi is " STR_F
		                   " and the driver " STR_F ": taken for WSL2",
		                   STR_A(smi->tool), STR_A(smi->driver)));
		return true;
	}
	return false;
}

static void note_gpus(struct importer *im)
{
	const struct smi *smi = &im->smi;
	size_t mig = 0;

	slice_for (const struct smi_gpu, gpu, smi->gpus)
		mig += gpu->mig;
	if (mig)
		note(im, arena_fmt(im->arena,
		                   "MIG is enabled on %zu: taken as whole GPUs",
		                   mig));
	if (smi->attached && smi->attached != smi->gpus.n)
		note(im,
		     arena_fmt(im->arena,
		               "%llu GPUs are attached, %zu listed: only "
		               "these were taken",
		               (unsigned long long)smi->attached, smi->gpus.n));
	if (smi->more)
		note(im, STR("more than one report: only the first was read"));
}

static void build(struct importer *im)
{
	struct arena *a = im->arena;
	struct pool *pool = arena_push(a, &im->fleet->pools);
	bool wsl = is_wsl(im);

	im->fleet->name = STR("imported");
	im->fleet->as_of = im->smi.as_of;
	*pool = (struct pool){
		.name = im->smi.host.n ? arena_str(a, im->smi.host) :
	                                 STR("imported"),
		.os = wsl ? HOST_WSL2 : HOST_LINUX,
		.driver = arena_str(a, im->smi.driver),
		.cuda = host_cuda(im, wsl),
		.gpus = group(im),
	};
	note_gpus(im);
}

#define ACCEPTED \
	"want `nvidia-smi -q -x`, `nvidia-smi -q` or the table of `nvidia-smi`"

static int parse(struct str text, struct arena *a, struct smi *out,
                 struct err *err)
{
	if (text.n > SMI_BYTES)
		return err_set(err, ERR_USAGE, "more than %d MiB",
		               SMI_BYTES >> 20);
	if (str_has_prefix(text, STR("\xff\xfe")) ||
	    str_has_prefix(text, STR("\xfe\xff")))
		return err_set(err, ERR_USAGE,
		               "this is UTF-16: save it as UTF-8");
	if (smi_find(text, STR("<nvidia_smi_log")) != SIZE_MAX)
		return smi_parse_xml(text, a, out, err);
	if (smi_find(text, STR("Product Name")) != SIZE_MAX)
		smi_parse_query(text, a, out);
	else
		smi_parse_table(text, a, out);
	return 0;
}

static int check(const struct smi *smi, struct err *err)
{
	if (smi->driver.n == 0 && smi->gpus.n == 0)
		return err_set(err, ERR_USAGE,
		               "this is not what nvidia-smi prints: " ACCEPTED);
	if (smi->driver.n == 0)
		return err_set(err, ERR_USAGE,
		               "no driver version in it: " ACCEPTED ", whole");
	if (smi->gpus.n == 0)
		return err_set(err, ERR_USAGE,
		               "driver " STR_F ", but no GPU in it: " ACCEPTED
		               ", whole",
		               STR_A(smi->driver));
	return 0;
}

int fleet_import(struct str text, const struct know *k, struct arena *a,
                 struct fleet *out, struct err *err)
{
	struct fleet f = {0};
	struct importer im = {.know = k, .arena = a, .fleet = &f};

	if (parse(text, a, &im.smi, err) || check(&im.smi, err))
		return -1;
	build(&im);
	if (profile_check(&f, k, a, err))
		return -1;
	profile_resolve(&f, k, a);
	*out = f;
	return 0;
}
