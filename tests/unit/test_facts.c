#include "facts/config.h"
#include "facts/facts.h"

#include "minitar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))
#define LAYER                 \
	{                     \
		'-', "", NULL \
	}
#define SITE   "usr/lib/python3/dist-packages/"
#define COMPAT "usr/local/cuda-11.3/compat/"
#define DEB(name, version)                                                   \
	"Package: " name "\nStatus: install ok installed\nVersion: " version \
	"\nArchitecture: amd64\n\n"

enum { ITEMS_MAX = 16, WANTS_MAX = 10 };

/* An image, and what its facts on one line have ("!": have not). */
struct sample {
	const char *name, *config;
	struct item items[ITEMS_MAX];
	const char *wants[WANTS_MAX];
};

static const struct sample samples[] = {
	{.name = "nothing",
         .config = "{\"os\":\"linux\",\"architecture\":\"arm64\"}",
         .items = {LAYER},
         .wants = {"{\"schema\":\"cudalint/facts/1\",\"config\":{\"os\":"
                   "\"linux\",\"architecture\":\"arm64\"},\"layers\":"
                   "[{\"diff_id\":\"\"}],\"code\":{\"scanned\":true},"
                   "\"sizes\":{\"measured\":true}}"}},
	{.name = "compat, as cuda-compat-11-3 installs it",
         .items = {{'f', COMPAT "libcuda.so.465.19.01", "x"},
                   {'l', COMPAT "libcuda.so.1", "libcuda.so.465.19.01"},
                   {'l', COMPAT "libcuda.so", "libcuda.so.1"},
                   {'l', "usr/local/cuda", "/etc/alternatives/cuda"},
                   {'l', "etc/alternatives/cuda", "/usr/local/cuda-11.3"},
                   LAYER,
                   {'f', "var/lib/dpkg/info/cuda-compat-11-3.list",
                    "/usr/local/cuda-11.3/compat/libcuda.so.465.19.01\n"}},
         .wants = {"{\"path\":\"" COMPAT "libcuda.so.1\",\"resolved\":"
                   "\"" COMPAT "libcuda.so.465.19.01\",\"link\":true,"
                   "\"kind\":\"compat\",\"version\":\"465.19.01\","
                   "\"package\":\"cuda-compat-11-3\",\"size\":1,"
                   "\"layer\":0}",
                   "\"cuda_link\":[\"usr/local/cuda\","
                   "\"/etc/alternatives/cuda\",\"/usr/local/cuda-11.3\"],"
                   "\"cuda_link_absolute\":true,"
                   "\"cuda_dir\":\"usr/local/cuda-11.3\"",
                   "\"compat_names\":[\"libcuda.so.1\","
                   "\"libcuda.so.465.19.01\"]",
                   "!ngc_compat", "!gaps"}},
	{.name = "kinds of driver libraries",
         .items = {{'f', "usr/lib/stubs/libcuda.so", "x"},
                   {'f', "usr/lib/libcuda.so.535.1", ""},
                   {'l', "usr/lib/libcuda.so.1", "libcuda.so.535.1"},
                   {'f', "opt/libcuda.so.1", "x"},
                   {'f', "opt/tegra/libcuda.so.1.1", "x"},
                   {'l', "opt/x/libcuda.so.1", "gone/libcuda.so.570.1.2"},
                   {'f', "opt/cuda-compat/libnvidia-nvvm.so.4", "x"}},
         .wants = {"\"resolved\":\"usr/lib/stubs/libcuda.so\",\"kind\":"
                   "\"stub\",\"size\"",
                   "\"usr/lib/libcuda.so.1\",\"resolved\":"
                   "\"usr/lib/libcuda.so.535.1\",\"link\":true,"
                   "\"kind\":\"leftover\",\"version\":\"535.1\"",
                   "\"resolved\":\"opt/libcuda.so.1\",\"kind\":"
                   "\"bundled\",\"size\":1",
                   "\"resolved\":\"opt/tegra/libcuda.so.1.1\",\"kind\":"
                   "\"bundled\",\"size\":1",
                   "{\"path\":\"opt/x/libcuda.so.1\",\"link\":true,\"kind\":"
                   "\"bundled\",\"size\":0",
                   "\"opt/cuda-compat/libnvidia-nvvm.so.4\",\"kind\":"
                   "\"compat\""}},
	{.name = "links to what was not kept, and loops",
         .items = {{'l', "a/libcuda.so.1", "../b/driver.bin"},
                   {'f', "b/driver.bin", "x"},
                   {'l', "c/libcuda.so.1", "libcuda.so"},
                   {'l', "c/libcuda.so", "libcuda.so.1"}},
         .wants = {"{\"path\":\"a/libcuda.so.1\",\"resolved\":"
                   "\"b/driver.bin\",\"link\":true",
                   "{\"group\":\"driver\",\"where\":\"a/libcuda.so.1\","
                   "\"reason\":\"a link to a file that was not read\"}",
                   "{\"group\":\"driver\",\"where\":\"c/libcuda.so\","
                   "\"reason\":\"a loop of symbolic links\"}"}},
	{.name = "an NGC image",
         .items = {{'f', "usr/local/cuda/compat/lib.real/libcuda.so.1", "x"}},
         .wants = {"\"compat_dir\":\"usr/local/cuda/compat\","
                   "\"ngc_compat\":true",
                   "\"kind\":\"compat\"", "\"cuda_link\":[\"usr/local/cuda\"]",
                   "!compat_names"}},
	{.name = "names of libcudart",
         .items = {{'f', "a/libcudart.so.11.3.109", "x"},
                   {'f', "b/libcudart.so.11.0", "x"},
                   {'f', "c/libcudart.so.10.2", "x"},
                   {'f', "d/libcudart.so.12", "x"},
                   {'l', "d/libcudart.so", "libcudart.so.12"},
                   {'f', "e/libcudart.so", "x"},
                   {'f', "root/.cache/uv/x/libcudart.so.12", "x"},
                   {'f', "srv/uv/archive-v0/x/libcudart.so.12", "x"},
                   {'f', "opt/conda/pkgs/x/libcudart.so.12", "x"},
                   {'f', "opt/micromamba/pkgs/x/libcudart.so.12", "x"},
                   {'f', "opt/miniforge3/pkgs/x/libcudart.so.12", "x"}},
         .wants = {"\"cudart\":[{\"path\":\"a/libcudart.so.11.3.109\","
                   "\"version\":\"11.3.109\",\"minor_known\":true,"
                   "\"from\":\"file\",\"layer\":0},",
                   "{\"path\":\"b/libcudart.so.11.0\",\"version\":\"11\","
                   "\"from\"",
                   "\"version\":\"10.2\",\"minor_known\":true",
                   "{\"path\":\"d/libcudart.so.12\",\"version\":\"12\","
                   "\"from\":\"file\",\"layer\":0}],\"code\""}},
	{.name = "torch with its own runtime, cu113",
         .items = {{'f', SITE "torch-1.12.1+cu113.dist-info/METADATA",
                    "Name: torch\nVersion: 1.12.1+cu113\n"},
                   {'f', SITE "torch/version.py",
                    "__version__ = '1.12.1+cu113'\ncuda = '11.3'\n"},
                   {'f', SITE "torch/lib/libcudart-9faf7f13.so.11.0", "x"}},
         .wants = {"\"torch\":[{\"version\":\"1.12.1\",\"tag\":\"cu113\","
                   "\"cuda\":\"11.3\",\"path\":"
                   "\"usr/lib/python3/dist-packages\",\"cudart\":\"" SITE
                   "torch/lib/libcudart-9faf7f13.so.11.0\",\"layer\":0}]",
                   "\"version\":\"11\",\"from\":\"file\",\"consumer\":"
                   "\"torch\"",
                   "\"wheels\":[{\"name\":\"torch\",\"version\":"
                   "\"1.12.1+cu113\",\"path\":\"" SITE
                   "torch-1.12.1+cu113.dist-info\",\"layer\":0}]"}},
	{.name = "torch from PyPI with a runtime wheel",
         .items = {{'f', SITE "torch-2.4.1.dist-info/METADATA",
                    "Name: torch\nVersion: 2.4.1\n"},
                   {'f', SITE "torch/version.py",
                    "__version__ = '2.4.1+cu121'\n"
                    "cuda: Optional[str] = '12.1'\n"},
                   {'f',
                    SITE "nvidia_cuda_runtime_cu12-12.1.105.dist-info/"
                         "METADATA",
                    "Name: nvidia-cuda-runtime-cu12\nVersion: 12.1.105\n"},
                   {'f', SITE "nvidia/cuda_runtime/lib/libcudart.so.12", "x"}},
         .wants = {"{\"version\":\"2.4.1\",\"tag\":\"cu121\",\"cuda\":"
                   "\"12.1\"",
                   "\"cudart\":\"" SITE
                   "nvidia/cuda_runtime/lib/libcudart.so.12\"",
                   "\"version\":\"12\",\"from\":\"file\",\"consumer\":"
                   "\"torch\"",
                   "\"version\":\"12.1.105\",\"minor_known\":true,\"from\":"
                   "\"wheel\",\"consumer\":\"torch\""}},
	{.name = "torch without CUDA, of ROCm, of NGC, for 9.2 and 13.0",
         .items = {{'f', "a/site-packages/torch-2.4.1+cpu.dist-info/METADATA",
                    "Name: torch\n\n"},
                   {'f', "b/site-packages/torch/version.py",
                    "__version__ = '2.4.0+rocm6.0'\ncuda = None\n"},
                   {'f', "c/site-packages/torch/version.py",
                    "__version__ = '2.6.0a0+ecf3bae40a.nv25.01'\n"
                    "cuda: Optional[str] = '12.8'\n"},
                   {'f', "d/site-packages/torch-1.2.0+cu92.dist-info/METADATA",
                    ""},
                   {'f', "e/site-packages/torch-2.9.0+cu130.dist-info/METADATA",
                    ""},
                   {'f', "f/site-packages/torch-1.9.0-py3.9.egg-info", ""}},
         .wants = {"{\"version\":\"2.4.1\",\"tag\":\"cpu\",\"cpu_only\":true,"
                   "\"path\":\"a/site-packages\"",
                   "{\"version\":\"2.4.0\",\"tag\":\"rocm6.0\","
                   "\"cpu_only\":true,\"path\":\"b/site-packages\"",
                   "{\"version\":\"2.6.0a0\",\"cuda\":\"12.8\",\"path\":"
                   "\"c/site-packages\"",
                   "\"tag\":\"cu92\",\"cuda\":\"9.2\"",
                   "\"tag\":\"cu130\",\"cuda\":\"13.0\"",
                   "{\"version\":\"1.9.0\",\"path\":\"f/site-packages\""}},
	{.name = "python that does not count",
         .items = {{'f', "root/.cache/torch-2.4.1.dist-info/METADATA",
                    "Name: torch\n"},
                   {'f', SITE "pip/_vendor/torch-1.dist-info/METADATA", ""},
                   {'f', SITE "x/torch/version.py", "cuda = '12.1'\n"},
                   {'f', "opt/torch/version.py", "cuda = '12.1'\n"},
                   {'f', "opt/conda/pkgs/p/site-packages/torch/version.py", ""},
                   {'f',
                    "opt/conda/pkgs/p/site-packages/torch-1.dist-info/METADATA",
                    ""}},
         .wants = {"!wheels", "!torch\":[", "!gaps"}},
	{.name = "hard links of an installer: the facts are the first name's",
         .items = {{'f', "root/.cache/uv/torch-2.4.1.dist-info/METADATA",
                    "Name: torch\nVersion: 2.4.1+cu124\n"},
                   LAYER,
                   {'h', SITE "torch-2.4.1.dist-info/METADATA",
                    "root/.cache/uv/torch-2.4.1.dist-info/METADATA"}},
         .wants = {"\"tag\":\"cu124\",\"cuda\":\"12.4\"", "\"layer\":1}]",
                   "!gaps"}},
	{.name = "whose runtime",
         .items = {{'f', SITE "jaxlib-0.4.1.dist-info/METADATA", ""},
                   {'f', SITE "nvidia/cuda_runtime/lib/libcudart.so.12", "x"},
                   {'f', SITE "bitsandbytes/libcudart.so.11.0", "x"},
                   {'f', SITE "cupy.libs/libcudart-1.so.11.2.152", "x"},
                   {'f', "a/site-packages/nvidia/cu13/lib/libcudart.so.13",
                    "x"}},
         .wants = {"\"version\":\"12\",\"from\":\"file\",\"consumer\":"
                   "\"jax\"",
                   "\"consumer\":\"bitsandbytes\"", "\"consumer\":\"cupy\"",
                   "\"version\":\"13\",\"from\":\"file\",\"consumer\":"
                   "\"nvidia\""}},
	{.name = "dpkg: who first listed this version",
         .items = {{'f', "var/lib/dpkg/status",
                    DEB("cuda-cudart-11-3", "11.3.58-1") DEB("libnccl2", "1")},
                   LAYER,
                   {'f', "var/lib/dpkg/status",
                    DEB("libnccl2", "2") DEB("cuda-cudart-11-3", "11.3.58-1")},
                   LAYER,
                   {'f', "var/lib/dpkg/status",
                    DEB("libnccl2", "2") DEB("cuda-cudart-11-3", "11.3.58-1")
                            DEB("libcudart11.0", "11.5.117~11.5.1-1ubuntu1")}},
         .wants = {"{\"name\":\"cuda-cudart-11-3\",\"version\":"
                   "\"11.3.58-1\",\"arch\":\"amd64\",\"path\":"
                   "\"var/lib/dpkg/status\",\"layer\":0}",
                   "\"name\":\"libnccl2\",\"version\":\"2\",\"arch\":"
                   "\"amd64\",\"path\":\"var/lib/dpkg/status\",\"layer\":1}",
                   "\"version\":\"11.3.58\",\"minor_known\":true,\"from\":"
                   "\"package\",\"package\":\"cuda-cudart-11-3\"",
                   "\"version\":\"11.5.117\",\"minor_known\":true,\"from\":"
                   "\"package\",\"package\":\"libcudart11.0\",\"layer\":2}"}},
	{.name = "dpkg without a status, as distroless has it",
         .items = {{'f', "var/lib/dpkg/status.d/cuda-cudart-12-1",
                    "Package: cuda-cudart-12-1\nVersion: 12.1.105-1\n"},
                   {'f', "var/lib/dpkg/status.d/cuda-cudart-12-1.md5sums",
                    "0123  usr/lib/libcudart.so.12.1.105\n"},
                   {'f', "usr/lib/libcudart.so.12.1.105", "x"}},
         .wants = {"\"packages\":[{\"name\":\"cuda-cudart-12-1\"",
                   "\"path\":\"usr/lib/libcudart.so.12.1.105\","
                   "\"version\":\"12.1.105\",\"minor_known\":true,\"from\":"
                   "\"file\",\"package\":\"cuda-cudart-12-1\""}},
	{.name = "version.json and version.txt",
         .items = {{'f', "usr/local/cuda-12.8/version.json",
                    "{\"cuda_cudart\":{\"version\":\"12.8.90\"}}"},
                   {'f', "usr/local/cuda-10.2/version.txt",
                    "CUDA Version 10.2.89\n"}},
         .wants = {"\"usr/local/cuda-12.8/version.json\",\"version\":"
                   "\"12.8.90\",\"minor_known\":true,\"from\":"
                   "\"version-json\"",
                   "\"version\":\"10.2.89\""}},
	{.name = "ld.so.conf, its includes and LD_LIBRARY_PATH",
         .config = "{\"config\":{\"Env\":[\"LD_LIBRARY_PATH=/old\","
                   "\"LD_LIBRARY_PATH=/usr/local/cuda/lib64::rel;/gone\"]}}",
         .items = {{'f', "etc/ld.so.conf",
                    "/first\ninclude ld.so.conf.d/*.conf\n/last=libc6\n"},
                   {'f', "etc/ld.so.conf.d/b.conf", "/b\n"},
                   {'f', "etc/ld.so.conf.d/a.conf", "/a # one\nhwcap 1 x\n"},
                   {'f', "etc/ld.so.conf.d/.hidden.conf", "/hidden\n"},
                   {'f', "etc/ld.so.conf.d/c.txt", "/c\n"},
                   {'d', "b", NULL},
                   {'d', "last", NULL},
                   {'f', "etc/ld.so.cache", "x"},
                   {'l', "usr/local/cuda", "cuda-12"},
                   {'d', "usr/local/cuda-12/lib64", NULL}},
         .wants = {"\"env\":[{\"dir\":\"/usr/local/cuda/lib64\",\"resolved\":"
                   "\"usr/local/cuda-12/lib64\",\"file\":\"LD_LIBRARY_PATH\","
                   "\"layer\":-1},{\"dir\":\"rel\",\"file\":"
                   "\"LD_LIBRARY_PATH\",\"layer\":-1},{\"dir\":\"/gone\"",
                   "\"conf\":[{\"dir\":\"/first\",\"file\":\"etc/ld.so.conf\","
                   "\"layer\":0},{\"dir\":\"/a\",\"file\":"
                   "\"etc/ld.so.conf.d/a.conf\",\"layer\":0},{\"dir\":\"/b\","
                   "\"resolved\":\"b\",\"file\":\"etc/ld.so.conf.d/b.conf\","
                   "\"layer\":0},{\"dir\":\"/last=libc6\",\"resolved\":"
                   "\"last\",",
                   "\"conf_files\":[\".hidden.conf\",\"a.conf\",\"b.conf\","
                   "\"c.txt\"],\"has_conf\":true,\"has_conf_d\":true,"
                   "\"has_cache\":true",
                   "!\"/old\"", "!\"/hidden\"", "!gaps"}},
	{.name = "includes that can't be followed",
         .items = {{'f', "etc/ld.so.conf",
                    "include /opt/*/x.conf /etc/[ab].conf /gone/*.conf "
                    "/there/*.conf /etc/ld.so.conf"},
                   {'d', "there", NULL}},
         .wants = {"include /opt/*/x.conf was not followed",
                   "include /etc/[ab].conf was not followed",
                   "include /there/*.conf was not followed",
                   "includes go too far", "!include /gone"}},
	{.name = "an operating system, by a link",
         .items = {{'l', "etc/os-release", "../usr/lib/os-release"},
                   {'f', "usr/lib/os-release",
                    "ID=alpine\nVERSION_ID=3.19.1\n"},
                   {'f', "lib/ld-musl-x86_64.so.1", "x"},
                   {'f', "etc/debian_version", "12.1\n"}},
         .wants = {"\"os\":{\"id\":\"alpine\",\"version\":\"3.19.1\","
                   "\"debian\":true,\"musl\":true}"}},
	{.name = "usr/local/cuda is a directory without anything of interest",
         .items = {{'d', "usr/local/cuda", NULL}},
         .wants = {"\"loader\":{\"cuda_link\":[\"usr/local/cuda\"],"
                   "\"cuda_dir\":\"usr/local/cuda\"}"}},
	{.name = "an rpm database that is none",
         .items = {{'f', "var/lib/rpm/rpmdb.sqlite", "x"}},
         .wants = {"\"gaps\":[{\"group\":\"packages\",\"where\":"
                   "\"var/lib/rpm/rpmdb.sqlite\",\"reason\":"
                   "\"not the kind of file that its name says\"}]"}},
	{.name = "two databases of rpm, and a link to one",
         .items = {{'f', "var/lib/rpm/Packages", "x"},
                   {'f', "var/lib/rpm/rpmdb.sqlite", "x"},
                   {'l', "usr/share/rpm/Packages", "/var/lib/rpm/Packages"}},
         .wants = {"\"where\":\"var/lib/rpm/rpmdb.sqlite\",\"reason\":"
                   "\"which list of rpm's holds is not known: this one or "
                   "var/lib/rpm/Packages\"",
                   "!or usr/share",
                   "!\"usr/share/rpm/Packages\","
                   "\"reason\":\"which"}},
	{.name = "a database of rpm and what stands for one",
         .items = {{'f', "var/lib/rpmmanifest/container-manifest-2", ""},
                   {'f', "var/lib/rpm/Packages", "x"}},
         .wants = {"\"which list of rpm's holds is not known: this one or "}},
	{.name = "nix and spack, by directory",
         .items = {{'f',
                    "nix/store/0123456789abcdfghijklmnpqrsvwxyz-cuda_cudart-"
                    "12.2.140-lib/lib/libcudart.so.12.2.140",
                    "x"},
                   {'f',
                    "nix/store/0123456789abcdfghijklmnpqrsvwxyz-cuda_cudart-"
                    "12.2.140-lib/lib/stubs/libcuda.so",
                    "x"},
                   {'f',
                    "nix/store/0123456789abcdfghijklmnpqrsvwxyz-cuda-merged/"
                    "lib/libcudart.so.12",
                    "x"},
                   {'f',
                    "opt/spack/linux-zen3/gcc-11.4.0/cuda-12.3.0-"
                    "abcdefghijklmnopqrstuvwxyz234567/lib64/"
                    "libcudart.so.12.3.52",
                    "x"},
                   {'f',
                    "opt/other/cuda-12.3.0-abcdefghijklmnopqrstuvwxyz234567/"
                    "libcudart.so.12",
                    "x"}},
         .wants = {"\"packages\":[{\"name\":\"cuda\",\"version\":\"12.3.0\","
                   "\"manager\":\"spack\",\"path\":\"opt/spack/linux-zen3/"
                   "gcc-11.4.0/cuda-12.3.0-abcdefghijklmnopqrstuvwxyz234567/"
                   "lib64/libcudart.so.12.3.52\",\"layer\":0},"
                   "{\"name\":\"cuda_cudart\",\"version\":\"12.2.140\","
                   "\"manager\":\"nix\",\"path\":\"nix/store/"
                   "0123456789abcdfghijklmnpqrsvwxyz-cuda_cudart-12.2.140-lib/"
                   "lib/libcudart.so.12.2.140\",\"layer\":0}]"}},
	{.name = "changes that SQLite has not written yet",
         .items = {{'f', "usr/lib/sysimage/rpm/rpmdb.sqlite-wal", "x"},
                   {'f', "var/lib/rpm/rpmdb.sqlite-wal", ""}},
         .wants = {"\"gaps\":[{\"group\":\"packages\",\"where\":"
                   "\"usr/lib/sysimage/rpm/rpmdb.sqlite-wal\",\"reason\":"
                   "\"changes to the rpm database in it are not known\"}]"}},
	{.name = "apk: packages, and whose libraries are",
         .items = {{'f', "usr/lib/apk/db/installed",
                    "P:nvidia-cuda-cudart-12-4\nV:12.4.127-r0\nA:x86_64\n"
                    "F:usr\nF:usr/lib\nR:libcudart.so.12.4.127\n"},
                   {'f', "usr/lib/libcudart.so.12.4.127", "x"}},
         .wants = {"\"packages\":[{\"name\":\"nvidia-cuda-cudart-12-4\","
                   "\"version\":\"12.4.127-r0\",\"arch\":\"x86_64\","
                   "\"manager\":\"apk\",\"path\":"
                   "\"usr/lib/apk/db/installed\",\"layer\":0}]",
                   "\"from\":\"file\",\"package\":"
                   "\"nvidia-cuda-cudart-12-4\"",
                   "!gaps"}},
	{.name = "apk: the layer since which there is this version",
         .items = {{'f', "lib/apk/db/installed",
                    "P:cuda-a\nV:1\n\nP:nccl\n"
                    "V:1\n\nP:cudnn\nV:1\n"},
                   {'-', NULL, NULL},
                   {'f', "lib/apk/db/installed",
                    "P:cuda-a\nV:2\n\nP:nccl\n"
                    "V:1\n"},
                   {'-', NULL, NULL},
                   {'f', "srv/a", "x"},
                   {'-', NULL, NULL},
                   {'f', "lib/apk/db/installed",
                    "P:cuda-a\nV:2\n\nP:cuda-a\nV:3\n\nP:nccl\nV:1\n\n"
                    "P:cudnn\nV:1\n"}},
         .wants = {"\"cuda-a\",\"version\":\"2\",\"manager\":\"apk\","
                   "\"path\":\"lib/apk/db/installed\",\"layer\":1}",
                   "\"cuda-a\",\"version\":\"3\",\"manager\":\"apk\","
                   "\"path\":\"lib/apk/db/installed\",\"layer\":3}",
                   "\"cudnn\",\"version\":\"1\",\"manager\":\"apk\","
                   "\"path\":\"lib/apk/db/installed\",\"layer\":3}",
                   "\"nccl\",\"version\":\"1\",\"manager\":\"apk\","
                   "\"path\":\"lib/apk/db/installed\",\"layer\":0}"}},
	{.name = "pacman: packages, and whose libraries are",
         .items = {{'f', "var/lib/pacman/local/nvidia-utils-550.78-1/desc",
                    "%NAME%\nnvidia-utils\n\n%VERSION%\n550.78-1\n\n"
                    "%ARCH%\nx86_64\n\n"},
                   {'f', "var/lib/pacman/local/nvidia-utils-550.78-1/files",
                    "%FILES%\nusr/\nusr/lib/libcuda.so.550.78\n\n"
                    "%BACKUP%\nusr/lib/libcuda.so.1\n"},
                   {'f', "var/lib/pacman/local/bash-5-1/desc",
                    "%NAME%\nbash\n"},
                   {'f', "usr/lib/libcuda.so.550.78", "x"}},
         .wants = {"\"packages\":[{\"name\":\"nvidia-utils\",\"version\":"
                   "\"550.78-1\",\"arch\":\"x86_64\",\"manager\":"
                   "\"pacman\",\"path\":\"var/lib/pacman/local/"
                   "nvidia-utils-550.78-1/desc\",\"layer\":0}]",
                   "\"package\":\"nvidia-utils\"", "!gaps"}},
	{.name = "conda: a record, and hard links out of the cache",
         .items = {{'f', "opt/conda/pkgs/c-1-0/lib/libcudart.so.11.8.89", "x"},
                   {'-', NULL, NULL},
                   {'h', "opt/conda/envs/e/lib/libcudart.so.11.8.89",
                    "opt/conda/pkgs/c-1-0/lib/libcudart.so.11.8.89"},
                   {'f',
                    "opt/conda/envs/e/conda-meta/"
                    "cudatoolkit-11.8.0-h4ba93d1_12.json",
                    "{\"name\":\"cudatoolkit\",\"version\":\"11.8.0\","
                    "\"build\":\"h4ba93d1_12\",\"channel\":"
                    "\"https://conda.anaconda.org/conda-forge/linux-64\","
                    "\"subdir\":\"linux-64\",\"depends\":[\"x\"],\"files\":"
                    "[\"lib/a\",\"lib/libcudart.so.11.8.89\"]}"},
                   {'-', NULL, NULL},
                   {'f', "opt/conda/pkgs/c-1-0/lib/.wh.libcudart.so.11.8.89",
                    ""}},
         .wants = {"\"packages\":[{\"name\":\"cudatoolkit\",\"version\":"
                   "\"11.8.0\",\"arch\":\"linux-64\",\"manager\":\"conda\","
                   "\"build\":\"h4ba93d1_12\",\"channel\":"
                   "\"https://conda.anaconda.org/conda-forge/linux-64\","
                   "\"path\":\"opt/conda/envs/e/conda-meta/"
                   "cudatoolkit-11.8.0-h4ba93d1_12.json\",\"layer\":1}]",
                   "\"cudart\":[{\"path\":"
                   "\"opt/conda/envs/e/lib/libcudart.so.11.8.89\",\"version\":"
                   "\"11.8.89\",\"minor_known\":true,\"from\":\"file\","
                   "\"package\":\"cudatoolkit\",\"layer\":1}]",
                   "!gaps"}},
	{.name = "conda records that are none",
         .items = {{'f', "c/conda-meta/cudnn-8-0.json", "{"},
                   {'f', "c/conda-meta/nccl-2-0.json", "{}"}},
         .wants = {"\"packages\",\"where\":\"c/conda-meta/cudnn-8-0.json\","
                   "\"reason\":\"not a record of conda's: line 1, column 1:",
                   "\"packages\",\"where\":\"c/conda-meta/nccl-2-0.json\","
                   "\"reason\":\"not a record of conda's: it names no "
                   "package\""}},
	{.name = "conda packages whose files are there",
         .items = {{'f', "c/conda-meta/cudatoolkit-11.8.0-h_1.json",
                    "{\"name\":\"cudatoolkit\"}"},
                   {'f', "c/conda-meta/pytorch-2.0.1-h_0.json",
                    "{\"name\":\"pytorch\"}"},
                   {'f', "c/lib/libcudart.so.11.8.89", "x"},
                   {'f', "c/lib/python3/site-packages/torch/version.py",
                    "cuda = '11.8'\n"}},
         .wants = {"!gaps"}},
	{.name = "conda packages whose files are not",
         .items = {{'f', "c/conda-meta/cuda-cudart-12.4.127-h_0.json", ""},
                   {'f', "c/conda-meta/pytorch-2.0.1-h_0.json", ""},
                   {'f', "d/lib/libcudart.so.11.8.89", "x"}},
         .wants = {"{\"group\":\"runtime\",\"where\":"
                   "\"c/conda-meta/cuda-cudart-12.4.127-h_0.json\"",
                   "{\"group\":\"python\",\"where\":"
                   "\"c/conda-meta/pytorch-2.0.1-h_0.json\""}},
	{.name = "bytes that are no text",
         .items = {{'f', "a\377/libcuda.so.1", "x"}},
         .wants = {"\"path\":\"a\\uF7FF/libcuda.so.1\""}},
};

