#include "fleet/fleet.h"

#include "fleet/profile.h"

const char *const engine_names[ENGINE_N] = {
	[ENGINE_DOCKER] = "docker",       [ENGINE_CONTAINERD] = "containerd",
	[ENGINE_CRIO] = "crio",           [ENGINE_PODMAN] = "podman",
	[ENGINE_APPTAINER] = "apptainer", [ENGINE_ENROOT] = "enroot",
};
const char *const host_os_names[HOST_OS_N] = {
	[HOST_LINUX] = "linux",
	[HOST_WSL2] = "wsl2",
};
const char *const host_family_names[FAMILY_N] = {
	[FAMILY_DEBIAN] = "debian",
	[FAMILY_RHEL] = "rhel",
};
const char *const fabric_names[FABRIC_N] = {
	[FABRIC_OK] = "ok",
	[FABRIC_DOWN] = "down",
};
const char *const visible_names[VISIBLE_N] = {
	[VISIBLE_ONE] = "one",
	[VISIBLE_ALL] = "all",
};

/* What a profile may say: the words of know/ without "unknown", and of the
 * mechanisms those that a site configures. */
static const char *const classes[CLASS_N] = {
	[CLASS_DATACENTER] = "datacenter",
	[CLASS_WORKSTATION] = "workstation",
	[CLASS_GEFORCE] = "geforce",
	[CLASS_TITAN] = "titan",
	[CLASS_NVS] = "nvs",
	[CLASS_MINING] = "mining",
	[CLASS_JETSON] = "jetson",
	[CLASS_SPARK] = "spark",
	[CLASS_VGPU] = "vgpu",
	[CLASS_OTHER] = "other",
};
static const char *const requests[REQUEST_N] = {
	[REQUEST_GPUS] = "gpus",
	[REQUEST_RUNTIME] = "runtime",
	[REQUEST_CDI] = "cdi",
	[REQUEST_HOSTPATH] = "hostpath",
};
static const char *const modes[] = {
	[MECH_LEGACY] = "legacy",
	[MECH_CDI] = "cdi",
	[MECH_JIT_CDI] = "jit-cdi",
	[MECH_CSV] = "csv",
};
static const char *const compat_modes[COMPAT_N] = {
	[COMPAT_LDCONFIG] = "ldconfig",
	[COMPAT_MOUNT] = "mount",
	[COMPAT_HOOK] = "hook",
	[COMPAT_DISABLED] = "disabled",
};

static const struct field gpu_fields[] = {
	FIELD(struct fleet_gpu, product, OPTIONAL,
              "as nvidia-smi -L or the label nvidia.com/gpu.product has it"),
	FIELD(struct fleet_gpu, count, ALWAYS, "in one host; 1 if absent"),
	FIELD(struct fleet_gpu, compute_capability, OPTIONAL,
              "\"8.6\"; only needed for a product that no table has"),
	{"class", F_ENUM, OPTIONAL, offsetof(struct fleet_gpu, gpu_class), NULL,
         classes, CLASS_N, "only needed for a product that no table has"},
	FIELD(struct fleet_gpu, brand, OPTIONAL,
              "Product Brand of nvidia-smi -q, in one word: \"nvidiartx\""),
};
static const struct schema gpu_schema = SCHEMA(struct fleet_gpu, gpu_fields);

static const struct field container_fields[] = {
	FIELD_ENUM(struct container, engine, OPTIONAL, engine_names,
                   "what starts containers"),
	FIELD(struct container, docker, OPTIONAL, "version of Docker Engine"),
	FIELD(struct container, toolkit, OPTIONAL,
              "version of the NVIDIA Container Toolkit"),
	FIELD_ENUM(struct container, request, OPTIONAL, requests,
                   "how GPUs are asked for: docker --gpus, "
                   "--runtime=nvidia, a CDI device, or mounted paths"),
	FIELD_ENUM(struct container, mode, OPTIONAL, modes,
                   "nvidia-container-runtime.mode, as it resolves"),
	FIELD_ENUM(struct container, compat_mode, OPTIONAL, compat_modes,
                   "nvidia-container-runtime.modes.legacy."
                   "cuda-compat-mode"),
	FIELD_ENUM(struct container, host_family, OPTIONAL, host_family_names,
                   "where the host keeps its libraries"),
};
static const struct schema container_schema =
	SCHEMA(struct container, container_fields);

