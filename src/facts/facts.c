#include "facts/facts.h"

#include <assert.h>

const char *const fact_group_names[GROUP_N] = {
	[GROUP_CONFIG] = "config",   [GROUP_DRIVER] = "driver",
	[GROUP_RUNTIME] = "runtime", [GROUP_PACKAGES] = "packages",
	[GROUP_PYTHON] = "python",   [GROUP_LOADER] = "loader",
	[GROUP_OS] = "os",           [GROUP_CODE] = "code",
	[GROUP_ALL] = "all",
};

static const char *const manager_names[PACKAGER_N] = {
	[PACKAGER_RPM] = "rpm",       [PACKAGER_APK] = "apk",
	[PACKAGER_PACMAN] = "pacman", [PACKAGER_CONDA] = "conda",
	[PACKAGER_NIX] = "nix",       [PACKAGER_SPACK] = "spack",
};

static const char *const umd_kind_names[] = {
	[UMD_COMPAT] = "compat",
	[UMD_BUNDLED] = "bundled",
	[UMD_STUB] = "stub",
	[UMD_LEFTOVER] = "leftover",
};

static const char *const cudart_from_names[] = {
	[CUDART_FILE] = "file",
	[CUDART_WHEEL] = "wheel",
	[CUDART_PACKAGE] = "package",
	[CUDART_VERSION_JSON] = "version-json",
};

/* clang-format off */
static const struct field layer_fields[] = {
	FIELD(struct layer_fact, diff_id, ALWAYS, "Digest of the uncompressed layer"),
	FIELD(struct layer_fact, created_by, OPTIONAL, "History line that made it"),
	FIELD(struct layer_fact, bytes, OPTIONAL, "Bytes of its files, unpacked"),
	FIELD(struct layer_fact, files, OPTIONAL, "How many files these are"),
};
static const struct schema layer_schema = SCHEMA(struct layer_fact, layer_fields);

static const struct field history_fields[] = {
	FIELD(struct history_line, created_by, OPTIONAL, "Command that made the layer"),
	FIELD(struct history_line, empty_layer, OPTIONAL, "True when it made none"),
};
static const struct schema history_schema = SCHEMA(struct history_line, history_fields);

static const struct field config_fields[] = {
	FIELD(struct config, os, OPTIONAL, "Operating system"),
	FIELD(struct config, architecture, OPTIONAL, "CPU architecture"),
	FIELD(struct config, variant, OPTIONAL, "CPU variant"),
	FIELD(struct config, created, OPTIONAL, "When the image was made"),
	FIELD(struct config, user, OPTIONAL, "User"),
	FIELD(struct config, workdir, OPTIONAL, "Working directory"),
	FIELD(struct config, entrypoint, OPTIONAL, "Entrypoint"),
	FIELD(struct config, cmd, OPTIONAL, "Arguments to the entrypoint"),
	FIELD(struct config, env, OPTIONAL, "Environment, NAME=value"),
	FIELD(struct config, labels, OPTIONAL, "Labels"),
	FIELD_LIST(struct config, history, OPTIONAL, &history_schema, "History, oldest first"),
};
static const struct schema config_schema = SCHEMA(struct config, config_fields);

static const struct field note_fields[] = {
	FIELD(struct fwd_note, present, OPTIONAL, "The library has the note"),
	FIELD(struct fwd_note, cuda, OPTIONAL, "CUDA version of the driver"),
	FIELD(struct fwd_note, drivers, OPTIONAL, "Kernel branches it runs on"),
	FIELD(struct fwd_note, devices, OPTIONAL, "NVML brands it runs on"),
};
const struct schema fwd_note_schema = SCHEMA(struct fwd_note, note_fields);

