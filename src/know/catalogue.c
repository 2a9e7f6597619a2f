#include "know/tables.h"

const char *const arch_kind_names[ARCH_KIND_N] = {
	[ARCH_BASELINE] = "baseline",
	[ARCH_SPECIFIC] = "specific",
	[ARCH_FAMILY] = "family",
};
const char *const image_status_names[IMAGE_STATUS_N] = {
	[IMAGE_UNKNOWN] = "unknown",
	[IMAGE_SUPPORTED] = "supported",
	[IMAGE_EOL] = "eol",
	[IMAGE_REMOVED] = "removed",
};
const char *const cuda_from_names[CUDA_FROM_N] = {
	[CUDA_NONE] = "none",
	[CUDA_WHEEL] = "wheel",
	[CUDA_PIP] = "pip",
	[CUDA_SYSTEM] = "system",
	[CUDA_TORCH] = "torch",
	[CUDA_PTXAS] = "ptxas",
	[CUDA_BY_VERSION] = "version",
};
const char *const package_kind_names[PACKAGE_KIND_N] = {
	[PACKAGE_OTHER] = "other",
	[PACKAGE_COMPAT] = "compat",
	[PACKAGE_DRIVER] = "driver",
	[PACKAGE_DRIVER_META] = "driver-meta",
	[PACKAGE_DRIVER_TOOL] = "driver-tool",
	[PACKAGE_RUNTIME] = "runtime",
	[PACKAGE_DEV] = "dev",
	[PACKAGE_TOOLKIT] = "toolkit",
	[PACKAGE_CONFIG] = "config",
	[PACKAGE_BINDING] = "binding",
};

static const struct field gpu_arch_fields[] = {
	FIELD(struct gpu_arch, sm, REQUIRED, ""),
	FIELD(struct gpu_arch, cc, REQUIRED, ""),
	FIELD(struct gpu_arch, name, REQUIRED, ""),
	FIELD_ENUM(struct gpu_arch, kind, REQUIRED, arch_kind_names, ""),
	FIELD(struct gpu_arch, tegra, OPTIONAL, ""),
	FIELD(struct gpu_arch, first, REQUIRED, ""),
	FIELD(struct gpu_arch, removed, OPTIONAL, ""),
	FIELD(struct gpu_arch, ptx, REQUIRED, ""),
	FIELD(struct gpu_arch, first_branch, OPTIONAL, ""),
	FIELD(struct gpu_arch, last_branch, OPTIONAL, ""),
	FIELD_ENUM(struct gpu_arch, confidence, REQUIRED, confidence_names, ""),
	FIELD(struct gpu_arch, source, OPTIONAL, ""),
};
ROWS(gpu_arch, gpu_arch_fields);

static const struct field gate_fields[] = {
	FIELD(struct gate, id, REQUIRED, ""),
	FIELD(struct gate, cuda, OPTIONAL, ""),
	FIELD(struct gate, expr, REQUIRED, ""),
	FIELD(struct gate, error, OPTIONAL, ""),
	FIELD_ENUM(struct gate, confidence, REQUIRED, confidence_names, ""),
	FIELD(struct gate, source, OPTIONAL, ""),
};
ROWS(gate, gate_fields);

static const struct field nvidia_image_fields[] = {
	FIELD(struct nvidia_image, cuda, REQUIRED, ""),
	FIELD(struct nvidia_image, distros, OPTIONAL, ""),
	FIELD(struct nvidia_image, flavours, REQUIRED, ""),
	FIELD_ENUM(struct nvidia_image, status, REQUIRED, image_status_names,
                   ""),
	FIELD(struct nvidia_image, archs, OPTIONAL, ""),
	FIELD(struct nvidia_image, cudart, OPTIONAL, ""),
	FIELD(struct nvidia_image, compat, OPTIONAL, ""),
	FIELD(struct nvidia_image, gates, OPTIONAL, ""),
	FIELD(struct nvidia_image, arm_gates, OPTIONAL, ""),
	FIELD(struct nvidia_image, arm_no_gate, OPTIONAL, ""),
	FIELD_ENUM(struct nvidia_image, confidence, REQUIRED, confidence_names,
                   ""),
	FIELD(struct nvidia_image, source, OPTIONAL, ""),
};
ROWS(nvidia_image, nvidia_image_fields);

