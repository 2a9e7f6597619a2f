#include "facts/extract.h"
#include "facts/pyname.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* The strings and numbers that a struct said holds, on one line. */
static void show_strs(struct buf *b, const char *name, struct strs list)
{
	slice_for (struct str, s, list)
		buf_printf(b, "%s=" STR_F ";", name, STR_A(*s));
}

static void show_str(struct buf *b, const char *name, struct str s)
{
	if (s.n)
		buf_printf(b, "%s=" STR_F ";", name, STR_A(s));
}

static void show_note(struct buf *b, const struct fwd_note *note)
{
	if (!note->present)
		return;
	buf_printf(b, "note=" STR_F, STR_A(note->cuda));
	slice_for (int64_t, v, note->drivers)
		buf_printf(b, " %d", (int)*v);
	buf_printf(b, ";");
	slice_for (int64_t, v, note->devices)
		buf_printf(b, " %d", (int)*v);
}

static void show(struct buf *b, const struct said *s)
{
	slice_for (struct package, p, s->packages)
		buf_printf(b, STR_F "=" STR_F ":" STR_F ";", STR_A(p->name),
		           STR_A(p->version), STR_A(p->arch));
	slice_for (struct pair, p, s->owners)
		buf_printf(b, STR_F "<" STR_F ";", STR_A(p->value),
		           STR_A(p->key));
	show_str(b, "gap", s->gap);
	show_strs(b, "line", s->lines);
	show_str(b, "soname", s->soname);
	show_note(b, &s->note);
	show_str(b, "name", s->name);
	show_str(b, "version", s->version);
	show_str(b, "cuda", s->cuda);
	show_str(b, "hip", s->hip);
	if (s->no_cuda)
		buf_printf(b, "no_cuda;");
	show_str(b, "id", s->os.id);
	show_str(b, "os", s->os.version);
	show_str(b, "pretty", s->os.pretty);
}

static void check(enum interest what, struct str bytes, const char *want)
{
	struct arena a = {0};
	struct said said = {0};
	struct buf b = {0};

	extract(what, bytes, &a, &said);
	show(&b, &said);
	if (!str_eq(buf_str(&b), str_c(want)))
		fail_msg("want '%s', got '" STR_F "'", want,
		         STR_A(buf_str(&b)));
	buf_free(&b);
	arena_free(&a);
}

#define STANZA(name, status)                                           \
	"Package: " name "\nStatus: " status "\nArchitecture: amd64\n" \
	"Version: 1:2.3-1\nDescription: x\n .\n Package: cuda-fake\n\n"
#define AZURE(name, version, epoch)                                     \
	name "\t" version "\t1730000000\t1720000000\tMicrosoft\t" epoch \
	     "\t1024\tx86_64\t0\ta-1.src.rpm\n"
#define NO_PACKAGE "a line of it is no package of rpm's"
#define TORCH_HEAD \
	"from typing import Optional\n\n__all__ = ['__version__', 'cuda']\n"