static void check_wants(const struct sample *s, struct str line)
{
	for (const char *const *w = s->wants; *w; w++) {
		bool not = **w == '!';

		if (str_contains(line, str_c(*w + not )) == not )
			fail_msg("%s: %s in\n" STR_F, s->name, *w, STR_A(line));
	}
}

/* Written, read and written again it is the same. */
static void check_round_trip(struct str text)
{
	struct arena a = {0};
	struct image_facts again = {0};
	struct buf b = {0};
	struct err err = {0};

	if (facts_parse(text, &a, &again, &err))
		fail_msg("%s", err.msg);
	facts_write(&again, &b);
	assert_true(str_eq(buf_str(&b), text));
	buf_free(&b);
	arena_free(&a);
}

static void test_samples(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(samples); i++) {
		struct mini m;
		struct image_facts f;
		struct buf line = {0}, text = {0};

		mini_read(&m, samples[i].items);
		f = mini_facts(&m, samples[i].config);
		arena_free(&m.layers); /* the facts stand alone */
		record_write_line(&facts_schema, &f, &line);
		check_wants(&samples[i], buf_str(&line));
		facts_write(&f, &text);
		check_round_trip(buf_str(&text));
		buf_free(&line);
		buf_free(&text);
		mini_free(&m);
	}
}

