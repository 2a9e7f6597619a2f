#!/bin/sh
# usage: mkreal.sh [-s small|full] OUTDIR
#
# Build a real CUDA image from Debian's own packages: input that nobody wrote
# for cudalint.  small (default): libcuda1, libcudart11.0 and cuBLAS, driver 535
# and CUDA 11.8, 0.9 GB.  full: nvidia-cuda-toolkit as well, which is the shape
# of a devel image with its stubs, 6 GB; it takes minutes.
#
# Writes OUTDIR/oci (OCI layout, gzip layers), OUTDIR/oci.tar (OCI archive) and
# OUTDIR/docker.tar (docker-archive, plain layers), and does nothing where all
# three are there already.  Three layers: Debian; what CUDA adds; removals and
# a loader configuration file.
set -eu
size=small
while getopts s: option; do
	case $option in
	s) size=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
out=${1:?usage: mkreal.sh [-s small|full] OUTDIR}
packages='libcuda1 libcudart11.0 libcublas11 ca-certificates'
case $size in
small) ;;
full) packages="$packages python3 nvidia-cuda-toolkit" ;;
*) echo "mkreal.sh: -s small or -s full, not '$size'" >&2; exit 2 ;;
esac

[ -e "$out/oci/index.json" ] && [ -e "$out/oci.tar" ] &&
	[ -e "$out/docker.tar" ] && exit 0

missing=
for tool in mmdebstrap umoci skopeo apt-get chroot; do
	command -v "$tool" >/dev/null 2>&1 || missing="$missing $tool"
done
if [ -n "$missing" ]; then
	echo "mkreal.sh: missing:$missing (packages of Debian)" >&2
	exit 3
fi
if [ "$(id -u)" -ne 0 ]; then
	echo "mkreal.sh: needs root: it unpacks an image as it is" >&2
	exit 3
fi

mkdir -p "$out"
tmp=$(mktemp -d "$out/making.XXXXXX")
tmp=$(cd "$tmp" && pwd)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
root=$tmp/bundle/rootfs

quietly() { # run a command, show what it said only when it fails
	"$@" >"$tmp/log" 2>&1 || { tail -20 "$tmp/log" >&2; return 1; }
}

# The apt of this machine works inside the image, so that its mirrors and
# proxies apply and none of its configuration lands there.
image_apt() {
	quietly env DEBIAN_FRONTEND=noninteractive apt-get -qq -y \
	  -o "Dir=$root" -o "DPkg::Chroot-Directory=$root" \
	  -o "Dir::Etc::Trusted=$root/etc/apt/trusted.gpg" \
	  -o "Dir::Etc::TrustedParts=$root/etc/apt/trusted.gpg.d" \
	  -o "DPkg::Options::=--force-unsafe-io" -o APT::Sandbox::User=root \
	  --no-install-recommends "$@"
}

quietly mmdebstrap --variant=minbase --components=main,contrib,non-free \
  bookworm "$tmp/base.tar"
umoci init --layout "$tmp/oci"
umoci new --image "$tmp/oci:cuda"
umoci raw add-layer --image "$tmp/oci:cuda" "$tmp/base.tar"
quietly umoci unpack --image "$tmp/oci:cuda" "$tmp/bundle"
image_apt update
# shellcheck disable=SC2086
image_apt install $packages
rm -rf "$root/var/lib/apt/lists" "$root/var/cache/apt"
quietly umoci repack --refresh-bundle --image "$tmp/oci:cuda" "$tmp/bundle"
rm -rf "$root/usr/share/doc"
echo /usr/lib/x86_64-linux-gnu/nvidia/current \
  >"$root/etc/ld.so.conf.d/zz-example.conf"
quietly umoci repack --image "$tmp/oci:cuda" "$tmp/bundle"
umoci config --image "$tmp/oci:cuda" --config.cmd bash \
  --config.env CUDA_VERSION=11.8.0 \
  --config.env 'NVIDIA_REQUIRE_CUDA=cuda>=11.8 brand=tesla,driver>=470,driver<471' \
  --config.env NVIDIA_VISIBLE_DEVICES=all \
  --config.env NVIDIA_DRIVER_CAPABILITIES=compute,utility
rm -rf "$tmp/bundle" "$tmp/base.tar"

# the layout of umoci holds blobs of the steps between: copy what counts
mkdir "$tmp/out"
skopeo copy -q "oci:$tmp/oci:cuda" "oci:$tmp/out/oci:cuda"
skopeo copy -q "oci:$tmp/out/oci:cuda" "oci-archive:$tmp/out/oci.tar:cuda"
skopeo copy -q "oci:$tmp/out/oci:cuda" \
  "docker-archive:$tmp/out/docker.tar:example/cuda:11.8"
rm -rf "$out/oci" "$out/oci.tar" "$out/docker.tar"
mv "$tmp/out/oci" "$tmp/out/oci.tar" "$tmp/out/docker.tar" "$out/"
