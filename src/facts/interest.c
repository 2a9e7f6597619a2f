#include "facts/interest.h"

#include "base/path.h"
#include "facts/pyname.h"

/* images.md F3: toolkit, driver, container runtime; as dpkg, rpm, apk and
 * pacman call them. */
static const char *const packages[] = {
	"cuda",
	"cuda-*",
	"libcublas*",
	"libcufft*",
	"libcufile*",
	"libcurand*",
	"libcusolver*",
	"libcusparse*",
	"libcutensor*",
	"libnpp*",
	"libnvjpeg*",
	"libnvjitlink*",
	"libnvfatbin*",
	"libnvvm*",
	"libcudnn*",
	"cudnn*",
	"libnccl*",
	"nccl",
	"nccl-*",
	"libnvinfer*",
	"libnvonnxparsers*",
	"tensorrt*",
	"libnvshmem*",
	"libcudart*",
	"nvidia-cuda-*",
	"nvidia-cudnn*",
	"nvidia",
	"nvidia-driver",
	"nvidia-driver-*",
	"nvidia-open*",
	"nvidia-lts",
	"nvidia-utils",
	"nvidia-utils-*",
	"nvidia-compute-*",
	"nvidia-gl-*",
	"nvidia-video-*",
	"nvidia-kernel-*",
	"nvidia-kmod*",
	"kmod-nvidia*",
	"akmod-nvidia*",
	"nvidia-dkms*",
	"dkms-nvidia*",
	"nvidia-settings*",
	"nvidia-modprobe*",
	"nvidia-persistenced*",
	"nvidia-smi*",
	"nvidia-container-*",
	"nvidia-docker2",
	"nvidia-fabricmanager*",
	"nvidia-imex*",
	"nvidia-alternative*",
	"libnvidia-*",
	"lib32-nvidia-*",
	"libcuda1*",
	"libnvcuvid1*",
	"libnvoptix1*",
	"opencl-nvidia*",
	"xserver-xorg-video-nvidia*",
	"xorg-x11-drv-nvidia*",
};

/* The same, as conda calls what binds to CUDA. */
static const char *const condas[] = {
	"cudatoolkit*", "pytorch",    "pytorch-*",   "libtorch",  "torchvision",
	"torchaudio",   "triton",     "tensorflow*", "jaxlib",    "jax",
	"cupy*",        "faiss-gpu*", "libfaiss*",   "numba",     "numba-*",
	"xformers",     "magma*",     "libmagma*",   "cutensor*", "flash-attn",
};

static const char *const wheels[] = {
	"torch",
	"torchvision",
	"torchaudio",
	"triton",
	"pytorch-triton*",
	"nvidia-*",
	"cuda-python",
	"cuda-bindings",
	"cuda-core",
	"cuda-pathfinder",
	"tensorflow",
	"tensorflow-*",
	"tf-nightly*",
	"jax",
	"jaxlib",
	"jax-cuda*",
	"cupy*",
	"numba",
	"numba-cuda",
	"onnxruntime-gpu",
	"vllm",
	"flash-attn",
	"xformers",
	"bitsandbytes",
	"deepspeed",
	"tensorrt*",
	"cudf-cu*",
	"cuml-cu*",
	"pylibraft-cu*",
	"rmm-cu*",
	"pycuda",
	"faiss-gpu*",
	"paddlepaddle-gpu",
	"mxnet-cu*",
	"dgl",
	"dgl-cu*",
	"apex",
	"transformer-engine*",
	"sglang",
	"sgl-kernel",
};

/* Shared libraries that come with the driver. */
static const char *const drivers[] = {
	"libnvidia-*",      "libcudadebugger", "libnvcuvid",
	"libnvoptix",       "libGLX_nvidia",   "libEGL_nvidia",
	"libGLESv*_nvidia", "libvdpau_nvidia", "libnvdxgdmal",
};

static bool glob_any(const char *const *patterns, size_t n, struct str name)
{
	for (size_t i = 0; i < n; i++)
		if (str_glob(str_c(patterns[i]), name))
			return true;
	return false;
}

