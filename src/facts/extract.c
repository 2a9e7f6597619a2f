#include "facts/extract.h"

void extract(enum interest what, struct str bytes, struct arena *a,
             struct said *out)
{
	switch (what) {
	case INTEREST_LIBCUDA:
		extract_elf(bytes, a, out);
		break;
	case INTEREST_DPKG_STATUS:
		extract_dpkg(bytes, true, a, out);
		break;
	case INTEREST_DPKG_PART:
		extract_dpkg(bytes, false, a, out);
		break;
	case INTEREST_DPKG_LIST:
		extract_dpkg_list(bytes, a, out);
		break;
	case INTEREST_RPM_MANIFEST:
		extract_rpm_manifest(bytes, a, out);
		break;
	case INTEREST_APK:
		extract_apk(bytes, a, out);
		break;
	case INTEREST_PACMAN:
		extract_pacman(bytes, a, out);
		break;
	case INTEREST_CONDA:
		extract_conda(bytes, a, out);
		break;
	case INTEREST_DIST_INFO:
		extract_metadata(bytes, a, out);
		break;
	case INTEREST_TORCH_VERSION:
		extract_torch_version(bytes, a, out);
		break;
	case INTEREST_OS_RELEASE:
		extract_os_release(bytes, a, out);
		break;
	case INTEREST_LD_CONF:
		extract_ld_conf(bytes, a, out);
		break;
	case INTEREST_CUDA_VERSION:
		extract_cuda_version(bytes, a, out);
		break;
	case INTEREST_NONE:
	case INTEREST_DRIVER:
	case INTEREST_COMPAT:
	case INTEREST_CUDART:
	case INTEREST_RPM:
	case INTEREST_RPM_LOG:
	case INTEREST_MARK:
	case INTEREST_CODE:
	case INTEREST_N:
		break;
	}
}

void extract_package(struct package p, struct arena *a, struct said *out)
{
	out->cut |= out->packages.n >= SAID_LIST_MAX;
	if (!out->cut)
		*arena_push(a, &out->packages) = p;
}

void extract_library(struct str path, struct arena *a, struct said *out)
{
	if (!interest_is_library(interest_of(path)))
		return;
	out->cut |= out->lines.n >= SAID_LIST_MAX;
	if (!out->cut)
		*arena_push(a, &out->lines) = arena_str(a, path);
}

void extract_owner(struct str path, struct str package, struct arena *a,
                   struct said *out)
{
	if (!interest_is_library(interest_of(path)))
		return;
	out->cut |= out->owners.n >= SAID_LIST_MAX;
	if (!out->cut)
		*arena_push(a, &out->owners) =
			(struct pair){arena_str(a, path),
		                      arena_str(a, package)};
}