/* The order of entries in a layer changes nothing. */
static void test_order(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(samples); i++) {
		struct item turned[ITEMS_MAX] = {{0}};
		struct buf one = {0}, two = {0};
		struct image_facts f;
		struct mini m;
		size_t n = 0;

		for (; samples[i].items[n].type; n++)
			if (samples[i].items[n].type == '-' ||
			    samples[i].items[n].type == 'h')
				break;
		if (samples[i].items[n].type)
			continue; /* one layer, no hard links */
		for (size_t k = 0; k < n; k++)
			turned[k] = samples[i].items[n - 1 - k];
		mini_read(&m, samples[i].items);
		f = mini_facts(&m, samples[i].config);
		facts_write(&f, &one);
		mini_free(&m);
		mini_read(&m, turned);
		f = mini_facts(&m, samples[i].config);
		facts_write(&f, &two);
		mini_free(&m);
		if (!str_eq(buf_str(&one), buf_str(&two)))
			fail_msg("%s:\n%s\n%s", samples[i].name, one.p, two.p);
		buf_free(&one);
		buf_free(&two);
	}
}

static void test_missing_layer(void **state)
{
	struct arena a = {0};
	struct image_layer layer = {.diff_id = STR("sha256:x"),
	                            .gap = STR("encrypted")};
	struct image img = {.config = STR("{}"),
	                    .digest = STR("sha256:y"),
	                    .layers = {&layer, 1}};
	struct image_facts f;
	struct err err = {0};

	(void)state;
	assert_int_equal(facts_of_image(&img, &a, &f, &err), 0);
	assert_int_equal(f.gaps.n, 1);
	assert_int_equal(f.gaps.v[0].group, GROUP_ALL);
	assert_string_equal(f.gaps.v[0].where.p, "layer 0");
	assert_string_equal(f.gaps.v[0].reason.p, "encrypted");
	assert_string_equal(f.digest.p, "sha256:y");
	assert_string_equal(f.layers.v[0].diff_id.p, "sha256:x");
	assert_true(facts_unsure(&f, GROUP_DRIVER));
	img.config = STR("[]");
	assert_int_equal(facts_of_image(&img, &a, &f, &err), -1);
	assert_string_equal(err.msg, "image config: want an object, got an "
	                             "array");
	arena_free(&a);
}