static const struct field umd_fields[] = {
	FIELD(struct umd, path, REQUIRED, "Where the name is"),
	FIELD(struct umd, resolved, OPTIONAL, "The regular file behind it"),
	FIELD(struct umd, link, OPTIONAL, "The name is a symbolic link"),
	FIELD_ENUM(struct umd, kind, OPTIONAL, umd_kind_names, "What it is to the image"),
	FIELD(struct umd, version, OPTIONAL, "Driver version in its name"),
	FIELD(struct umd, soname, OPTIONAL, "ELF DT_SONAME"),
	FIELD(struct umd, package, OPTIONAL, "Package that owns it"),
	FIELD(struct umd, size, ALWAYS, "Bytes of the file"),
	FIELD(struct umd, layer, ALWAYS, "Layer that wrote it"),
	FIELD_OBJECT(struct umd, note, OPTIONAL, &fwd_note_schema, "Forward-compatibility note"),
};
static const struct schema umd_schema = SCHEMA(struct umd, umd_fields);

static const struct field cudart_fields[] = {
	FIELD(struct cudart, path, REQUIRED, "Library, dist-info, or version.json"),
	FIELD(struct cudart, version, ALWAYS, "CUDA runtime version"),
	FIELD(struct cudart, minor_known, OPTIONAL, "The version has a minor part"),
	FIELD_ENUM(struct cudart, from, OPTIONAL, cudart_from_names, "Where it says so"),
	FIELD(struct cudart, consumer, OPTIONAL, "Framework that brings it"),
	FIELD(struct cudart, package, OPTIONAL, "Package that owns it"),
	FIELD(struct cudart, layer, ALWAYS, "Layer that wrote it"),
};
static const struct schema cudart_schema = SCHEMA(struct cudart, cudart_fields);

static const struct field package_fields[] = {
	FIELD(struct package, name, REQUIRED, "Package"),
	FIELD(struct package, version, ALWAYS, "Version"),
	FIELD(struct package, arch, OPTIONAL, "Architecture"),
	FIELD_ENUM(struct package, manager, OPTIONAL, manager_names, "Who installed it; absent: dpkg"),
	FIELD(struct package, build, OPTIONAL, "Build, of conda"),
	FIELD(struct package, channel, OPTIONAL, "Channel, of conda"),
	FIELD(struct package, path, OPTIONAL, "Database file, or a library of it"),
	FIELD(struct package, layer, ALWAYS, "Layer since which it is listed"),
};
const struct schema package_schema = SCHEMA(struct package, package_fields);

static const struct field wheel_fields[] = {
	FIELD(struct wheel, name, REQUIRED, "Distribution, normalised"),
	FIELD(struct wheel, version, ALWAYS, "Version with local part"),
	FIELD(struct wheel, path, OPTIONAL, "Its dist-info or egg-info"),
	FIELD(struct wheel, layer, ALWAYS, "Layer that wrote it"),
};
static const struct schema wheel_schema = SCHEMA(struct wheel, wheel_fields);

static const struct field torch_fields[] = {
	FIELD(struct torch, version, ALWAYS, "Version without local part"),
	FIELD(struct torch, tag, OPTIONAL, "cu121, cpu, rocm6.0"),
	FIELD(struct torch, cuda, OPTIONAL, "CUDA it was built with"),
	FIELD(struct torch, cpu_only, OPTIONAL, "Built without CUDA"),
	FIELD(struct torch, path, OPTIONAL, "site-packages directory"),
	FIELD(struct torch, cudart, OPTIONAL, "The libcudart it brings"),
	FIELD(struct torch, layer, ALWAYS, "Layer that wrote it"),
};
static const struct schema torch_schema = SCHEMA(struct torch, torch_fields);

static const struct field loader_dir_fields[] = {
	FIELD(struct loader_dir, dir, REQUIRED, "Directory as written"),
	FIELD(struct loader_dir, resolved, OPTIONAL, "The same in the image"),
	FIELD(struct loader_dir, file, OPTIONAL, "Who names it"),
	FIELD(struct loader_dir, layer, ALWAYS, "Layer of that file, or -1"),
};
static const struct schema loader_dir_schema = SCHEMA(struct loader_dir, loader_dir_fields);