bool interest_package(struct str name)
{
	return glob_any(packages, sizeof packages / sizeof *packages, name);
}

bool interest_wheel(struct str name)
{
	return glob_any(wheels, sizeof wheels / sizeof *wheels, name);
}

/* "libcuda" of "libcuda.so.1", "libcuda.so"; false for other names. */
static bool library_stem(struct str base, struct str *stem)
{
	for (size_t i = 3; i + 3 <= base.n; i++) {
		if (base.p[i] != '.' || base.p[i + 1] != 's' ||
		    base.p[i + 2] != 'o')
			continue;
		if (i + 3 == base.n || base.p[i + 3] == '.') {
			*stem = (struct str){base.p, i};
			return true;
		}
	}
	return false;
}

/* Not libnvidia-container.so.1 and the like: those are the toolkit's. */
static bool is_driver(struct str stem)
{
	return glob_any(drivers, sizeof drivers / sizeof *drivers, stem) &&
	       !str_has_prefix(stem, STR("libnvidia-container"));
}

static enum interest of_library(struct str path, struct str base)
{
	struct str stem, dir = path_dir(path);

	if (str_has_prefix(base, STR("ld-musl-")))
		return INTEREST_MARK;
	if (str_eq(base, STR("ld.so.conf")))
		return INTEREST_LD_CONF;
	if (str_eq(path, STR("etc/ld.so.cache")))
		return INTEREST_MARK;
	if (!str_has_prefix(base, STR("lib")) || !library_stem(base, &stem))
		return INTEREST_NONE;
	if (str_eq(stem, STR("libcuda")))
		return INTEREST_LIBCUDA;
	if (str_eq(stem, STR("libcudart")) ||
	    str_has_prefix(stem, STR("libcudart-")))
		return INTEREST_CUDART;
	if (is_driver(stem))
		return INTEREST_DRIVER;
	if (base.n > stem.n + 3 && str_contains(dir, STR("compat")))
		return INTEREST_COMPAT;
	return INTEREST_NONE;
}

/* NAME.dist-info/METADATA, NAME.egg-info/PKG-INFO or a plain NAME.egg-info */
static enum interest of_metadata(struct str info)
{
	struct str name, version;

	if (py_info_split(path_base(info), &name, &version) &&
	    interest_wheel(py_normal(&(struct py_space){{0}}, name)))
		return INTEREST_DIST_INFO;
	return INTEREST_NONE;
}

static enum interest of_version(struct str path, struct str base)
{
	struct str dir = path_dir(path);

	if (str_eq(base, STR("version.py")))
		return str_eq(path_base(dir), STR("torch")) ?
		               INTEREST_TORCH_VERSION :
		               INTEREST_NONE;
	if (!str_eq(base, STR("version.json")) &&
	    !str_eq(base, STR("version.txt")))
		return INTEREST_NONE;
	if (str_eq(path_dir(dir), STR("usr/local")) &&
	    str_has_prefix(path_base(dir), STR("cuda")))
		return INTEREST_CUDA_VERSION;
	return INTEREST_NONE;
}

static enum interest of_dpkg(struct str path, struct str base)
{
	struct str dir = path_dir(path), name, rest;
	bool sums = str_has_suffix(base, STR(".md5sums"));

	if (str_eq(path, STR("var/lib/dpkg/status")))
		return INTEREST_DPKG_STATUS;
	if (str_eq(dir, STR("var/lib/dpkg/status.d")) && !sums)
		return INTEREST_DPKG_PART;
	if (str_eq(dir, STR("var/lib/dpkg/status.d")))
		name = (struct str){base.p, base.n - 8};
	else if (str_eq(dir, STR("var/lib/dpkg/info")) &&
	         str_has_suffix(base, STR(".list")))
		name = (struct str){base.p, base.n - 5};
	else
		return INTEREST_NONE;
	(void)str_cut(name, ':', &name, &rest);
	return interest_package(name) ? INTEREST_DPKG_LIST : INTEREST_NONE;
}