static const struct field gate_revision_fields[] = {
	FIELD(struct gate_revision, cuda, REQUIRED, ""),
	FIELD(struct gate_revision, gate, REQUIRED, ""),
	FIELD(struct gate_revision, first, REQUIRED, ""),
	FIELD(struct gate_revision, last, REQUIRED, ""),
	FIELD(struct gate_revision, distros, OPTIONAL, ""),
	FIELD_ENUM(struct gate_revision, confidence, REQUIRED, confidence_names,
                   ""),
	FIELD(struct gate_revision, source, OPTIONAL, ""),
};
ROWS(gate_revision, gate_revision_fields);

static const struct field framework_image_fields[] = {
	FIELD(struct framework_image, image, REQUIRED, ""),
	FIELD(struct framework_image, tag, REQUIRED, ""),
	FIELD(struct framework_image, framework, REQUIRED, ""),
	FIELD(struct framework_image, version, OPTIONAL, ""),
	FIELD(struct framework_image, cuda, OPTIONAL, ""),
	FIELD(struct framework_image, branch, OPTIONAL, ""),
	FIELD_ENUM(struct framework_image, confidence, REQUIRED,
                   confidence_names, ""),
	FIELD(struct framework_image, source, OPTIONAL, ""),
};
ROWS(framework_image, framework_image_fields);

static const struct field framework_fields[] = {
	FIELD(struct framework, name, REQUIRED, ""),
	FIELD(struct framework, first, OPTIONAL, ""),
	FIELD(struct framework, last, OPTIONAL, ""),
	FIELD(struct framework, tag, OPTIONAL, ""),
	FIELD(struct framework, cuda, OPTIONAL, ""),
	FIELD_ENUM(struct framework, from, REQUIRED, cuda_from_names, ""),
	FIELD(struct framework, sass, OPTIONAL, ""),
	FIELD(struct framework, ptx, OPTIONAL, ""),
	FIELD(struct framework, torch, OPTIONAL, ""),
	FIELD_ENUM(struct framework, confidence, REQUIRED, confidence_names,
                   ""),
	FIELD(struct framework, source, OPTIONAL, ""),
};
ROWS(framework, framework_fields);

static const struct field cudart_wheel_fields[] = {
	FIELD(struct cudart_wheel, name, REQUIRED, ""),
	FIELD(struct cudart_wheel, version, REQUIRED, ""),
	FIELD(struct cudart_wheel, cuda, REQUIRED, ""),
	FIELD_ENUM(struct cudart_wheel, confidence, REQUIRED, confidence_names,
                   ""),
	FIELD(struct cudart_wheel, source, OPTIONAL, ""),
};
ROWS(cudart_wheel, cudart_wheel_fields);

static const struct field known_package_fields[] = {
	FIELD(struct known_package, pattern, REQUIRED, ""),
	FIELD(struct known_package, ecosystems, REQUIRED, ""),
	FIELD_ENUM(struct known_package, kind, REQUIRED, package_kind_names,
                   ""),
	FIELD(struct known_package, libcuda, OPTIONAL, ""),
	FIELD(struct known_package, dir, OPTIONAL, ""),
	FIELD(struct known_package, does, REQUIRED, ""),
	FIELD_ENUM(struct known_package, confidence, REQUIRED, confidence_names,
                   ""),
	FIELD(struct known_package, source, OPTIONAL, ""),
};
ROWS(known_package, known_package_fields);

FILE_OF(arches, ROWS_AS(0, "arches", gpu_arch));
FILE_OF(gates, ROWS_AS(0, "gates", gate));
FILE_OF(images, ROWS_AS(0, "nvidia_cuda", nvidia_image),
        ROWS_AS(1, "revisions", gate_revision),
        ROWS_AS(2, "frameworks", framework_image));
FILE_OF(frameworks, ROWS_AS(0, "frameworks", framework),
        ROWS_AS(1, "cudart", cudart_wheel));
FILE_OF(packages, ROWS_AS(0, "packages", known_package));

const struct table table_arches = {TABLE("arches", arches, true),
                                   {LAZY(archs, gpu_arch)}};
const struct table table_gates = {TABLE("gates", gates, true),
                                  {LAZY(gates, gate)}};
const struct table table_images = {TABLE("images", images, true),
                                   {LAZY(nvidia_images, nvidia_image),
                                    LAZY(gate_revisions, gate_revision),
                                    LAZY(framework_images, framework_image)}};
const struct table table_frameworks = {TABLE("frameworks", frameworks, true),
                                       {LAZY(frameworks, framework),
                                        LAZY(cudart_wheels, cudart_wheel)}};
const struct table table_packages = {TABLE("packages", packages, true),
                                     {LAZY(packages, known_package)}};