static const struct {
	enum interest what;
	const char *bytes, *want;
} texts[] = {
	{INTEREST_DPKG_STATUS,
         STANZA("cuda-compat-11-3", "install ok installed")
                 STANZA("bash", "install ok installed")
                         STANZA("libcuda1", "deinstall ok config-files")
                                 STANZA("libnvidia-ml1", "hold ok installed"),
         "cuda-compat-11-3=1:2.3-1:amd64;libnvidia-ml1=1:2.3-1:amd64;"},
	{INTEREST_DPKG_STATUS, "Package: cuda\nVersion: 1\n", ""},
	{INTEREST_DPKG_STATUS,
         "package:cuda\r\nSTATUS: install ok installed\r\nVersion:\t1\r\n",
         "cuda=1:;"},
	{INTEREST_DPKG_STATUS,
         "Package: cuda\nStatus: install ok not-installed\n", ""},
	{INTEREST_DPKG_STATUS, "", ""},
	{INTEREST_DPKG_STATUS, "\n\n:\n:x\nPackage\n Package: cuda\n", ""},
	{INTEREST_DPKG_PART, "Package: cuda-cudart-12-1\nVersion: 12.1.105-1\n",
         "cuda-cudart-12-1=12.1.105-1:;"},
	{INTEREST_RPM_MANIFEST,
         AZURE("bash", "5.2.15-3.azl3", "(none)")
                 AZURE("cuda-compat-12-4", "550.54.15-1", "3")
                         AZURE("libcudnn9-cuda-12", "9.1.0.70-1", "(none)"),
         "cuda-compat-12-4=3:550.54.15-1:x86_64;"
         "libcudnn9-cuda-12=9.1.0.70-1:x86_64;"},
	{INTEREST_RPM_MANIFEST, AZURE("cuda", "1-1", "0"),
         "cuda=0:1-1:x86_64;"},
	{INTEREST_RPM_MANIFEST, "", ""},
	{INTEREST_RPM_MANIFEST,
         AZURE("cuda", "1-1", "(none)") "\n" AZURE("cuda", "", "(none)"),
         "cuda=1-1:x86_64;gap=" NO_PACKAGE ";"},
	{INTEREST_RPM_MANIFEST, AZURE("cuda", "1-1", ""),
         "gap=" NO_PACKAGE ";"},
	{INTEREST_RPM_MANIFEST, AZURE("", "1-1", "1"), "gap=" NO_PACKAGE ";"},
	{INTEREST_RPM_MANIFEST, "cuda\t1-1\t1\t2\tx\t(none)\t1\tx86_64\t0",
         "gap=" NO_PACKAGE ";"},
	{INTEREST_RPM_MANIFEST, "cuda\t1-1\t1\t2\tx\t(none)\t1\tx86_64\t0\ts\t",
         "gap=" NO_PACKAGE ";"},
	{INTEREST_DPKG_PART, STANZA("cuda", "deinstall ok config-files"), ""},
	{INTEREST_DPKG_LIST,
         "/.\n/usr\n/usr/\n/\n\nx  \n/usr/lib/libcuda.so.1\n/usr/share/doc/libcuda.txt\n"
         "/usr/local/cuda-11.3/compat/libnvidia-nvvm.so.4\n",
         "line=usr/lib/libcuda.so.1;"
         "line=usr/local/cuda-11.3/compat/libnvidia-nvvm.so.4;"},
	{INTEREST_DPKG_LIST,
         "0123456789abcdef0123456789abcdef  usr/lib/libcudart.so.12\n",
         "line=usr/lib/libcudart.so.12;"},
	{INTEREST_APK,
         "P:cuda-compat\nV:550.54.15-r1\nA:x86_64\nF:usr/cuda/compat\n"
         "R:libcuda.so.550.54.15\nR:libnvvm.so.4\nF:\nR:libcuda.so.1\n\n"
         "P:bash\nV:5-r0\nF:usr/lib\nR:libcudart.so.12\n\n\n"
         "P:nvidia-cudnn\nV:9",
         "cuda-compat=550.54.15-r1:x86_64;nvidia-cudnn=9:;"
         "cuda-compat<usr/cuda/compat/libcuda.so.550.54.15;"
         "cuda-compat<usr/cuda/compat/libnvvm.so.4;"
         "cuda-compat<libcuda.so.1;"},
	{INTEREST_APK, "V:1\n\nP:\nR:libcuda.so.1\nP\nPP:cuda\n\n", ""},
	{INTEREST_PACMAN,
         "%NAME%\nnvidia-utils\n\n%VERSION%\n1:550.78-1\n\n%DEPENDS%\ncuda\n"
         "glibc\n\n%ARCH%\nx86_64\n",
         "nvidia-utils=1:550.78-1:x86_64;"},
	{INTEREST_PACMAN,
         "%FILES%\nusr/\nusr/lib/libcuda.so.1\nusr/lib/libc.so.6\n\n"
         "%BACKUP%\nusr/lib/libcuda.so.2\n",
         "line=usr/lib/libcuda.so.1;"},
	{INTEREST_PACMAN, "%NAME%\n\ncuda\n", ""},
	{INTEREST_CONDA,
         "{\"name\":\"pytorch\",\"version\":\"2.1.0\",\"subdir\":\"linux-64\","
         "\"channel\":null,\"files\":[\"lib/libcudart.so.12\",\"lib/a\"]}",
         "pytorch=2.1.0:linux-64;line=lib/libcudart.so.12;"},
	{INTEREST_CONDA, "{\"name\":7}",
         "gap=not a record of conda's: /name: want a string, got an integer;"},
	{INTEREST_DIST_INFO,
         "Metadata-Version: 2.1\nName: nvidia_cuda.runtime-cu12\n"
         "Version: 12.1.105\nName: again\n\nVersion: body\n",
         "name=nvidia-cuda-runtime-cu12;version=12.1.105;"},
	{INTEREST_DIST_INFO, "\nName: torch\n", ""},
	{INTEREST_DIST_INFO, "Name: To", "name=to;"},
	{INTEREST_TORCH_VERSION,
         "__version__ = '1.12.1+cu113'\ndebug = False\ncuda = '11.3'\n"
         "git_version = '664058fa83f1d8eede5d66418abff6e20bd76ca8'\n"
         "hip = None\n",
         "version=1.12.1+cu113;cuda=11.3;"},
	{INTEREST_TORCH_VERSION,
         TORCH_HEAD "__version__ = '2.4.0+cpu'\n"
                    "cuda: Optional[str] = None\nhip: Optional[str] = None\n",
         "version=2.4.0+cpu;no_cuda;"},
	{INTEREST_TORCH_VERSION,
         TORCH_HEAD "__version__ = \"2.4.0+rocm6.0\"\n"
                    "cuda: Optional[str] = None\n"
                    "hip: Optional[str] = '6.0.32830'\n",
         "version=2.4.0+rocm6.0;hip=6.0.32830;no_cuda;"},
	{INTEREST_TORCH_VERSION, "__version__ = '2.4\ncuda = '12.1", ""},
	{INTEREST_TORCH_VERSION, "cuda = get()\n", ""},
	{INTEREST_OS_RELEASE,
         "NAME=\"Ubuntu\"\nID=ubuntu\nID_LIKE=debian\nVERSION_ID=\"20.04\"\n"
         "PRETTY_NAME='Ubuntu 20.04.2 LTS'\n",
         "id=ubuntu;os=20.04;pretty=Ubuntu 20.04.2 LTS;"},
	{INTEREST_OS_RELEASE, "ID=\"\nVERSION_ID=\"x\n", "id=\";os=\"x;"},
	{INTEREST_LD_CONF,
         "# Multiarch\n  /usr/local/lib  # here\n\ninclude\t/etc/*.conf\r\n/a",
         "line=/usr/local/lib;line=include\t/etc/*.conf;line=/a;"},
	{INTEREST_CUDA_VERSION,
         "{\"cuda\": {\"name\": \"CUDA SDK\", \"version\": \"12.8.1\"},"
         " \"cuda_cudart\": {\"version\": \"12.8.90\"}, \"x\": 1}",
         "version=12.8.90;"},
	{INTEREST_CUDA_VERSION, "{\"cuda\": {\"version\": \"11.1.20200924\"}}",
         "version=11.1.20200924;"},
	{INTEREST_CUDA_VERSION, "{\"cuda\": {\"version\": \"none\"}}", ""},
	{INTEREST_CUDA_VERSION, "{\"cuda\": 12}", ""},
	{INTEREST_CUDA_VERSION, "CUDA Version 10.2.89\nCUDA Patch Version 1\n",
         "version=10.2.89;"},
	{INTEREST_CUDA_VERSION, "CUDA Version x", ""},
	{INTEREST_LIBCUDA, "", ""},
	{INTEREST_LIBCUDA, "not ELF, not even as long as an ELF header is: no",
         ""},
	{INTEREST_MARK, "x", ""},
};

