#include "know/tables.h"

const char *const gpu_class_names[CLASS_N] = {
	[CLASS_UNKNOWN] = "unknown",
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
const char *const confidence_names[4] = {"none", "low", "medium", "high"};
const char *const request_names[REQUEST_N] = {
	[REQUEST_UNKNOWN] = "unknown",   [REQUEST_GPUS] = "gpus",
	[REQUEST_RUNTIME] = "runtime",   [REQUEST_CDI] = "cdi",
	[REQUEST_HOSTPATH] = "hostpath",
};
const char *const mechanism_names[MECH_N] = {
	[MECH_UNKNOWN] = "unknown", [MECH_LEGACY] = "legacy",
	[MECH_CDI] = "cdi",         [MECH_JIT_CDI] = "jit-cdi",
	[MECH_CSV] = "csv",         [MECH_HOSTPATH] = "hostpath",
	[MECH_WSL] = "wsl",
};
const char *const compat_mode_names[COMPAT_N] = {
	[COMPAT_UNKNOWN] = "unknown",   [COMPAT_LDCONFIG] = "ldconfig",
	[COMPAT_MOUNT] = "mount",       [COMPAT_HOOK] = "hook",
	[COMPAT_DISABLED] = "disabled",
};
const char *const hook_rule_names[HOOK_N] = {
	[HOOK_NONE] = "none",
	[HOOK_MAJOR_CACHE] = "major-cache",
	[HOOK_MAJOR] = "major",
	[HOOK_NOTE] = "note",
};
const char *const cache_order_names[ORDER_N] = {
	[ORDER_NONE] = "none",
	[ORDER_LIBS_FIRST] = "libs-first",
	[ORDER_NVCR_FIRST] = "nvcr-first",
	[ORDER_CONF_FIRST] = "conf-first",
};
static const char *const verdict_names[] = {
	[FC_UNKNOWN] = "unknown",
	[FC_YES] = "yes",
	[FC_NO] = "no",
	[FC_NOT_NEEDED] = "not-needed",
};
static const char *const support_names[] = {
	[FCS_UNKNOWN] = "unknown",
	[FCS_YES] = "yes",
	[FCS_NO] = "no",
	[FCS_SELECT] = "select",
};

static const struct field branch_fields[] = {
	FIELD(struct branch, branch, REQUIRED, ""),
	FIELD(struct branch, cuda, REQUIRED, ""),
	FIELD(struct branch, first, OPTIONAL, ""),
	FIELD(struct branch, last, OPTIONAL, ""),
	FIELD(struct branch, eol, OPTIONAL, ""),
	FIELD(struct branch, min_cc, OPTIONAL, ""),
	FIELD(struct branch, max_cc, OPTIONAL, ""),
	FIELD_ENUM(struct branch, confidence, REQUIRED, confidence_names, ""),
	FIELD(struct branch, source, OPTIONAL, ""),
};
ROWS(branch, branch_fields);

static const struct field driver_version_fields[] = {
	FIELD(struct driver_version, version, REQUIRED, ""),
	FIELD(struct driver_version, cuda, REQUIRED, ""),
	FIELD(struct driver_version, source, OPTIONAL, ""),
};
ROWS(driver_version, driver_version_fields);

static const struct field toolkit_fields[] = {
	FIELD(struct toolkit, cuda, REQUIRED, ""),
	FIELD(struct toolkit, cudart, OPTIONAL, ""),
	FIELD(struct toolkit, driver, REQUIRED, ""),
	FIELD(struct toolkit, windows, OPTIONAL, ""),
	FIELD(struct toolkit, floor, OPTIONAL, ""),
	FIELD(struct toolkit, ptx, REQUIRED, ""),
	FIELD(struct toolkit, compat, OPTIONAL, ""),
	FIELD_ENUM(struct toolkit, confidence, REQUIRED, confidence_names, ""),
	FIELD(struct toolkit, source, OPTIONAL, ""),
};
ROWS(toolkit, toolkit_fields);

static const struct field fc_cell_fields[] = {
	FIELD(struct fc_cell, cuda, REQUIRED, ""),
	FIELD(struct fc_cell, branch, REQUIRED, ""),
	FIELD_ENUM(struct fc_cell, compatible, REQUIRED, verdict_names, ""),
	FIELD_ENUM(struct fc_cell, confidence, REQUIRED, confidence_names, ""),
	FIELD(struct fc_cell, source, OPTIONAL, ""),
};
ROWS(fc_cell, fc_cell_fields);

static const struct field fc_class_fields[] = {
	FIELD_ENUM(struct fc_class, gpu_class, REQUIRED, gpu_class_names, ""),
	FIELD_ENUM(struct fc_class, support, REQUIRED, support_names, ""),
	FIELD(struct fc_class, source, OPTIONAL, ""),
};
ROWS(fc_class, fc_class_fields);

static const struct field gpu_fields[] = {
	FIELD(struct gpu, name, REQUIRED, ""),
	FIELD(struct gpu, cc, REQUIRED, ""),
	FIELD_ENUM(struct gpu, gpu_class, REQUIRED, gpu_class_names, ""),
	FIELD(struct gpu, brand, REQUIRED, ""),
	FIELD(struct gpu, arch, OPTIONAL, ""),
	FIELD_ENUM(struct gpu, confidence, REQUIRED, confidence_names, ""),
	FIELD(struct gpu, source, OPTIONAL, ""),
};
ROWS(gpu, gpu_fields);

static const struct field vgpu_board_fields[] = {
	FIELD(struct vgpu_board, name, REQUIRED, ""),
	FIELD(struct vgpu_board, cc, REQUIRED, ""),
	FIELD_ENUM(struct vgpu_board, gpu_class, REQUIRED, gpu_class_names, ""),
	FIELD(struct vgpu_board, arch, OPTIONAL, ""),
	FIELD_ENUM(struct vgpu_board, confidence, REQUIRED, confidence_names,
                   ""),
	FIELD(struct vgpu_board, source, OPTIONAL, ""),
};
ROWS(vgpu_board, vgpu_board_fields);

static const struct field gpu_memory_fields[] = {
	FIELD(struct gpu_memory, name, REQUIRED, ""),
	FIELD(struct gpu_memory, gib, REQUIRED, ""),
	FIELD(struct gpu_memory, power, REQUIRED, ""),
	FIELD_ENUM(struct gpu_memory, confidence, REQUIRED, confidence_names,
                   ""),
	FIELD(struct gpu_memory, source, OPTIONAL, ""),
};
ROWS(gpu_memory, gpu_memory_fields);

static const struct field brand_fields[] = {
	FIELD(struct brand, value, REQUIRED, ""),
	FIELD(struct brand, word, REQUIRED, ""),
	FIELD(struct brand, since_1_9, OPTIONAL, ""),
	FIELD(struct brand, forward_compat, OPTIONAL, ""),
	FIELD(struct brand, profile, OPTIONAL, ""),
	FIELD(struct brand, printed, OPTIONAL, ""),
	FIELD(struct brand, source, OPTIONAL, ""),
};
ROWS(brand, brand_fields);

static const struct field brand_shift_fields[] = {
	FIELD(struct brand_shift, now, REQUIRED, ""),
	FIELD_ENUM(struct brand_shift, gpu_class, REQUIRED, gpu_class_names,
                   ""),
	FIELD(struct brand_shift, then, REQUIRED, ""),
	FIELD(struct brand_shift, until, REQUIRED, ""),
	FIELD(struct brand_shift, from, REQUIRED, ""),
	FIELD(struct brand_shift, source, OPTIONAL, ""),
};
ROWS(brand_shift, brand_shift_fields);

static const struct field sold_fields[] = {
	FIELD_ENUM(struct sold, gpu_class, REQUIRED, gpu_class_names, ""),
	FIELD(struct sold, words, REQUIRED, ""),
	FIELD(struct sold, source, OPTIONAL, ""),
};
ROWS(sold, sold_fields);

static const struct field torch_build_fields[] = {
	FIELD(struct torch_build, version, REQUIRED, ""),
	FIELD(struct torch_build, tag, OPTIONAL, ""),
	FIELD(struct torch_build, cuda, OPTIONAL, ""),
	FIELD(struct torch_build, pypi_default, OPTIONAL, ""),
	FIELD(struct torch_build, sass, OPTIONAL, ""),
	FIELD(struct torch_build, ptx, OPTIONAL, ""),
	FIELD(struct torch_build, arm_sass, OPTIONAL, ""),
	FIELD(struct torch_build, arm_ptx, OPTIONAL, ""),
	FIELD(struct torch_build, cudart, OPTIONAL, ""),
	FIELD(struct torch_build, vision, OPTIONAL, ""),
	FIELD(struct torch_build, audio, OPTIONAL, ""),
	FIELD(struct torch_build, python_min, OPTIONAL, ""),
	FIELD(struct torch_build, python_max, OPTIONAL, ""),
	FIELD(struct torch_build, cudnn, OPTIONAL, ""),
	FIELD_ENUM(struct torch_build, confidence, REQUIRED, confidence_names,
                   ""),
	FIELD(struct torch_build, source, OPTIONAL, ""),
};
ROWS(torch_build, torch_build_fields);

static const struct field torch_conda_fields[] = {
	FIELD(struct torch_conda, first, REQUIRED, ""),
	FIELD(struct torch_conda, last, REQUIRED, ""),
	FIELD(struct torch_conda, cuda, REQUIRED, ""),
	FIELD(struct torch_conda, sass, REQUIRED, ""),
	FIELD(struct torch_conda, ptx, OPTIONAL, ""),
	FIELD_ENUM(struct torch_conda, confidence, REQUIRED, confidence_names,
                   ""),
	FIELD(struct torch_conda, source, OPTIONAL, ""),
};
ROWS(torch_conda, torch_conda_fields);

static const struct field stack_fields[] = {
	FIELD(struct stack, id, REQUIRED, ""),
	FIELD(struct stack, label, REQUIRED, ""),
	FIELD_ENUM(struct stack, request, OPTIONAL, request_names, ""),
	FIELD_ENUM(struct stack, mechanism, REQUIRED, mechanism_names, ""),
	FIELD(struct stack, toolkit_min, OPTIONAL, ""),
	FIELD(struct stack, toolkit_max, OPTIONAL, ""),
	FIELD_ENUM(struct stack, compat, OPTIONAL, compat_mode_names, ""),
	FIELD(struct stack, mount_strict, OPTIONAL, ""),
	FIELD(struct stack, keep_lower, OPTIONAL, ""),
	FIELD_ENUM(struct stack, hook, OPTIONAL, hook_rule_names, ""),
	FIELD_ENUM(struct stack, order, OPTIONAL, cache_order_names, ""),
	FIELD(struct stack, gate, OPTIONAL, ""),
	FIELD(struct stack, few_brands, OPTIONAL, ""),
	FIELD(struct stack, when_named, OPTIONAL, ""),
	FIELD(struct stack, supported, OPTIONAL, ""),
	FIELD(struct stack, os, REQUIRED, ""),
	FIELD(struct stack, source, OPTIONAL, ""),
};
ROWS(stack, stack_fields);

static const struct field change_fields[] = {
	FIELD_ENUM(struct change, what, REQUIRED, change_names, ""),
	FIELD(struct change, product, REQUIRED, ""),
	FIELD(struct change, version, REQUIRED, ""),
	FIELD(struct change, source, OPTIONAL, ""),
};
ROWS(change, change_fields);

FILE_OF(branches, ROWS_AS(0, "branches", branch),
        ROWS_AS(1, "driver_versions", driver_version));
FILE_OF(toolkits, ROWS_AS(0, "toolkits", toolkit));
FILE_OF(forward_compat, ROWS_AS(0, "cells", fc_cell),
        ROWS_AS(1, "classes", fc_class));
FILE_OF(gpus, ROWS_AS(0, "gpus", gpu), ROWS_AS(1, "vgpu_boards", vgpu_board),
        ROWS_AS(2, "memories", gpu_memory));
FILE_OF(brands, ROWS_AS(0, "brands", brand), ROWS_AS(1, "shifts", brand_shift),
        ROWS_AS(2, "sold", sold));
FILE_OF(torch, ROWS_AS(0, "torch", torch_build),
        ROWS_AS(1, "conda", torch_conda));
FILE_OF(stacks, ROWS_AS(0, "stacks", stack), ROWS_AS(1, "changes", change));

static const struct table table_branches = {
	TABLE("branches", branches, false),
	{LIST(branches, branch), LIST(driver_versions, driver_version)}};
static const struct table table_toolkits = {TABLE("toolkits", toolkits, false),
                                            {LIST(toolkits, toolkit)}};
static const struct table table_forward_compat = {TABLE("forward-compat",
                                                        forward_compat, false),
                                                  {LIST(fc, fc_cell),
                                                   LIST(fc_classes, fc_class)}};
static const struct table table_gpus = {TABLE("gpus", gpus, false),
                                        {LIST(gpus, gpu),
                                         LIST(vgpu_boards, vgpu_board),
                                         LIST(memories, gpu_memory)}};
static const struct table table_brands = {TABLE("brands", brands, false),
                                          {LIST(brands, brand),
                                           LIST(brand_shifts, brand_shift),
                                           LIST(sold, sold)}};
static const struct table table_torch = {TABLE("torch", torch, false),
                                         {LIST(torch, torch_build),
                                          LIST(conda, torch_conda)}};
static const struct table table_stacks = {TABLE("stacks", stacks, false),
                                          {LIST(stacks, stack),
                                           LIST(changes, change)}};

const struct table *const table_list[TABLES_N] = {
	&table_arches,    &table_bases,          &table_branches,
	&table_brands,    &table_forward_compat, &table_frameworks,
	&table_gates,     &table_gpus,           &table_images,
	&table_libraries, &table_packages,       &table_stacks,
	&table_symptoms,  &table_toolkits,       &table_torch,
};