#define CONFIG                                                              \
	"{\"architecture\":\"arm\",\"variant\":\"v7\",\"os\":\"linux\","    \
	"\"created\":null,\"author\":1,\"config\":{\"User\":\"app\","       \
	"\"Env\":[\"A=1\",\"B\",\"A=2=3\"],\"Cmd\":null,\"Labels\":"        \
	"{\"a\":\"b\"},\"ExposedPorts\":{\"1/tcp\":{}}},\"history\":["      \
	"{\"created_by\":\"one\"},{\"created_by\":\"none\",\"empty_layer\"" \
	":true},{\"created_by\":\"two\",\"comment\":\"x\"}],\"rootfs\":{}}"

static void test_config(void **state)
{
	struct arena a = {0};
	struct image_facts f = {0};
	struct layer_fact v[3] = {0};
	struct layers layers = {v, 2};
	struct str value = {0};
	struct err err = {0};

	(void)state;
	assert_int_equal(config_parse(STR(CONFIG), &a, &f.config, &err), 0);
	assert_string_equal(f.config.user.p, "app");
	assert_int_equal(f.config.env.n, 3);
	assert_string_equal(f.config.labels.v[0].value.p, "b");
	assert_int_equal(f.config.history.n, 3);
	assert_true(facts_env(&f, STR("A"), &value));
	assert_true(str_eq(value, STR("2=3")));
	assert_false(facts_env(&f, STR("B"), &value));
	assert_false(facts_env(&f, STR(""), &value));
	assert_true(str_eq(facts_platform(&f, &a), STR("linux/arm/v7")));
	f.config.variant.n = 0;
	assert_true(str_eq(facts_platform(&f, &a), STR("linux/arm")));
	config_name_layers(&f.config, &layers);
	assert_string_equal(v[0].created_by.p, "one");
	assert_string_equal(v[1].created_by.p, "two");
	v[0].created_by = STR("");
	layers.n = 3;
	config_name_layers(&f.config, &layers);
	assert_int_equal(v[0].created_by.n, 0);
	arena_free(&a);
}