static const struct field loader_fields[] = {
	FIELD_LIST(struct loader, env, OPTIONAL, &loader_dir_schema, "LD_LIBRARY_PATH"),
	FIELD_LIST(struct loader, conf, OPTIONAL, &loader_dir_schema, "ld.so.conf with includes"),
	FIELD(struct loader, conf_files, OPTIONAL, "Files in ld.so.conf.d"),
	FIELD(struct loader, has_conf, OPTIONAL, "ld.so.conf is there"),
	FIELD(struct loader, has_conf_d, OPTIONAL, "ld.so.conf.d is there"),
	FIELD(struct loader, has_cache, OPTIONAL, "ld.so.cache is there"),
	FIELD(struct loader, cuda_link, OPTIONAL, "usr/local/cuda and its hops"),
	FIELD(struct loader, cuda_link_absolute, OPTIONAL, "A hop is absolute"),
	FIELD(struct loader, cuda_dir, OPTIONAL, "Where usr/local/cuda ends"),
	FIELD(struct loader, compat_dir, OPTIONAL, "Where its compat ends"),
	FIELD(struct loader, compat_names, OPTIONAL, "Libraries in it"),
	FIELD(struct loader, ngc_compat, OPTIONAL, "compat/lib.real is there"),
};
static const struct schema loader_schema = SCHEMA(struct loader, loader_fields);

static const struct field os_fields[] = {
	FIELD(struct os_facts, id, OPTIONAL, "ID"),
	FIELD(struct os_facts, version, OPTIONAL, "VERSION_ID"),
	FIELD(struct os_facts, pretty, OPTIONAL, "PRETTY_NAME"),
	FIELD(struct os_facts, debian, OPTIONAL, "debian_version is there"),
	FIELD(struct os_facts, musl, OPTIONAL, "The C library is musl"),
};
const struct schema os_schema = SCHEMA(struct os_facts, os_fields);

static const struct field target_fields[] = {
	FIELD_ENUM(struct code_target, kind, REQUIRED, code_kind_names, "PTX or SASS"),
	FIELD(struct code_target, arch, REQUIRED, "Ten times the compute capability"),
	FIELD_ENUM(struct code_target, variant, OPTIONAL, code_variant_names, "a: this one only; f: its family"),
	FIELD(struct code_target, isa, OPTIONAL, "Version of the PTX ISA"),
	FIELD(struct code_target, modules, ALWAYS, "Fat binaries that have it"),
};
static const struct schema target_schema = SCHEMA(struct code_target, target_fields);

static const struct field device_code_fields[] = {
	FIELD_LIST(struct device_code, targets, OPTIONAL, &target_schema, "Architectures, each once"),
	FIELD(struct device_code, modules, ALWAYS, "Fat binaries in the file"),
};
const struct schema device_code_schema = SCHEMA(struct device_code, device_code_fields);

static const struct field code_file_fields[] = {
	FIELD(struct code_file, path, REQUIRED, "Library or program"),
	FIELD(struct code_file, layer, ALWAYS, "Layer that wrote it"),
	FIELD_OBJECT(struct code_file, code, OPTIONAL, &device_code_schema, "What it was compiled for"),
};
static const struct schema code_file_schema = SCHEMA(struct code_file, code_file_fields);

static const struct field image_code_fields[] = {
	FIELD(struct image_code, scanned, OPTIONAL, "Libraries and programs were read"),
	FIELD_LIST(struct image_code, files, OPTIONAL, &code_file_schema, "Those with device code"),
};
static const struct schema image_code_schema = SCHEMA(struct image_code, image_code_fields);

static const struct field size_row_fields[] = {
	FIELD_ENUM(struct size_row, component, OPTIONAL, component_names, "Part of CUDA, or what is built on it"),
	FIELD(struct size_row, place, ALWAYS, "Directory, or what was removed"),
	FIELD(struct size_row, layer, ALWAYS, "Layer that wrote the files"),
	FIELD(struct size_row, bytes, ALWAYS, "Bytes of them, hard links once"),
	FIELD(struct size_row, files, ALWAYS, "How many files"),
	FIELD(struct size_row, hidden_by, OPTIONAL, "Layer that removed or replaced them"),
	FIELD(struct size_row, again, OPTIONAL, "That layer has them again, by name and size"),
};
static const struct schema size_row_schema = SCHEMA(struct size_row, size_row_fields);