struct str interest_stem(struct str name, int parts)
{
	for (int dashes = 0; name.n && dashes < parts; name.n--)
		dashes += name.p[name.n - 1] == '-';
	return name;
}

enum fact_group interest_conda(struct str record)
{
	struct str name = interest_stem(record, 2);

	if (str_eq(name, STR("cudatoolkit")) ||
	    str_eq(name, STR("cuda-cudart")))
		return GROUP_RUNTIME;
	return str_eq(name, STR("pytorch")) ? GROUP_PYTHON : GROUP_NONE;
}

static bool is_conda(struct str path, struct str base)
{
	struct str name;

	if (!str_has_suffix(base, STR(".json")) ||
	    !str_eq(path_base(path_dir(path)), STR("conda-meta")))
		return false;
	name = interest_stem(base, 2);
	return interest_package(name) ||
	       glob_any(condas, sizeof condas / sizeof *condas, name);
}

static bool is_pacman(struct str path, struct str base)
{
	struct str dir = path_dir(path);

	return (str_eq(base, STR("desc")) || str_eq(base, STR("files"))) &&
	       str_eq(path_dir(dir), STR("var/lib/pacman/local")) &&
	       interest_package(interest_stem(path_base(dir), 2));
}

static bool is_apk(struct str path)
{
	return str_eq(path, STR("lib/apk/db/installed")) ||
	       str_eq(path, STR("usr/lib/apk/db/installed"));
}

static bool is_rpm_dir(struct str dir)
{
	return str_eq(dir, STR("var/lib/rpm")) ||
	       str_eq(dir, STR("usr/lib/sysimage/rpm")) ||
	       str_eq(dir, STR("usr/share/rpm"));
}

static enum interest of_rpm(struct str path, struct str base)
{
	enum interest what = INTEREST_NONE;

	if (str_eq(path, STR("var/lib/rpmmanifest/container-manifest-2")))
		return INTEREST_RPM_MANIFEST;
	if (str_eq(base, STR("Packages")) || str_eq(base, STR("Packages.db")) ||
	    str_eq(base, STR("rpmdb.sqlite")))
		what = INTEREST_RPM;
	else if (str_eq(base, STR("rpmdb.sqlite-wal")) ||
	         str_eq(base, STR("rpmdb.sqlite-journal")))
		what = INTEREST_RPM_LOG;
	return what && is_rpm_dir(path_dir(path)) ? what : INTEREST_NONE;
}

static enum interest of_etc(struct str path)
{
	if (str_eq(path_dir(path), STR("etc/ld.so.conf.d")))
		return INTEREST_LD_CONF;
	if (str_eq(path, STR("etc/debian_version")) ||
	    str_eq(path, STR("etc/alpine-release")))
		return INTEREST_MARK;
	if (str_eq(path, STR("etc/os-release")))
		return INTEREST_OS_RELEASE;
	return INTEREST_NONE;
}

static enum interest of_folder(struct str path, struct str base)
{
	if (str_has_prefix(path, STR("var/lib/dpkg/")))
		return of_dpkg(path, base);
	if (str_has_prefix(path, STR("etc/")))
		return of_etc(path);
	return INTEREST_NONE;
}

enum interest interest_of(struct str path)
{
	struct str base;
	enum interest what;

	if (path.n == 0)
		return INTEREST_NONE;
	base = path_base(path);
	if (base.n == 0)
		return INTEREST_NONE;
	what = of_folder(path, base);
	if (what)
		return what;
	if (base.p[0] == 'l')
		return of_library(path, base);
	if (is_conda(path, base))
		return INTEREST_CONDA;
	if (is_pacman(path, base))
		return INTEREST_PACMAN;
	if (is_apk(path))
		return INTEREST_APK;
	if (base.p[0] == 'v')
		return of_version(path, base);
	if (str_eq(base, STR("METADATA")) || str_eq(base, STR("PKG-INFO")))
		return of_metadata(path_dir(path));
	if (str_has_suffix(base, STR(".egg-info")))
		return of_metadata(path);
	if (str_eq(path, STR("usr/lib/os-release")))
		return INTEREST_OS_RELEASE;
	return of_rpm(path, base);
}