static const struct {
	const char *json, *message;
} bad[] = {
	{"{}", "'schema'"},
	{"{\"schema\":\"cudalint/facts/2\"}",
         "/schema: want 'cudalint/facts/1', got 'cudalint/facts/2'"},
	{"{\"schema\":\"cudalint/facts/1\",\"umb\":[]}", "unknown key 'umb'"},
	{"{\"schema\":\"cudalint/facts/1\",\"umd\":[{}]}",
         "missing key 'path'"},
	{"{\"schema\":\"cudalint/facts/1\",\"umd\":[{\"path\":\"a\","
         "\"kind\":\"stubs\"}]}",
         "kind: 'stubs' is not one of compat, bundled, stub, "
         "leftover"},
	{"{\"schema\":\"cudalint/facts/1\",\"gaps\":[{\"group\":\"x\"}]}",
         "group: 'x' is not one of config, driver, runtime, "
         "packages, python, loader, os, code, all"},
	{"{\"schema\":\"cudalint/facts/1\",\"umd\":[{\"path\":\"a\","
         "\"layer\":1}]}",
         "/umd/0/layer: 1, and there are 0 layers"},
	{"{\"schema\":\"cudalint/facts/1\",\"torch\":[{\"layer\":-2}]}",
         "/torch/0/layer: -2"},
	{"{\"schema\":\"cudalint/facts/1\",\"umd\":[{\"path\":\"a\","
         "\"size\":-1}]}",
         "/umd/0/size: -1 is negative"},
	{"{\"schema\":\"cudalint/facts/1\",\"code\":{\"files\":[{\"path\":"
         "\"a\",\"code\":{\"targets\":[{\"kind\":\"sass\",\"arch\":9}]}}]}}",
         "/code/files/0/code/targets/0/arch: 9 is none"},
	{"{\"schema\":\"cudalint/facts/1\",\"code\":{\"files\":[{\"path\":"
         "\"a\",\"layer\":1}]}}",
         "/code/files/0/layer: 1, and there are 0 layers"},
};