static const struct field sizes_fields[] = {
	FIELD(struct sizes, measured, OPTIONAL, "Every layer was read"),
	FIELD(struct sizes, partial, OPTIONAL, "There is more than the rows have"),
	FIELD_LIST(struct sizes, rows, OPTIONAL, &size_row_schema, "Files of CUDA, and what is hidden"),
};
static const struct schema sizes_schema = SCHEMA(struct sizes, sizes_fields);

static const struct field gap_fields[] = {
	FIELD_ENUM(struct gap, group, REQUIRED, fact_group_names, "Facts it could change"),
	FIELD(struct gap, where, ALWAYS, "Layer or path"),
	FIELD(struct gap, reason, ALWAYS, "Why it could not be seen"),
};
const struct schema fact_gap_schema = SCHEMA(struct gap, gap_fields);

static const struct field facts_fields[] = {
	FIELD(struct image_facts, schema, REQUIRED, FACTS_SCHEMA),
	FIELD(struct image_facts, digest, OPTIONAL, "Image id"),
	FIELD_OBJECT(struct image_facts, config, OPTIONAL, &config_schema, "Image config"),
	FIELD_LIST(struct image_facts, layers, OPTIONAL, &layer_schema, "Layers, base first"),
	FIELD_LIST(struct image_facts, umd, OPTIONAL, &umd_schema, "User-mode driver libraries"),
	FIELD_LIST(struct image_facts, cudart, OPTIONAL, &cudart_schema, "CUDA runtimes"),
	FIELD_LIST(struct image_facts, packages, OPTIONAL, &package_schema, "Packages of interest"),
	FIELD_LIST(struct image_facts, wheels, OPTIONAL, &wheel_schema, "Python distributions of interest"),
	FIELD_LIST(struct image_facts, torch, OPTIONAL, &torch_schema, "PyTorch installations"),
	FIELD_OBJECT(struct image_facts, loader, OPTIONAL, &loader_schema, "What the loader is told"),
	FIELD_OBJECT(struct image_facts, os, OPTIONAL, &os_schema, "Operating system"),
	FIELD_OBJECT(struct image_facts, code, OPTIONAL, &image_code_schema, "Device code"),
	FIELD_OBJECT(struct image_facts, sizes, OPTIONAL, &sizes_schema, "What it weighs"),
	FIELD_LIST(struct image_facts, gaps, OPTIONAL, &fact_gap_schema, "What could not be seen"),
};
/* clang-format on */
const struct schema facts_schema = SCHEMA(struct image_facts, facts_fields);

bool facts_env(const struct image_facts *f, struct str name, struct str *value)
{
	for (size_t i = f->config.env.n; i-- > 0;) {
		struct str s = f->config.env.v[i];

		if (s.n > name.n && s.p[name.n] == '=' &&
		    str_has_prefix(s, name)) {
			*value = str_from(s, name.n + 1);
			return true;
		}
	}
	return false;
}

bool facts_unsure(const struct image_facts *f, enum fact_group group)
{
	slice_for (struct gap, g, f->gaps)
		if (g->group == group || g->group == GROUP_ALL ||
		    group == GROUP_ALL)
			return true;
	return false;
}

struct str facts_platform(const struct image_facts *f, struct arena *a)
{
	const struct config *c = &f->config;

	if (c->variant.n == 0)
		return arena_fmt(a, STR_F "/" STR_F, STR_A(c->os),
		                 STR_A(c->architecture));
	return arena_fmt(a, STR_F "/" STR_F "/" STR_F, STR_A(c->os),
	                 STR_A(c->architecture), STR_A(c->variant));
}

int facts_parse(struct str json, struct arena *a, struct image_facts *out,
                struct err *err)
{
	if (record_check_schema(json, FACTS_SCHEMA, err))
		return -1;
	if (record_parse(&facts_schema, json, RECORD_BYTES, a, out, err))
		return -1;
	return facts_check(out, err);
}

void facts_write(const struct image_facts *f, struct buf *out)
{
	assert(str_eq(f->schema, STR(FACTS_SCHEMA)));
	record_write(&facts_schema, f, out);
}
