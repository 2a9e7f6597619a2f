#!/bin/bash
# selftest_mkimage.sh - the builder's images, seen by tools nobody here wrote:
# skopeo, bsdtar, readelf, gzip, zstd. Skips, saying so, where one is absent.
set -u
cd "$(dirname "$0")/.." || exit 2
for tool in skopeo bsdtar readelf zstd sha256sum; do
	command -v "$tool" >/dev/null || { echo "skipped: no $tool"; exit 0; }
done
export PYTHONDONTWRITEBYTECODE=1
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0
mk() { python3 tests/mkimage.py "$@"; }

# check NAME COMMAND...: passes if the command does
check() {
	local name=$1
	shift
	if "$@" >"$dir/log" 2>&1; then
		passed=$((passed + 1))
		echo "ok $name"
	else
		failed=$((failed + 1))
		echo "not ok $name"
		sed 's/^/    /' "$dir/log" | head -5
	fi
}

# is WANT COMMAND...: the command prints WANT
is() {
	local want=$1 got
	shift
	got=$("$@") && [ "$got" = "$want" ] || { echo "$got"; false; }
}

has() {
	local want=$1
	shift
	"$@" | grep -qF -- "$want"
}

config_id() { skopeo inspect --config --raw "$1" | sha256sum | cut -d' ' -f1; }

# copies to a layout: skopeo then reads every layer and checks every digest
copies() {
	rm -rf "$dir/copy"
	skopeo copy -q "$1" "oci:$dir/copy:x"
}

recipe=fixtures/cases/a1.img
id=$(mk --ids "$recipe" | sed -n '1s/^sha256:\([0-9a-f]*\).*/\1/p')

for layers in plain gzip gzip-multi zstd zstd-skippable; do
	for shape in docker24 docker25 oci-archive oci-dir containerd; do
		out=$dir/$shape-$layers
		mk --shape $shape --layers $layers -o "$out" "$recipe"
		case $shape in
		docker*) roads=docker-archive ;;
		oci-archive) roads=oci-archive ;;
		oci-dir) roads=oci ;;
		containerd) roads="oci-archive docker-archive" ;;
		esac
		for road in $roads; do
			check "$shape $layers by $road: config" \
				is "$id" config_id "$road:$out"
			# skopeo takes a docker-archive layer that starts
			# with a skippable frame for a plain one
			[ "$layers/$road" = zstd-skippable/docker-archive ] &&
				continue
			check "$shape $layers by $road: layers" copies "$road:$out"
		done
	done
done

for order in first last reverse; do
	mk --order $order -o "$dir/o.tar" "$recipe"
	check "order $order" is "$id" config_id "docker-archive:$dir/o.tar"
done
mk --order first -o "$dir/o.tar" "$recipe"
check "order first starts with a manifest" \
	is index.json sh -c "bsdtar -tf '$dir/o.tar' | head -1"

for outer in gzip zstd; do
	mk --outer $outer -o "$dir/outer" "$recipe"
	$outer -dc <"$dir/outer" >"$dir/outer.tar"
	check "outer $outer" is "$id" config_id "docker-archive:$dir/outer.tar"
done

mk -o "$dir/a" "$recipe"
mk -o "$dir/b" "$recipe"
check "the same bytes twice" cmp "$dir/a" "$dir/b"

# an entry of every kind, as bsdtar and readelf see it
cat >"$dir/all.img" <<'RECIPE'
tag acme/all:1
label a.b=c d
layer one
dir etc/x 0700
file etc/x/a mode=0600 text=one\ntwo\n
file etc/x/b text<<END
 kept \n as it is