static void test_bad(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		struct arena a = {0};
		struct image_facts f = {0};
		struct err err = {0};

		assert_int_equal(facts_parse(str_c(bad[i].json), &a, &f, &err),
		                 -1);
		assert_int_equal(err.kind, ERR_FORMAT);
		if (!strstr(err.msg, bad[i].message))
			fail_msg("%s", err.msg);
		arena_free(&a);
	}
}

/* One layer with n entries made from a pattern with a number in it. */
static struct image_facts many(struct mini *m, char type, const char *pattern,
                               const char *more, int n)
{
	struct buf b = {0};
	struct err err = {0};

	*m = (struct mini){.n = 1};
	for (int i = 0; i < n; i++) {
		struct str name = arena_fmt(&m->facts, "%04d", i);
		struct str head, tail, path;

		(void)str_cut(str_c(pattern), '#', &head, &tail);
		path = arena_fmt(&m->facts, STR_F STR_F STR_F, STR_A(head),
		                 STR_A(name), STR_A(tail));
		mini_add(&b, &(struct item){type, path.p, more});
	}
	mini_end(&b);
	m->v[0].facts = mini_read_one(buf_str(&b), &m->layers, &err);
	assert_non_null(m->v[0].facts);
	buf_free(&b);
	return mini_facts(m, NULL);
}

