/* What RUN lines with pip, uv, conda and the like leave in the facts. */
#include "base/buf.h"
#include "dockerfile/docker.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define WHL "https://download.pytorch.org/whl/"

struct row {
	const char *file;  /* the Dockerfile behind FROM; NULL: next group */
	const char *torch; /* each "VERSION TAG CUDA", "cpu" behind it */
	const char *gap;   /* begin of the only one's reason, or its part */
};

static const struct {
	const char *path, *bytes;
} context[] = {
	{"requirements.txt", "numpy\ntorch==2.1.0\n"},
	{"req/gpu.txt", "--index-url " WHL "cu118\n-r base.txt\n"},
	{"req/base.txt", "torch==2.1.0\n-c ../constraints.txt\n"},
	{"req/open.txt", "torch\n-c ../constraints.txt\n"},
	{"constraints.txt", "torch==2.2.0\n"},
	{"req/loop.txt", "-r loop.txt\n"},
	{"req/lost.txt", "-r lost-other.txt\n"},
	{"plain.txt", "numpy==1.26\nflask>=2\n"},
	{"env.yml", "name: gpu\nchannels: [pytorch, nvidia]\ndependencies:\n"
                    "  - python=3.10\n  - pytorch=2.1.0\n"
                    "  - pytorch-cuda=12.1\n"},
	{"pip.yml", "name: x\ndependencies:\n  - pip\n  - pip:\n"
                    "    - --extra-index-url " WHL "cu118\n"
                    "    - torch==2.1.0\n"},
	{"project/pyproject.toml", "[project]\nname='x'\n"
                                   "dependencies=['torch==2.1.0', 'x']\n"
                                   "[project.optional-dependencies]\n"
                                   "gpu=['onnxruntime-gpu==1.18.0']\n"},
	{"setup/setup.py", "from setuptools import setup\n"},
	{"uv/uv.lock", "version = 1\n[[package]]\nname = 'numpy'\n"
                       "version = '1.26'\n[[package]]\nname = 'torch'\n"
                       "version = '2.5.1+cu124'\nsource = { registry = "
                       "'" WHL "cu124' }\n"},
	{"plainuv/uv.lock", "version = 1\n[[package]]\nname = 'numpy'\n"
                            "version = '1.26'\n"},
	{"uvp/pyproject.toml", "[project]\nname='x'\n"
                               "dependencies=['torch==2.5.1']\n"
                               "[tool.uv.sources]\n"
                               "torch = [{ index = 'cu', marker = "
                               "\"sys_platform == 'linux'\" }]\n"
                               "[[tool.uv.index]]\nname = 'cu'\n"
                               "url = '" WHL "cu121'\nexplicit = true\n"},
	{"po/poetry.lock", "[[package]]\nname = 'torch'\nversion = "
                           "'2.1.0+cu118'\noptional = false\n"
                           "[package.source]\ntype = 'legacy'\n"
                           "url = '" WHL "cu118'\n"},
	{"pip.conf", "[global]\nindex-url = " WHL "cu118\n"},
};

static int read_context(void *ctx, struct str path, struct arena *a,
                        struct str *bytes, struct err *err)
{
	(void)ctx;
	(void)a;
	for (size_t i = 0; i < sizeof context / sizeof *context; i++)
		if (str_eq(path, str_c(context[i].path))) {
			*bytes = str_c(context[i].bytes);
			return 0;
		}
	return err_set(err, ERR_NOT_FOUND, "not there");
}

#define OPEN "no fixed version"