static void test_texts(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++)
		check(texts[i].what, str_c(texts[i].bytes), texts[i].want);
}

/* A small shared object, 64 bit: three program headers, then the rest. */
struct elf_spec {
	const char *soname, *owner, *json;
	uint32_t desc_n; /* 0: as long as json with its NUL */
	bool no_note_header;
	bool narrow;
};

enum { DYN_AT = 512, STR_AT = 768, NOTE_AT = 1024, ELF_N = 2048 };

static void put(char *p, uint64_t v, size_t size)
{
	for (size_t i = 0; i < size; i++, v >>= 8)
		p[i] = (char)(v & 0xff);
}

static void put_segment(char *p, const struct elf_spec *e, uint32_t type,
                        uint64_t off, uint64_t size)
{
	size_t w = e->narrow ? 4 : 8;
	char *at = p + (e->narrow ? 4 : 8);

	put(p, type, 4);
	put(at, off, w);
	put(at + w, 0x10000 + off, w); /* the address is not the offset */
	put(at + 3 * w, size, w);
}

static void put_dynamic(char *p, const struct elf_spec *e)
{
	size_t w = e->narrow ? 4 : 8;
	const uint64_t words[] = {1, 40, 14, 1, 5, 0x10000 + STR_AT, 0, 0};

	for (size_t i = 0; i < COUNT(words); i++)
		put(p + i * w, words[i], w);
}