static const struct {
	char type;
	const char *pattern, *more;
	int n;
	enum fact_group group;
	const char *where, *reason;
} limits[] = {
	{'f', "usr/lib/libcuda.so.#.1", "x", 1001, GROUP_DRIVER, "image",
         "too many to list"},
	{'f', "usr/lib/libcudart.so.#.1.1", "x", 1001, GROUP_RUNTIME, "image",
         "too many to list"},
	{'f', "#/site-packages/torch/version.py", "x", 101, GROUP_PYTHON,
         "0100/site-packages", "too many copies of torch"},
	{'l', "usr/lib/libcuda.so.#", "libcuda.so.0000", 1001, GROUP_ALL,
         "image", "too many gaps to list"},
};

/* JSON would let it pass as it is. */
static void test_del(void **state)
{
	struct str text = STR("{\"schema\":\"" FACTS_SCHEMA
	                      "\",\"os\":{\"id\":\"a\x7f\\u007f\"}}");
	struct image_facts f = {0}, again = {0};
	struct arena a = {0};
	struct buf b = {0};
	struct err err = {0};

	(void)state;
	assert_int_equal(facts_parse(text, &a, &f, &err), 0);
	assert_true(str_eq(f.os.id, STR("a\x7f\x7f")));
	facts_write(&f, &b);
	assert_true(str_contains(buf_str(&b), STR("a\\u007f\\u007f")));
	assert_false(str_contains(buf_str(&b), STR("\x7f")));
	assert_int_equal(facts_parse(buf_str(&b), &a, &again, &err), 0);
	assert_true(str_eq(again.os.id, f.os.id));
	buf_free(&b);
	arena_free(&a);
}

