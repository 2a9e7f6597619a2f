#!/bin/sh
# Wheels as pip installs them: what cudalint says of them is what pip says.
suite=wheels
. "$(dirname "$0")/lib.sh"
need umoci bsdtar python3
python3 -m pip --version >/dev/null 2>&1 || { skip "$suite" "no pip"; exit 0; }

site=usr/local/lib/python3.11/dist-packages
install() { # WHEEL==VERSION...: into the tree, as they are
	python3 -m pip install -q --disable-pip-version-check --no-deps \
	  --no-compile --only-binary :all: --platform manylinux2014_x86_64 \
	  --python-version 3.11 --implementation cp \
	  --target "$work/tree/$site" "$@"
}

# layer IMAGE: the tree as a layer of a new image
layer() {
	bsdtar -cf "$work/layer.tar" -C "$work/tree" usr
	umoci init --layout "$work/$1" && umoci new --image "$work/$1:a" &&
	umoci raw add-layer --image "$work/$1:a" "$work/layer.tar"
}

# wheels_are NAME IMAGE: name and version of each wheel, as pip lists them
wheels_are() {
	"$CUDALINT" facts "$work/$2" >"$work/facts.json" 2>"$work/log" ||
		cat "$work/log"
	python3 -m pip list --disable-pip-version-check --format freeze \
	  --path "$work/tree/$site" | tr '[:upper:]_' '[:lower:]-' |
		sort >"$work/pip.list"
	value "$work/facts.json" '["%s==%s" % (w["name"].lower().replace("_", "-"),
	  w["version"]) for w in d["wheels"]]' | tr ' ' '\n' | sort >"$work/our.list"
	same "$1" "$work/pip.list" "$work/our.list"
}

# cudart_is NAME VERSION: what knows a whole version says this one
cudart_is() {
	equal "$1" "$2" "$(value "$work/facts.json" \
	  'sorted({c["version"] for c in d["cudart"] if c.get("minor_known")})')"
	real=$(cd "$work/tree" && find usr -name 'libcudart.so.*' | sort | xargs)
	equal "$1: path" "$real" "$(value "$work/facts.json" \
	  'sorted(c["path"] for c in d["cudart"] if c["path"].rpartition("/")[2]
	  .startswith("libcudart"))')"
}

if ! install nvidia-cuda-runtime-cu12==12.4.127 >"$work/log" 2>&1; then
	skip "$suite" "pip: $(tail -1 "$work/log" | cut -c1-60)"
	exit 0
fi
check "an image with a wheel" layer one
wheels_are "nvidia-cuda-runtime-cu12 12.4.127" one
cudart_is "nvidia-cuda-runtime-cu12 12.4.127: cudart" 12.4.127
lint "$work/one" >"$work/report.json"
check "a report on it" value "$work/report.json" 'd["images"][0]["verdict"]'

check "pip installs more" install nvidia-nvtx-cu12==12.4.127 \
  nvidia-cuda-nvrtc-cu12==12.4.127 nvidia-cuda-cupti-cu12==12.4.127 \
  nvidia-ml-py==12.560.30
layer two >"$work/log" 2>&1
wheels_are "several wheels" two

rm -rf "$work/tree"
check "pip installs CUDA 13" install nvidia-cuda-runtime==13.0.48
layer three >"$work/log" 2>&1
wheels_are "nvidia-cuda-runtime 13.0.48" three
cudart_is "nvidia-cuda-runtime 13.0.48: cudart" 13.0.48

rm -rf "$work/tree"
check "pip installs CUDA 11" install nvidia-cuda-runtime-cu11==11.8.89
layer four >"$work/log" 2>&1
wheels_are "nvidia-cuda-runtime-cu11 11.8.89" four
cudart_is "nvidia-cuda-runtime-cu11 11.8.89: cudart" 11.8.89

# one wheel more in a layer of its own, and the first removed by a whiteout
mkdir -p "$work/up/$site"
: >"$work/up/$site/.wh.nvidia"
: >"$work/up/$site/.wh.nvidia_cuda_runtime_cu11-11.8.89.dist-info"
bsdtar -cf "$work/up.tar" -C "$work/up" usr
umoci raw add-layer --image "$work/four:a" "$work/up.tar"
"$CUDALINT" facts "$work/four" >"$work/facts.json"
equal "removed by whiteouts" "0 0" \
  "$(value "$work/facts.json" 'len(d.get("wheels", [])), len(d.get("cudart", []))')"

# uv links what is in a virtual environment to what is in its cache
UV=${UV:-uv}
if ! command -v "$UV" >/dev/null 2>&1; then
	skip "uv" "no uv"; exit 0
fi
rm -rf "$work/tree"
UV_CACHE_DIR=$work/tree/usr/.cache/uv
export UV_CACHE_DIR
"$UV" venv -q "$work/tree/usr/venv" >"$work/log" 2>&1
check "uv installs CUDA 12 and 13" "$UV" pip install -q --link-mode=hardlink \
  --python "$work/tree/usr/venv/bin/python" \
  nvidia-cuda-runtime-cu12==12.4.127 nvidia-cuda-runtime==13.0.48
layer five >"$work/log" 2>&1
site=$(cd "$work/tree" && find usr/venv -name site-packages)
wheels_are "uv's environment" five
equal "uv's environment: cudart" "12 13" "$(value "$work/facts.json" \
  'sorted(c["version"] for c in d["cudart"] if c["from"] == "file")')"