static void put_note(char *p, const struct elf_spec *e)
{
	put(p, strlen(e->owner) + 1, 4);
	put(p + 4, e->desc_n ? e->desc_n : strlen(e->json) + 1, 4);
	memcpy(p + 12, e->owner, strlen(e->owner) + 1);
	memcpy(p + 32, e->json, strlen(e->json) + 1);
}

static void build(const struct elf_spec *e, char out[ELF_N])
{
	size_t ph = e->narrow ? 52 : 64, ph_n = e->narrow ? 32 : 56;

	memset(out, 0, ELF_N);
	memcpy(out, e->narrow ? "\177ELF\1\1\1" : "\177ELF\2\1\1", 7);
	put(out + (e->narrow ? 28 : 32), ph, 4);
	put(out + (e->narrow ? 42 : 54), ph_n, 2);
	put(out + (e->narrow ? 44 : 56), e->no_note_header ? 2 : 3, 2);
	put_segment(out + ph, e, 1, 0, ELF_N);
	put_segment(out + ph + ph_n, e, 2, DYN_AT, 256);
	put_dynamic(out + DYN_AT, e);
	memcpy(out + STR_AT + 1, e->soname, strlen(e->soname) + 1);
	if (!e->json)
		return;
	if (!e->no_note_header)
		put_segment(out + ph + 2 * ph_n, e, 4, NOTE_AT, 512);
	put_note(out + NOTE_AT, e);
}

#define NV "NVIDIA Corporation"
#define N575                                                            \
	"{\"format\":1,\"CUDA version\":\"12.9\",\"driver\":[535,550]," \
	"\"device\":[1,2,14]}"
#define SEEN575 "soname=libcuda.so.1;note=12.9 535 550; 1 2 14"
#define SO      "soname=libcuda.so.1;"