static void test_limits(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(limits); i++) {
		struct mini m;
		struct image_facts f =
			many(&m, limits[i].type, limits[i].pattern,
		             limits[i].more, limits[i].n);
		const struct gap *g;

		assert_true(f.gaps.n > 0);
		g = &f.gaps.v[f.gaps.n - 1];
		assert_int_equal(g->group, limits[i].group);
		assert_string_equal(g->where.p, limits[i].where);
		assert_string_equal(g->reason.p, limits[i].reason);
		mini_free(&m);
	}
}

/* As long as ours, and one more. */
static void test_long_list(void **state)
{
	(void)state;
	for (int n = FACTS_LIBS_MAX; n <= FACTS_LIBS_MAX + 1; n++) {
		struct arena a = {0};
		struct image_facts f = {0};
		struct err err = {0};
		struct buf b = {0};
		int rc;

		buf_printf(&b, "{\"schema\":\"" FACTS_SCHEMA
		               "\",\"umd\":[{\"path\":\"0\"}");
		for (int i = 1; i < n; i++)
			buf_printf(&b, ",{\"path\":\"%d\"}", i);
		buf_add(&b, STR("]}"));
		rc = facts_parse(buf_str(&b), &a, &f, &err);
		assert_int_equal(rc, n > FACTS_LIBS_MAX ? -1 : 0);
		if (rc)
			assert_string_equal(err.msg,
			                    "/umd: limit: more than 1000");
		buf_free(&b);
		arena_free(&a);
	}
}

static struct str repeated(struct buf *b, const char *head, const char *text,
                           int n, const char *tail)
{
	buf_printf(b, "%s", head);
	for (int i = 0; i < n; i++)
		buf_printf(b, "%s", text);
	buf_printf(b, "%s", tail);
	return buf_str(b);
}

/* However much is asked for, it is few gaps and little memory. */
static void test_floods(void **state)
{
	struct buf conf = {0}, env = {0}, path = {0};
	const struct {
		const char *conf, *config;
		enum fact_group group;
	} rows[] = {
		{repeated(&conf, "include", " a*", 200000, "\n").p, "{}",
	         GROUP_LOADER},
		{"",
	         repeated(&env, "{\"config\":{\"Env\":[\"A=1\"", ",\"B=2\"",
	                  5000, "]}}")
	                 .p,
	         GROUP_CONFIG},
		{"",
	         repeated(&path, "{\"config\":{\"Env\":[\"LD_LIBRARY_PATH=",
	                  ":/a", 100000, "\"]}}")
	                 .p,
	         GROUP_LOADER},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct item items[] = {{'f', "etc/ld.so.conf", rows[i].conf},
		                       {0}};
		struct mini m;
		struct image_facts f;
		const struct gap *g;

		mini_read(&m, items);
		f = mini_facts(&m, rows[i].config);
		assert_in_range(f.gaps.n, 1, 101);
		g = &f.gaps.v[f.gaps.n - 1];
		assert_int_equal(g->group, rows[i].group);
		assert_string_equal(g->reason.p, "too many to list");
		assert_true(m.facts.used < 2 << 20);
		mini_free(&m);
	}
	buf_free(&conf);
	buf_free(&env);
	buf_free(&path);
}

static void test_unsure(void **state)
{
	struct gap v[] = {{GROUP_OS, STR(""), STR("")},
	                  {GROUP_ALL, STR(""), STR("")}};
	struct image_facts f = {0};

	(void)state;
	assert_false(facts_unsure(&f, GROUP_ALL));
	f.gaps = (struct gaps){v, 1};
	assert_true(facts_unsure(&f, GROUP_OS));
	assert_true(facts_unsure(&f, GROUP_ALL));
	assert_false(facts_unsure(&f, GROUP_DRIVER));
	f.gaps.n = 2;
	assert_true(facts_unsure(&f, GROUP_DRIVER));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_samples),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_missing_layer),
		cmocka_unit_test(test_config),
		cmocka_unit_test(test_bad),
		cmocka_unit_test(test_del),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_long_list),
		cmocka_unit_test(test_floods),
		cmocka_unit_test(test_unsure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
