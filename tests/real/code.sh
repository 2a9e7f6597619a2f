#!/bin/sh
# Device code of real libraries: the architectures that cudalint reads from the
# headers are those that NVIDIA's cuobjdump lists.
#
# cuobjdump refuses what its toolkit no longer knows, so there are two: that of
# PyPI's nvidia-cuda-cuobjdump for wheels of CUDA 12 and 13, and that of Debian's
# nvidia-cuda-toolkit (non-free) for Debian's CUDA 11.8.  About 4 GB are fetched
# on first use, to REAL_CODE (default $B/real-code).
suite=code
. "$(dirname "$0")/lib.sh"
need python3 unzip dpkg-deb apt-get
store=${REAL_CODE:-$B/real-code}
mkdir -p "$store/wheels" "$store/debs"
store=$(cd "$store" && pwd)

fetch() { # WHEEL: unpacked below wheels/WHEEL
	[ -e "$store/wheels/$1/ok" ] && return
	mkdir -p "$store/wheels/$1"
	python3 -m pip download -q --disable-pip-version-check --no-deps \
	  --only-binary :all: -d "$work/$1" "$1" >"$work/log" 2>&1 &&
		unzip -qo "$work/$1/*.whl" -d "$store/wheels/$1" &&
		rm -rf "${work:?}/$1" && : >"$store/wheels/$1/ok"
}

compare() { # NAME CUOBJDUMP DIRECTORY
	python3 tests/real/code.py "$CUDALINT" "$2" "$1" "$3"
}

# --- wheels

if fetch nvidia-cuda-cuobjdump; then
	new=$(find "$store/wheels/nvidia-cuda-cuobjdump" -name cuobjdump -type f)
	chmod +x "$new"
	echo "    cuobjdump of PyPI: $("$new" --version | grep release)"
	for w in nvidia-cublas-cu12 nvidia-cudnn-cu12 nvidia-nccl-cu12 \
	  nvidia-cublas nvidia-cudnn-cu13 nvidia-nccl-cu13 torch; do
		if fetch "$w"; then
			compare "$w" "$new" "$store/wheels/$w"
		else
			skip "$w" "pip: $(tail -1 "$work/log" | cut -c1-60)"
		fi
	done
else
	skip "wheels" "pip: $(tail -1 "$work/log" | cut -c1-60)"
fi

# --- Debian's packages of CUDA 11.8; apt's own configuration stays as it is

keys=/usr/share/keyrings/debian-archive-keyring.gpg
fetch_debs() {
	[ -e "$store/debs/ok" ] && return
	[ -e "$keys" ] || { echo "no $keys" >"$work/log"; return 1; }
	mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial"
	echo "deb [signed-by=$keys] http://deb.debian.org/debian bookworm non-free" \
	  >"$work/apt/sources"
	cat >"$work/apt/conf" <<-END
		Dir::Etc::sourcelist "$work/apt/sources";
		Dir::Etc::sourceparts "/dev/null";
		Dir::State::lists "$work/apt/lists";
		Dir::Cache "$work/apt/cache";
	END
	(cd "$work/apt" && APT_CONFIG=$work/apt/conf && export APT_CONFIG &&
	  apt-get -qq update && apt-get -qq download nvidia-cuda-toolkit \
	    libcublas11 libcublaslt11 libcufft10 libcusparse11) \
	  >"$work/log" 2>&1 || return
	for deb in "$work"/apt/*.deb; do
		dpkg-deb -x "$deb" "$store/debs" || return
	done
	: >"$store/debs/ok"
}
if fetch_debs; then
	old=$store/debs/usr/bin/cuobjdump
	echo "    cuobjdump of Debian: $("$old" --version | grep release)"
	compare debian "$old" "$store/debs/usr/lib/x86_64-linux-gnu"
else
	skip debian "$(tail -1 "$work/log" | cut -c1-60)"
fi

# --- in an image, on every road, the same

site=usr/local/lib/python3.11/dist-packages
lib=$(find "$store/wheels/nvidia-nccl-cu12" -name 'libnccl.so.2' 2>/dev/null)
if [ -n "$lib" ] && command -v bsdtar >/dev/null && command -v umoci >/dev/null; then
	mkdir -p "$work/tree/$site/nvidia/nccl/lib"
	cp "$lib" "$work/tree/$site/nvidia/nccl/lib"
	bsdtar -cf "$work/layer.tar" -C "$work/tree" usr
	{ umoci init --layout "$work/oci" && umoci new --image "$work/oci:a" &&
	  umoci raw add-layer --image "$work/oci:a" "$work/layer.tar"; } \
	  >"$work/log" 2>&1 || cat "$work/log"
	"$CUDALINT" code "$lib" | sed "s|$lib|/$site/nvidia/nccl/lib/libnccl.so.2|; s| /usr| usr|" \
	  >"$work/want"
	"$CUDALINT" code "$work/oci" >"$work/gzip"
	same "libnccl in a gzip layer" "$work/want" "$work/gzip"
	if command -v skopeo >/dev/null; then
		skopeo copy -q "oci:$work/oci:a" "docker-archive:$work/plain.tar" \
		  >"$work/log" 2>&1 || cat "$work/log"
		"$CUDALINT" code "$work/plain.tar" >"$work/plain"
		same "libnccl in a plain layer" "$work/want" "$work/plain"
		"$CUDALINT" code - <"$work/plain.tar" >"$work/pipe"
		same "libnccl in a pipe" "$work/want" "$work/pipe"
	fi
fi