static const struct field pool_fields[] = {
	FIELD(struct pool, name, REQUIRED, "unique in the fleet"),
	FIELD(struct pool, nodes, ALWAYS, "identical hosts; 1 if absent"),
	FIELD(struct pool, arch, OPTIONAL, "amd64 or arm64; by GPU if absent"),
	FIELD_ENUM(struct pool, os, OPTIONAL, host_os_names, "linux if absent"),
	FIELD(struct pool, driver, OPTIONAL,
              "Driver Version of nvidia-smi; required unless cuda is given"),
	FIELD(struct pool, cuda, OPTIONAL,
              "CUDA Version of nvidia-smi, run on the host; by driver if "
              "absent; required for wsl2"),
	FIELD_LIST(struct pool, gpus, REQUIRED, &gpu_schema,
                   "the GPUs of one host"),
	FIELD_OBJECT(struct pool, container, OPTIONAL, &container_schema,
                     "the container stack; what is absent is unknown"),
	FIELD_ENUM(struct pool, fabric, OPTIONAL, fabric_names,
                   "NVSwitch hosts: state of the fabric manager"),
	FIELD_ENUM(struct pool, visible, OPTIONAL, visible_names,
                   "whether a container sees one GPU or all"),
};
static const struct schema pool_schema = SCHEMA(struct pool, pool_fields);

static const struct field fleet_fields[] = {
	FIELD(struct fleet, schema, ALWAYS, "\"" FLEET_SCHEMA "\""),
	FIELD(struct fleet, name, OPTIONAL, "for reports"),
	FIELD(struct fleet, as_of, OPTIONAL, "YYYY-MM-DD of the inventory"),
	FIELD_LIST(struct fleet, pools, REQUIRED, &pool_schema,
                   "sets of identical hosts"),
};
const struct schema fleet_schema = SCHEMA(struct fleet, fleet_fields);

int fleet_parse(struct str json, const struct know *k, struct arena *a,
                struct fleet *out, struct err *err)
{
	struct fleet f = {0};

	if (json.n > PROFILE_BYTES)
		return err_set(err, ERR_USAGE,
		               "fleet profile of more than %d MiB",
		               PROFILE_BYTES >> 20);
	if (record_check_schema(json, FLEET_SCHEMA, err) ||
	    record_parse(&fleet_schema, json, RECORD_BYTES, a, &f, err)) {
		err->kind = ERR_USAGE; /* the file is the user's own */
		return -1;
	}
	if (profile_check(&f, k, a, err))
		return -1;
	profile_resolve(&f, k, a);
	*out = f;
	return 0;
}

extern const char embedded_fleet[];
extern const size_t embedded_fleet_size;

int fleet_default(const struct know *k, struct arena *a, struct fleet *out,
                  struct err *err)
{
	struct str json = {embedded_fleet, embedded_fleet_size};

	if (fleet_parse(json, k, a, out, err))
		return err_wrap(err, "rules/fleet.json");
	out->embedded = true;
	return 0;
}

static bool is_selected(struct str name, struct strs globs)
{
	slice_for (const struct str, glob, globs)
		if (str_glob(*glob, name))
			return true;
	return globs.n == 0;
}

void fleet_select(struct fleet *f, struct strs globs, struct arena *a)
{
	struct pools kept = {0};

	slice_for (const struct pool, p, f->pools)
		if (is_selected(p->name, globs))
			*arena_push(a, &kept) = *p;
	f->pools = kept;
}

static struct fleet_gpu as_given(const struct fleet_gpu *gpu)
{
	struct fleet_gpu out = *gpu;

	if (!gpu->cc_given)
		out.compute_capability = (struct str){0};
	if (!gpu->class_given)
		out.gpu_class = CLASS_UNKNOWN;
	return out;
}

struct pool profile_as_given(const struct pool *p, struct arena *a)
{
	struct pool out = *p;

	if (!p->cuda_given)
		out.cuda = (struct str){0};
	if (!p->arch_given)
		out.arch = (struct str){0};
	out.gpus = (struct fleet_gpus){0};
	slice_for (const struct fleet_gpu, gpu, p->gpus)
		*arena_push(a, &out.gpus) = as_given(gpu);
	return out;
}

void fleet_write(const struct fleet *f, struct buf *out)
{
	struct arena a = {0};
	struct fleet given = *f;

	given.schema = str_c(FLEET_SCHEMA);
	given.pools = (struct pools){0};
	slice_for (const struct pool, p, f->pools)
		*arena_push(&a, &given.pools) = profile_as_given(p, &a);
	record_write(&fleet_schema, &given, out);
	arena_free(&a);
}