static const struct {
	struct elf_spec spec;
	const char *want;
} elves[] = {
	{{.soname = "libcuda.so.1"}, SO},
	{{.soname = "libcuda.so.1", .narrow = true}, SO},
	{{.soname = "libcuda.so.1", .owner = NV, .json = N575}, SEEN575},
	{{.soname = "libcuda.so.1", .owner = NV, .json = N575, .narrow = true},
         SEEN575},
	{{.soname = "libcuda.so.1",
          .owner = NV,
          .json = N575,
          .no_note_header = true},
         SEEN575},
	{{.soname = "libcuda.so.1",
          .owner = NV,
          .json = "{\"FORMAT\":1,\"cuda Version\":\"13.2\"}"},
         SO "note=13.2;"},
	/* Orin's note claims two bytes more than there are */
	{{.soname = "libcuda.so.1",
          .owner = NV,
          .json = "{\"format\":1,\"CUDA version\":\"13.2\"}",
          .desc_n = 41},
         SO "note=13.2;"},
	{{.soname = "libcuda.so.1",
          .owner = "NVIDIA Corporatiom",
          .json = N575},
         SO},
	{{.soname = "libcuda.so.1",
          .owner = NV,
          .json = "{\"format\":1,\"CUDA version\":\"13.2\",}"},
         SO},
	{{.soname = "libcuda.so.1",
          .owner = NV,
          .json = "{\"CUDA version\":13}"},
         SO},
	{{.soname = "libcuda.so.1", .owner = NV, .json = "[]"}, SO},
	{{.soname = "libcuda.so.1",
          .owner = NV,
          .json = N575,
          .desc_n = 1 << 20},
         SO},
};

static void test_elf(void **state)
{
	char bytes[ELF_N];

	(void)state;
	for (size_t i = 0; i < COUNT(elves); i++) {
		build(&elves[i].spec, bytes);
		check(INTEREST_LIBCUDA, (struct str){bytes, ELF_N},
		      elves[i].want);
	}
}

/* Wherever the head ends, what is said is right or missing. */
static void test_elf_prefix(void **state)
{
	char bytes[ELF_N];

	(void)state;
	build(&elves[2].spec, bytes);
	for (size_t n = 0; n < ELF_N; n++) {
		struct arena a = {0};
		struct said said = {0};

		extract_elf((struct str){bytes, n}, &a, &said);
		if (said.soname.n)
			assert_string_equal(said.soname.p, "libcuda.so.1");
		if (said.note.present)
			assert_int_equal(said.note.devices.n, 3);
		arena_free(&a);
	}
}

static const struct {
	const char *path, *site, *name, *version;
} pynames[] = {
	{"a/site-packages/torch-1.12.1+cu113.dist-info", "a/site-packages",
         "torch", "1.12.1+cu113"},
	{"a/dist-packages/Torch_Vision-1-py3.9.egg-info", "a/dist-packages",
         "torch-vision", "1"},
	{"site-packages/x/site-packages/a.b_-c-1.dist-info",
         "site-packages/x/site-packages", "a-b-", "c"},
	{"a/my-site-packages/a-1.dist-info", "", "a", "1"},
	{"a/site-packages/noversion.egg-info", "a/site-packages", "noversion",
         ""},
};

static void test_pynames(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(pynames); i++) {
		struct str path = str_c(pynames[i].path), site = {0};
		struct str base = {strrchr(path.p, '/') + 1, 0}, name, version;
		struct py_space space;

		base.n = strlen(base.p);
		assert_int_equal(py_site(path, &site),
		                 pynames[i].site[0] != '\0');
		assert_true(str_eq(site, str_c(pynames[i].site)));
		assert_true(py_info_split(base, &name, &version));
		assert_true(str_eq(py_normal(&space, name),
		                   str_c(pynames[i].name)));
		assert_true(str_eq(version, str_c(pynames[i].version)));
	}
	assert_false(py_info_split(STR("torch-1.0"), &(struct str){0},
	                           &(struct str){0}));
	assert_false(py_info_split(STR(".dist-info"), &(struct str){0},
	                           &(struct str){0}));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_elf),
		cmocka_unit_test(test_elf_prefix),
		cmocka_unit_test(test_pynames),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
