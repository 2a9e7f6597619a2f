#include "dockerfile/pysource.h"

/* Full mirrors of PyPI, and indexes that are known to have no torch. */
static const struct {
	const char *glob;
	enum source_kind kind;
} known[] = {
	{"*://pypi.org/*", SOURCE_PYPI},
	{"*://pypi.python.org/*", SOURCE_PYPI},
	{"*://pypi.tuna.tsinghua.edu.cn/*", SOURCE_PYPI},
	{"*://mirror*.tuna.tsinghua.edu.cn/pypi/*", SOURCE_PYPI},
	{"*://mirrors.aliyun.com/pypi/*", SOURCE_PYPI},
	{"*://mirrors.cloud.*.com/pypi/*", SOURCE_PYPI},
	{"*://mirrors.tencent.com/pypi/*", SOURCE_PYPI},
	{"*://pypi.mirrors.ustc.edu.cn/*", SOURCE_PYPI},
	{"*://mirrors.ustc.edu.cn/pypi/*", SOURCE_PYPI},
	{"*://pypi.doubanio.com/*", SOURCE_PYPI},
	{"*://pypi.douban.com/*", SOURCE_PYPI},
	{"*://repo.huaweicloud.com/*pypi/*", SOURCE_PYPI},
	{"*://mirror.baidu.com/pypi/*", SOURCE_PYPI},
	{"*://mirrors.bfsu.edu.cn/pypi/*", SOURCE_PYPI},
	{"*://mirror.sjtu.edu.cn/pypi/*", SOURCE_PYPI},
	{"*://mirrors.163.com/pypi/*", SOURCE_PYPI},
	{"*://pypi.nvidia.com*", SOURCE_NONE},
	{"*://pypi.ngc.nvidia.com*", SOURCE_NONE},
	{"*://data.pyg.org/*", SOURCE_NONE},
	{"*://pytorch-geometric.com/*", SOURCE_NONE},
	{"*://data.dgl.ai/*", SOURCE_NONE},
	{"*://storage.googleapis.com/jax-releases/*", SOURCE_NONE},
	{"*://flashinfer.ai/*", SOURCE_NONE},
	{"*://huggingface.github.io/autogptq-index/*", SOURCE_NONE},
	{"*://abetlen.github.io/*", SOURCE_NONE},
	{"*://download.openmmlab.com/*", SOURCE_NONE},
	{"*://dl.fbaipublicfiles.com/*", SOURCE_NONE},
	{"*://wheels.vllm.ai/*", SOURCE_NONE},
	{"*://www.paddlepaddle.org.cn/*", SOURCE_NONE},
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool all_digits(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!is_digit(s.p[i]))
			return false;
	return true;
}

bool torch_tag(struct str s)
{
	struct str cu = STR("cu"), rocm = STR("rocm");

	if (str_has_prefix(s, cu))
		return s.n >= cu.n + 2 && s.n <= cu.n + 4 &&
		       all_digits(str_from(s, cu.n));
	if (str_has_prefix(s, rocm))
		return s.n > rocm.n && is_digit(s.p[rocm.n]);
	return str_eq(s, STR("cpu")) || str_eq(s, STR("xpu"));
}

struct str torch_tag_cuda(struct str tag, struct arena *a)
{
	if (!torch_tag(tag) || !str_has_prefix(tag, STR("cu")))
		return STR("");
	return arena_fmt(a, "%.*s.%c", (int)tag.n - 3, tag.p + 2,
	                 tag.p[tag.n - 1]);
}

/* Parts of a URL's path that say which of PyTorch's builds it has. */
struct parts {
	bool nightly, root;
	size_t tag_at, tag_n;
};

static void look_at(struct str url, struct str part, struct parts *out)
{
	if (torch_tag(part)) {
		out->tag_at = (size_t)(part.p - url.p);
		out->tag_n = part.n;
	}
	out->nightly |=
		str_eq(part, STR("nightly")) || str_eq(part, STR("test"));
	out->root |=
		str_eq(part, STR("whl")) || str_eq(part, STR("pytorch-wheels"));
}

static enum source_kind of_pytorch(const struct text *url, struct arena *a,
                                   struct text *tag)
{
	struct str rest = url->s, part;
	struct parts p = {0};

	while (str_next(&rest, '/', &part))
		look_at(url->s, part, &p);
	*tag = text_slice(a, url, p.tag_at, p.tag_n);
	if (p.nightly)
		return SOURCE_NIGHTLY;
	if (p.tag_n)
		return SOURCE_TAG;
	return p.root ? SOURCE_ALL : SOURCE_UNKNOWN;
}

enum source_kind source_of(const struct text *url, struct arena *a,
                           struct text *tag)
{
	*tag = (struct text){0};
	if (url->s.n == 0)
		return SOURCE_PYPI;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (str_glob(str_c(known[i].glob), url->s))
			return known[i].kind;
	if (str_contains(url->s, STR("pytorch")))
		return of_pytorch(url, a, tag);
	return SOURCE_UNKNOWN;
}