END
file etc/x/pad size=3000 text=head
file etc/x/noise size=3000 random=7
link usr/lib64 -> lib
hard etc/x/c => etc/x/a
raw file ../../evil text=x
raw file /abs text=y
elf usr/lib/libcuda.so.575.57.08 soname=libcuda.so.1 needed=libc.so.6 runpath=$ORIGIN size=400000 note={"format":1,"CUDA version":"12.9","driver":[535,550]}
deb cuda-compat-12-9 575.57.08-0ubuntu1 amd64 owns=etc/x/pad,etc/x/noise
wheel torch 2.8.0 requires=nvidia-cuda-runtime-cu12==12.8.90
layer two
prefix ./
whiteout etc/x/a
opaque usr/lib
purge cuda-compat-12-9
layer three
layer four
RECIPE
mk --shape docker24 -o "$dir/all.tar" "$dir/all.img"
check "every kind: skopeo" copies "docker-archive:$dir/all.tar"
check "a repeated diffID is a link" \
	has "-> ../" sh -c "bsdtar -tvf '$dir/all.tar' | grep layer.tar"
mkdir "$dir/all"
bsdtar -xf "$dir/all.tar" -C "$dir/all"
layers=$(python3 -c 'import json, sys
print("\n".join(json.load(open(sys.argv[1]))[0]["Layers"]))' \
	"$dir/all/manifest.json")
one=$dir/all/$(echo "$layers" | sed -n 1p)
two=$dir/all/$(echo "$layers" | sed -n 2p)
for want in "../../evil" "/abs" "etc/x/c link to etc/x/a" "usr/lib64 -> lib"; do
	check "layer one: $want" has "$want" bsdtar -tvf "$one"
done
for want in ./etc/x/.wh.a ./usr/lib/.wh..wh..opq ./etc/x/.wh.pad \
	./var/lib/dpkg/info/.wh.cuda-compat-12-9.list; do
	check "layer two: $want" has "$want" bsdtar -tf "$two"
done
check "heredoc" is ' kept \n as it is' bsdtar -xOf "$one" etc/x/b
check "dpkg status" has "Version: 575.57.08-0ubuntu1" \
	bsdtar -xOf "$one" var/lib/dpkg/status
check "dpkg status after the purge" \
	is "" bsdtar -xOf "$two" ./var/lib/dpkg/status
bsdtar -xOf "$one" usr/lib/libcuda.so.575.57.08 >"$dir/elf"
check "elf: size" is 400000 stat -c %s "$dir/elf"
check "elf: note" has "NVIDIA Corporation" readelf -n "$dir/elf"
check "elf: note text" has '"CUDA version":"12.9"' \
	readelf -p .note.cuda.fwd_compatibility "$dir/elf"
check "elf: soname" has "soname: [libcuda.so.1]" readelf -d "$dir/elf"
check "elf: needed" has "library: [libc.so.6]" readelf -d "$dir/elf"
check "elf: program header" has "NOTE " readelf -lW "$dir/elf"
check "elf: no complaint" \
	is "" sh -c "readelf -aW '$dir/elf' 2>&1 >/dev/null"
mkdir -p "$dir/root/lib" "$dir/root/usr/lib" "$dir/root/etc"
cp "$dir/elf" "$dir/root/lib/libcuda.so.575.57.08"
if [ -x /sbin/ldconfig ]; then
	/sbin/ldconfig -r "$dir/root" >/dev/null 2>&1
	check "elf: ldconfig takes the soname" \
		is libcuda.so.575.57.08 readlink "$dir/root/lib/libcuda.so.1"
fi

# two platforms in one index
printf 'layer x\nfile a text=amd\nalso linux/arm64 arm.img\n' >"$dir/two.img"
printf 'layer x\nelf a soname=a\n' >"$dir/arm.img"
mk --shape oci-dir -o "$dir/two" "$dir/two.img"
check "platform arm64" has '"architecture":"arm64"' \
	skopeo --override-arch arm64 inspect --config --raw "oci:$dir/two"
check "platform amd64" has '"architecture":"amd64"' \
	skopeo --override-arch amd64 inspect --config --raw "oci:$dir/two"

for f in fixtures/cases/*.img fixtures/hostile/base.img; do
	check "$f builds" mk -o "$dir/case.tar" "$f"
	check "$f: skopeo" config_id "docker-archive:$dir/case.tar"
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