static const struct row rows[] = {
	/* pip */
	{"RUN pip install torch==2.1.0", "2.1.0 cu121 12.1", ""},
	{"RUN pip3 install --no-cache-dir torch==1.12.1", "1.12.1 cu102 10.2",
         ""},
	{"RUN python3.10 -m pip install torch==2.1.0+cu118 -f " WHL
         "torch_stable.html",
         "2.1.0 cu118 11.8", ""},
	{"RUN pip install torch==2.1.0 torchvision==0.16.0 --index-url " WHL
         "cu118",
         "2.1.0 cu118 11.8", ""},
	{"RUN pip install torch torchvision==0.16.0", "2.1.0 cu121 12.1", ""},
	{"RUN pip install torchvision==0.16.0", "2.1.0 cu121 12.1", ""},
	{"RUN pip install torch", "2.14.1 cu130 13.0", OPEN},
	{"RUN pip install torch torchvision torchaudio --index-url " WHL
         "cu121",
         "- cu121 12.1", OPEN},
	{"RUN pip install 'torch>=2.1,<2.3'", "2.2.2 cu121 12.1", ""},
	{"RUN pip install torch --index-url " WHL "cpu", "- cpu - cpu", OPEN},
	{"RUN pip install numpy flask", "", ""},
	{"RUN pip install -r requirements.txt", "",
         "'requirements.txt' asks for is not known"},
	{"COPY requirements.txt .\nRUN pip install -r requirements.txt",
         "2.1.0 cu121 12.1", ""},
	{"WORKDIR /app\nCOPY . .\nRUN pip install -rreq/gpu.txt", "",
         "no torch is all that"},
	{"WORKDIR /app\nCOPY . .\nRUN pip install -r req/open.txt",
         "2.2.0 cu121 12.1", ""},
	{"COPY req /req\nRUN pip install -r /req/lost.txt", "",
         "lost-other.txt' asks for is not known"},
	{"COPY req /req\nRUN pip install -r /req/loop.txt", "",
         "too many files"},
	{"COPY plain.txt /\nRUN pip install -r /plain.txt", "", ""},
	{"RUN --mount=type=bind,source=requirements.txt,target=/tmp/r.txt "
         "pip install -r /tmp/r.txt",
         "2.1.0 cu121 12.1", ""},
	{"COPY <<EOF /r.txt\ntorch==2.1.0+cu118\nEOF\nRUN pip install -r "
         "/r.txt",
         "2.1.0 cu118 11.8", ""},
	{"COPY project /p\nRUN pip install /p[gpu]", "2.1.0 cu121 12.1", ""},
	{"COPY setup /p\nRUN pip install -e /p", "",
         "what '/p' depends on is not known"},
	{"RUN pip install " WHL "cu121/torch-2.1.0%2Bcu121-cp310-cp310-linux_"
         "x86_64.whl",
         "2.1.0 cu121 12.1", ""},
	{"RUN pip install 'torch @ https://x.example/torch-2.1.0-cp310-cp310-"
         "linux_x86_64.whl'",
         "", "is not known"},
	/* what is there stays as long as it will do */
	{"RUN pip install torch==2.1.0+cu118 -f " WHL "cu118\nRUN pip install "
         "'torch>=2.0' accelerate",
         "2.1.0 cu118 11.8", ""},
	{"RUN pip install torch==2.1.0\nRUN pip install torch==2.2.0",
         "2.2.0 cu121 12.1", ""},
	{"RUN pip install torch==2.1.0\nRUN pip install -U torch",
         "2.14.1 cu130 13.0", OPEN},
	{"RUN pip install torch==2.1.0\nRUN pip install torchvision",
         "2.14.1 cu130 13.0", OPEN},
	{"RUN pip install torch==2.1.0\nRUN pip uninstall -y torch", "", ""},
	{"RUN pip install torch==2.1.0 && pip uninstall -y torch && pip "
         "install torch==2.2.0 --extra-index-url " WHL "cu118",
         "2.2.0 cu118 11.8", ""},
	{"RUN pip install torch\nRUN pip install torch==2.1.0",
         "2.1.0 cu121 12.1", ""},
	{"RUN pip install torch -i " WHL
         "cu121\nRUN pip install -U torch==2.1.0",
         "2.1.0 cu121 12.1", ""},
	{"RUN pip install torch && pip uninstall -y torch", "", ""},
	{"RUN pip install torch && pip install -r gone.txt\nRUN pip install "
         "torch==2.1.0",
         "2.1.0 cu121 12.1", "gone.txt"},
	{"RUN pip install torch\nRUN pip install torch==2.1.0 || true",
         "2.1.0 cu121 12.1", OPEN},
	{"RUN pip install lightning", "2.14.1 cu130 13.0", "lightning brings"},
	{"RUN pip install xformers==0.0.22.post7", "2.1.0 cu121 12.1", ""},
	{"RUN pip install vllm==99.0", "", "vllm 99.0 brings"},
	{"RUN pip install lightning torch==2.1.0", "2.1.0 cu121 12.1", ""},
	/* variables and settings */
	{"ARG CUDA=cu118\nRUN pip install torch==2.1.0 --index-url " WHL
         "${CUDA}",
         "2.1.0 cu118 11.8", ""},
	{"ARG V=11.8\nRUN pip install torch==2.1.0+cu${V/./}",
         "2.1.0 cu118 11.8", ""},
	{"ENV PIP_INDEX_URL=" WHL "cu118\nRUN pip install torch==2.1.0",
         "2.1.0 cu118 11.8", ""},
	{"ENV PIP_EXTRA_INDEX_URL='" WHL "cu118 https://pypi.nvidia.com'\n"
         "RUN pip install torch==2.1.0",
         "2.1.0 cu118 11.8", ""},
	{"RUN PIP_INDEX_URL=" WHL "cu118 pip install torch==2.1.0",
         "2.1.0 cu118 11.8", ""},
	{"RUN pip config set global.index-url " WHL "cu118\nRUN pip install "
         "torch==2.1.0",
         "2.1.0 cu118 11.8", ""},
	{"COPY pip.conf /etc/pip.conf\nRUN pip install torch==2.1.0",
         "2.1.0 cu118 11.8", ""},
	{"ARG CU\nRUN if [ \"$CU\" = cpu ]; then pip install torch==2.1.0 "
         "--index-url " WHL "cpu; else pip install torch==2.1.0; fi",
         "2.1.0 cu121 12.1", ""},
	{"RUN V=$(curl -s x.example) && pip install torch==$V", "",
         "the version of torch"},
	{"RUN V=$(curl -s x.example) && pip install numpy==$V", "", ""},
	{"RUN pip install torch==2.1.0 torchvision==$(x)", "2.1.0 cu121 12.1",
         ""},
	{"RUN pip install torchaudio==2.1.0 || true", "2.1.0 cu121 12.1",
         "not certain"},
	{"RUN pip install torch==2.1.0\nRUN pip install torchvision==0.16.0 || "
         "true",
         "2.1.0 cu121 12.1", ""},
	{"RUN pip install torch==2.1.0 || true", "2.1.0 cu121 12.1",
         "not certain"},
	{"RUN pip install torch==2.1.0 --index-url https://pip.corp.example/s",
         "", "what torch there is at https://pip.corp.example/s"},
	/* uv */
	{"RUN uv pip install --system torch==2.1.0 --torch-backend=cu118",
         "2.1.0 cu118 11.8", ""},
	{"ENV UV_TORCH_BACKEND=cu121\nRUN uv pip install torch==2.1.0",
         "2.1.0 cu121 12.1", ""},
	{"RUN uv pip install torch==2.1.0 --torch-backend auto",
         "2.1.0 cpu - cpu", "--torch-backend=auto"},
	{"RUN uv pip install torch --extra-index-url " WHL "cu118",
         "- cu118 11.8", OPEN},
	{"RUN uv pip install torch==2.5.1 --index pt=" WHL "cu121",
         "2.5.1 cu121 12.1", ""},
	{"WORKDIR /app\nCOPY uv/ .\nRUN uv sync --frozen", "2.5.1 cu124 12.4",
         ""},
	{"WORKDIR /app\nCOPY plainuv/ .\nRUN uv sync --frozen", "", ""},
	{"WORKDIR /app\nCOPY uvp/ .\nRUN uv sync", "2.5.1 cu121 12.1", ""},
	{"WORKDIR /app\nRUN uv sync", "", "depends on is not known"},
	{"RUN uv add torch==2.1.0", "2.1.0 cu121 12.1", ""},
	/* environments, and what is copied from them */
	{"RUN uv venv && uv pip install torch==2.1.0\nFROM ubuntu\nCOPY "
         "--from=0 /.venv /.venv",
         "2.1.0 cu121 12.1", ""},
	{"RUN python3 -m venv /opt/venv\nENV PATH=/opt/venv/bin:$PATH\nRUN pip "
         "install torch==2.1.0\nFROM ubuntu\nCOPY --from=0 /opt/venv "
         "/opt/venv",
         "2.1.0 cu121 12.1", ""},
	{"RUN pip install --user torch==2.1.0\nFROM ubuntu\nCOPY --from=0 "
         "/root/.local /root/.local",
         "2.1.0 cu121 12.1", ""},
	{"RUN pip install --prefix=/install torch==2.1.0\nFROM ubuntu\nCOPY "
         "--from=0 /install /usr/local",
         "2.1.0 cu121 12.1", ""},
	{"RUN pip install torch==2.1.0\nFROM ubuntu\nCOPY --from=0 /opt /opt",
         "", ""},
	{"RUN pip install /wheels/*.whl", "", "'/wheels/*.whl' depends on"},
	/* poetry and others */
	{"WORKDIR /app\nCOPY po/ .\nRUN poetry install", "2.1.0 cu118 11.8",
         ""},
	{"RUN poetry install", "", "poetry.lock can't be read"},
	{"RUN poetry add torch==2.1.0", "2.1.0 cu121 12.1", ""},
	{"RUN poetry add torch==2.1.0 --source cu118", "",
         "which index --source means"},
	{"COPY <<E pyproject.toml\n[[tool.poetry.source]]\nname = 'x'\nE\n"
         "RUN poetry add torch==2.1.0",
         "", "names indexes of its own"},
	{"COPY <<E pyproject.toml\n[[tool.uv.index]]\nurl = '" WHL
         "cu118'\nE\nRUN uv add torch==2.1.0",
         "2.1.0 cu118 11.8", ""},
	{"RUN pipenv install --system", "", "Pipfile.lock is not read"},
	/* conda */
	{"RUN conda install -y pytorch==1.12.1 torchvision cudatoolkit=11.3 "
         "-c pytorch",
         "1.12.1 - 11.3", ""},
	{"RUN conda install -y pytorch=2.1.0 pytorch-cuda=12.1 -c pytorch -c "
         "nvidia",
         "2.1.0 - 12.1", ""},
	{"RUN mamba install -y pytorch=1.12.1=py3.8_cuda11.3_cudnn8.3.2_0 -c "
         "pytorch",
         "1.12.1 - 11.3", ""},
	{"RUN conda install -y pytorch cpuonly -c pytorch", "- cpu - cpu", ""},
	{"RUN conda install -y pytorch -c pytorch", "", "by the GPU"},
	{"RUN micromamba install -y -n base pytorch=2.5 cuda-version=12.4 -c "
         "conda-forge",
         "- - 12.4", "which pytorch for CUDA 12.4"},
	{"RUN conda install -y numpy scipy", "", ""},
	{"COPY env.yml .\nRUN conda env create -f env.yml", "2.1.0 - 12.1", ""},
	{"COPY pip.yml .\nRUN conda env create -f pip.yml", "2.1.0 cu118 11.8",
         ""},
	{"RUN conda env create -f gone.yml", "", "'gone.yml' asks for"},
	{"RUN conda run -n base pip install torch==2.1.0", "2.1.0 cu121 12.1",
         ""},
	{"RUN conda install -y pytorch=2.1.0 pytorch-cuda=12.1 -c pytorch\n"
         "RUN conda remove -y pytorch",
         "", ""},
};

