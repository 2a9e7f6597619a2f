/*
 * example.h - pieces of the rules' bad and good examples.
 *
 * Shape:   string literals to be pasted together into JSON.
 * Owner:   -
 * Errors:  none.
 * Source:  facts.h, fleet.h: the schemas they are in.
 */
#ifndef LINT_EXAMPLE_H
#define LINT_EXAMPLE_H

#define FACTS(body) "{\"schema\": \"cudalint/facts/1\"" body "}"

#define CONFIG ", \"config\": {\"os\": \"linux\", \"architecture\": \"amd64\"}"
#define CONFIG_ENV(list)                                                 \
	", \"config\": {\"os\": \"linux\", \"architecture\": \"amd64\"," \
	" \"env\": [" list "]}"
#define LAYER(line)                                                          \
	", \"layers\": [{\"diff_id\": \"sha256:0\", \"created_by\": \"" line \
	"\"}]"

#define UMD_FILE(path, kind, version)                            \
	"{\"path\": \"" path "\", \"resolved\": \"" path "\", "  \
	"\"kind\": \"" kind "\", \"version\": \"" version "\", " \
	"\"size\": 21000000, \"layer\": 0}"
#define UMD_LINK(path, file, kind, version)                               \
	"{\"path\": \"" path "\", \"resolved\": \"" file "\", "           \
	"\"link\": true, \"kind\": \"" kind "\", \"version\": \"" version \
	"\", \"size\": 21000000, \"layer\": 0}"
#define UMDS(list) ", \"umd\": [" list "]"

/* What an nvidia/cuda image has with its compat package. */
#define COMPAT(cuda, version)                                               \
	UMDS(UMD_FILE("usr/local/cuda-" cuda "/compat/libcuda.so." version, \
	              "compat",                                             \
	              version) ", " UMD_LINK("usr/local/cuda-" cuda         \
	                                     "/compat/libcuda.so.1",        \
	                                     "usr/local/cuda-" cuda         \
	                                     "/compat/libcuda.so." version, \
	                                     "compat", version))            \
	", \"loader\": {" COMPAT_LOADER(cuda, version) "}"
#define COMPAT_LOADER(cuda, version)                           \
	"\"has_conf\": true, \"has_cache\": true, "            \
	"\"cuda_dir\": \"usr/local/cuda-" cuda "\", "          \
	"\"compat_dir\": \"usr/local/cuda-" cuda "/compat\", " \
	"\"compat_names\": [\"libcuda.so.1\", \"libcuda.so." version "\"]"

#define CUDART(path, version)                              \
	"{\"path\": \"" path "\", \"version\": \"" version \
	"\", \"minor_known\": true, \"from\": \"file\", \"layer\": 0}"
#define CUDARTS(list) ", \"cudart\": [" list "]"

/* torch with a CUDA runtime of its own. */
#define TORCH(version, tag, cuda)                                      \
	", \"torch\": [{\"version\": \"" version "\", \"tag\": \"" tag \
	"\", \"cuda\": \"" cuda "\", \"path\": "                       \
	"\"usr/lib/python3/dist-packages\", \"layer\": 0}]"

/* Device code of one file, as it was read. */
#define CODE_SASS(arch) "{\"kind\": \"sass\", \"arch\": " arch "}"
#define CODE_PTX(arch, isa) \
	"{\"kind\": \"ptx\", \"arch\": " arch ", \"isa\": \"" isa "\"}"
#define CODE_FILE(path, targets)                  \
	"{\"path\": \"" path "\", \"layer\": 0, " \
	"\"code\": {\"targets\": [" targets "]}}"
#define CODE(files) ", \"code\": {\"scanned\": true, \"files\": [" files "]}"
#define WHEEL(name, version)                                                \
	"{\"name\": \"" name "\", \"version\": \"" version "\", \"path\": " \
	"\"usr/lib/python3/dist-packages/" name ".dist-info\", \"layer\": 0}"
#define WHEELS(list) ", \"wheels\": [" list "]"

/* Bytes of a component in a place; of layer 0, and hidden by layer 2. */
#define LAYERS3                                                       \
	", \"layers\": [{\"diff_id\": \"sha256:0\"}, {\"diff_id\": "  \
	"\"sha256:1\"}, {\"diff_id\": \"sha256:2\", \"created_by\": " \
	"\"RUN chown -R app /opt\"}]"
#define SIZE(component, place, bytes)                            \
	"{\"component\": \"" component "\", \"place\": \"" place \
	"\", \"bytes\": " bytes ", \"files\": 1, \"layer\": 0}"
#define SIZE_HIDDEN(component, place, bytes, more)                  \
	"{" component "\"place\": \"" place "\", \"bytes\": " bytes \
	", \"files\": 1, \"layer\": 0, \"hidden_by\": 2" more "}"
#define SIZES(rows) ", \"sizes\": {\"measured\": true, \"rows\": [" rows "]}"

/* A pool with one GPU; toolkit 1.4.0 mounts compat libraries. */
#define POOL(driver, product, container)                              \
	"{\"schema\": \"cudalint/fleet/1\", \"name\": \"example\", "  \
	"\"pools\": [{\"name\": \"ws\", \"driver\": \"" driver "\", " \
	"\"gpus\": [{\"product\": \"" product "\"}], "                \
	"\"container\": {" container "}}]}"
#define GPUS_MOUNT \
	"\"toolkit\": \"1.14.0\", \"request\": \"gpus\", \"mode\": \"legacy\""
#define GPUS_LDCONFIG                                                          \
	"\"toolkit\": \"1.17.8\", \"request\": \"gpus\", \"mode\": \"legacy\"" \
	", \"compat_mode\": \"ldconfig\""

#define POOL_3090 POOL("460.67", "NVIDIA GeForce RTX 3090", GPUS_MOUNT)
#define POOL_A100 POOL("550.54.15", "NVIDIA A100-SXM4-40GB", GPUS_MOUNT)

#endif