/* "_C.so", "libfoo.so.1" */
static bool is_shared_object(struct str base)
{
	return str_has_suffix(base, STR(".so")) ||
	       str_contains(base, STR(".so."));
}

enum interest interest_of_file(struct str path, uint32_t mode)
{
	enum interest what = interest_of(path);

	if (what || path.n == 0)
		return what;
	return mode & 0111 || is_shared_object(path_base(path)) ?
	               INTEREST_CODE :
	               INTEREST_NONE;
}

struct capture interest_capture(enum interest what)
{
	static const struct capture table[INTEREST_N] = {
		[INTEREST_DRIVER] = {0, false, GROUP_DRIVER},
		[INTEREST_LIBCUDA] = {INTEREST_ELF_HEAD, true, GROUP_DRIVER},
		[INTEREST_COMPAT] = {0, false, GROUP_DRIVER},
		[INTEREST_CUDART] = {0, false, GROUP_RUNTIME},
		[INTEREST_DPKG_STATUS] = {INTEREST_FILE_MAX, false,
	                                  GROUP_PACKAGES},
		[INTEREST_DPKG_PART] = {INTEREST_FILE_MAX, false,
	                                GROUP_PACKAGES},
		[INTEREST_DPKG_LIST] = {INTEREST_FILE_MAX, false,
	                                GROUP_PACKAGES},
		[INTEREST_RPM] = {INTEREST_RPM_MAX, false, GROUP_PACKAGES},
		[INTEREST_RPM_LOG] = {0, false, GROUP_PACKAGES},
		[INTEREST_RPM_MANIFEST] = {INTEREST_FILE_MAX, false,
	                                   GROUP_PACKAGES},
		[INTEREST_APK] = {INTEREST_FILE_MAX, false, GROUP_PACKAGES},
		[INTEREST_PACMAN] = {INTEREST_FILE_MAX, false, GROUP_PACKAGES},
		[INTEREST_CONDA] = {INTEREST_FILE_MAX, false, GROUP_PACKAGES},
		[INTEREST_DIST_INFO] = {INTEREST_METADATA_HEAD, true,
	                                GROUP_PYTHON},
		[INTEREST_TORCH_VERSION] = {INTEREST_METADATA_HEAD, true,
	                                    GROUP_PYTHON},
		[INTEREST_OS_RELEASE] = {INTEREST_SMALL_MAX, false, GROUP_OS},
		[INTEREST_LD_CONF] = {INTEREST_SMALL_MAX, false, GROUP_LOADER},
		[INTEREST_CUDA_VERSION] = {INTEREST_SMALL_MAX, false,
	                                   GROUP_RUNTIME},
		[INTEREST_MARK] = {0, false, GROUP_OS},
		[INTEREST_CODE] = {0, false, GROUP_CODE},
	};

	return table[what];
}

const char *interest_limit(enum interest what)
{
	if (what == INTEREST_RPM)
		return "rpm-bytes";
	return interest_capture(what).max == INTEREST_FILE_MAX ? "file-bytes" :
	                                                         NULL;
}

uint64_t interest_max(enum interest what, const struct image_limits *lim)
{
	if (what == INTEREST_RPM)
		return lim->rpm_bytes;
	return interest_limit(what) ? lim->file_bytes :
	                              interest_capture(what).max;
}

bool interest_is_library(enum interest what)
{
	return what == INTEREST_DRIVER || what == INTEREST_LIBCUDA ||
	       what == INTEREST_COMPAT || what == INTEREST_CUDART;
}

bool interest_is_database(enum interest what)
{
	return what == INTEREST_DPKG_STATUS || what == INTEREST_RPM ||
	       what == INTEREST_RPM_MANIFEST || what == INTEREST_APK;
}