static struct str shown(struct str s)
{
	return s.n ? s : STR("-");
}

static void show(const struct image_facts *f, struct buf *b)
{
	slice_for (const struct torch, t, f->torch)
		buf_printf(b, "%s" STR_F " " STR_F " " STR_F "%s",
		           t == f->torch.v ? "" : ", ",
		           STR_A(shown(t->version)), STR_A(shown(t->tag)),
		           STR_A(shown(t->cuda)), t->cpu_only ? " cpu" : "");
}

static int image_of(const char *from, const char *file, const struct know *k,
                    struct arena *a, struct docker_image *out, struct err *err)
{
	struct build_opts opts = {.platform = STR("linux/amd64")};
	struct dockerfile *d = arena_new(a, struct dockerfile);
	struct docker_input in = {
		.file = d,
		.build = &opts,
		.know = k,
		.context = {.read = read_context},
	};
	struct str text = arena_fmt(a, "FROM %s\n%s\n", from, file);

	if (dockerfile_parse(text, a, d, err))
		return -1;
	return docker_image_of(&in, a, out, err);
}

/* False, with what is wrong, on any difference. */
static bool check(const struct row *row, const struct know *k, struct arena *a)
{
	struct docker_image image;
	struct buf b = {0};
	struct err err;
	bool ok, gap = row->gap[0] == '\0';

	if (image_of("ubuntu:22.04", row->file, k, a, &image, &err))
		fail_msg("%s: %s", row->file, err.msg);
	show(&image.facts, &b);
	slice_for (const struct gap, g, image.facts.gaps)
		gap |= str_contains(g->reason, str_c(row->gap));
	ok = gap && str_eq(buf_str(&b), str_c(row->torch)) &&
	     (image.facts.gaps.n > 0) == (row->gap[0] != '\0');
	if (!ok)
		print_error("%s\n  gives %s, not %s\n", row->file,
		            b.p ? b.p : "", row->torch);
	slice_for (const struct gap, g, image.facts.gaps)
		if (!ok)
			print_error("  gap " STR_F "\n", STR_A(g->reason));
	buf_free(&b);
	return ok;
}

static void test_rows(void **state)
{
	struct arena know = {0};
	struct know k;
	struct err err;
	size_t wrong = 0;

	(void)state;
	assert_int_equal(know_load(&k, STR(""), &know, &err), 0);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct arena a = {0};

		wrong += !check(&rows[i], &k, &a);
		arena_free(&a);
	}
	assert_int_equal(wrong, 0);
	arena_free(&know);
}

/* What an editor needs: where the bytes of the choice stand. */
static const struct {
	const char *file;
	const char *effect; /* name, value, word, index, build, open, file */
	const char *value;  /* part of the value … */
	size_t at;          /* … and where it stands, behind FROM's line */
} effects[] = {
	{"RUN pip install torch==2.1.0+cu118 -f " WHL "cu118",
         "torch|2.1.0+cu118|torch==2.1.0+cu118|" WHL "cu118|2.1.0+cu118|0|",
         "cu118", 29},
	{"ARG CU=cu118\nRUN pip install torch==2.1.0+${CU}",
         "torch|2.1.0+cu118|torch==2.1.0+cu118||2.1.0+cu118|0|", "cu118", 7},
	{"ARG V=2.1.0\nRUN pip install torch==${V} --index-url " WHL "cu118",
         "torch|2.1.0|torch==2.1.0|" WHL "cu118|2.1.0+cu118|0|", "2.1.0", 6},
	{"COPY requirements.txt /\nRUN pip install -r /requirements.txt",
         "torch|2.1.0|torch==2.1.0||2.1.0+cu121|0|requirements.txt", "", 0},
	{"COPY <<E /r.txt\ntorch==2.1.0\nE\nRUN pip install -r /r.txt",
         "torch|2.1.0|torch==2.1.0||2.1.0+cu121|0|", "2.1.0", 23},
	{"RUN pip install torch", "torch||torch||2.14.1+cu130|1|", "", 0},
	{"RUN pip install timm", "timm||timm||2.14.1+cu130|1|", "", 0},
	{"RUN uv pip install torch==2.1.0 --torch-backend=cu118",
         "torch|2.1.0|torch==2.1.0|" WHL "cu118|2.1.0+cu118|0|", "2.1.0", 26},
	{"RUN conda install pytorch=2.1.0 pytorch-cuda=12.1 -c pytorch",
         "pytorch|2.1.0|pytorch=2.1.0||2.1.0|0|", "2.1.0", 26},
};

static const struct effect *torch_effect(const struct docker_image *image)
{
	slice_for (const struct effect, e, image->effects)
		if (e->kind == EFFECT_TORCH)
			return e;
	return NULL;
}

/* Offset of part in what the text is made of; none: SIZE_MAX. */
static size_t place(const struct text *t, struct str part)
{
	struct span span;

	for (size_t i = 0; i + part.n <= t->s.n; i++)
		if (str_has_prefix(str_from(t->s, i), part) &&
		    text_span(t, i, part.n, &span))
			return span.offset;
	return SIZE_MAX;
}

static void test_effects(void **state)
{
	struct arena a = {0};
	struct know k;
	struct err err;

	(void)state;
	assert_int_equal(know_load(&k, STR(""), &a, &err), 0);
	for (size_t i = 0; i < sizeof effects / sizeof *effects; i++) {
		struct docker_image image;
		const struct effect *e;
		struct str got, value = str_c(effects[i].value);

		assert_int_equal(image_of("ubuntu:22.04", effects[i].file, &k,
		                          &a, &image, &err),
		                 0);
		e = torch_effect(&image);
		assert_non_null(e);
		got = arena_fmt(&a,
		                STR_F "|" STR_F "|" STR_F "|" STR_F "|" STR_F
		                      "|%d|" STR_F,
		                STR_A(e->name.s), STR_A(e->value.s),
		                STR_A(e->word.s), STR_A(e->index.s),
		                STR_A(e->build), e->open, STR_A(e->file));
		assert_string_equal(got.p, effects[i].effect);
		if (value.n)
			assert_int_equal(place(&e->value, value),
			                 STR("FROM ubuntu:22.04\n").n +
			                         effects[i].at);
	}
	arena_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_effects),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
