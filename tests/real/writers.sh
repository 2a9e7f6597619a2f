#!/bin/sh
# One image, written by tools nobody here wrote: the report stays the same, byte
# for byte, but for ref and manifest_digest; a change by umoci shows.
suite=writers
. "$(dirname "$0")/lib.sh"
need skopeo umoci bsdtar python3 zstd gzip

# road NAME IMAGE [OPTION...]: the report of IMAGE is $want; a pipe if it can
road() {
	name=$1 image=$2; shift 2
	[ -e "$image" ] || { not_ok "$name" "$work/copy.log"; return; }
	lint "$image" "$@" 2>&1 | nameless >"$work/got"
	same "$name" "$want" "$work/got"
	[ -d "$image" ] && return
	lint - "$@" <"$image" 2>&1 | nameless >"$work/got"
	same "$name, pipe" "$want" "$work/got"
}

# repack IN OUT FORMAT ORDER: an archive by bsdtar, its members in another order
repack() {
	rm -rf "$work/members"
	mkdir "$work/members"
	bsdtar -tf "$1" | grep -v '/$' | case $4 in
	reverse) sed -n '1!G;h;$p' ;;
	last) grep -v '\.json$'; bsdtar -tf "$1" | grep '\.json$' ;;
	esac >"$work/names"
	bsdtar -xf "$1" -C "$work/members"
	bsdtar -c --format "$3" -n -f "$2" -C "$work/members" -T "$work/names"
}

copy() { skopeo copy -q "$@" >"$work/copy.log" 2>&1; }

# --- an image from a recipe: every writer and every setting

source=$work/source want=$work/want
recipe "$source" fixtures/cases/a1.img --shape oci-dir
lint "$source" | nameless >"$want"
check "recipe: the report says something" grep -q '"origin": "image"' "$want"
road "recipe: --verify" "$source" --verify

copy "oci:$source" "docker-archive:$work/1.tar:acme/a:1"
road "skopeo docker-archive" "$work/1.tar"
copy "oci:$source" "oci-archive:$work/2.tar:a"
road "skopeo oci-archive" "$work/2.tar"
recipe "$work/plain" fixtures/cases/a1.img --shape oci-dir --layers plain
copy --dest-compress-format zstd "oci:$work/plain" "oci-archive:$work/3.tar:a"
road "skopeo oci-archive zstd" "$work/3.tar"
check "skopeo oci-archive zstd: it is zstd" grep -q 'tar+zstd' "$work/3.tar"
copy "oci:$work/plain" "oci:$work/4:a"
road "skopeo oci gzip" "$work/4"
copy --dest-compress-format zstd "oci:$work/plain" "oci:$work/5:a"
road "skopeo oci zstd" "$work/5"
copy --dest-oci-accept-uncompressed-layers "oci:$work/plain" "oci:$work/6:a"
road "skopeo oci plain" "$work/6"
copy "oci-archive:$work/2.tar" "docker-archive:$work/7.tar:acme/a:1"
road "skopeo docker-archive from an oci-archive" "$work/7.tar"
copy "oci:$source" "dir:$work/9"
road "skopeo dir" "$work/9"
copy --format v2s2 --dest-decompress "oci:$source" "dir:$work/10"
road "skopeo dir decompressed, Docker's manifest" "$work/10"

for format in ustar gnutar pax; do
	repack "$work/1.tar" "$work/r.tar" $format reverse
	road "bsdtar docker-archive, $format, reversed" "$work/r.tar"
done
repack "$work/1.tar" "$work/r.tar" pax last
road "bsdtar docker-archive, manifest last" "$work/r.tar"
repack "$work/2.tar" "$work/r.tar" pax reverse
road "bsdtar oci-archive, reversed" "$work/r.tar"
gzip -1 <"$work/1.tar" >"$work/1.tgz"
road "gzip of a docker-archive" "$work/1.tgz"
zstd -q --long=24 <"$work/2.tar" >"$work/2.tzst"
road "zstd of an oci-archive" "$work/2.tzst"

# skopeo turns a Docker config into an OCI one, so the image's id changes, and
# nothing else does
copy "docker-archive:$work/1.tar" "oci:$work/11:a"
lint "$work/11" | nameless | grep -v '^ *"digest": ' >"$work/got"
grep -v '^ *"digest": ' "$want" >"$work/11.want"
same "skopeo oci from a docker-archive, but for the id" "$work/11.want" "$work/got"

# --- the same image, changed by umoci: what it says changes as it should

rootless=
[ "$(id -u)" -eq 0 ] || rootless=--rootless
compat=usr/local/cuda-11.3/compat
compats='[u["path"] for u in d.get("umd", []) if u["kind"] == "compat"]'
mkdir "$work/empty"

changed() { # NAME: a copy of the image to change, $layout:a
	layout=$work/umoci-$1 bundle=$work/bundle-$1 root=$work/bundle-$1/rootfs
	cp -r "$work/4" "$layout"
}

umoci_on() { # [ARGUMENT...]: umoci, quiet unless it fails
	umoci "$@" >"$work/umoci.log" 2>&1 || cat "$work/umoci.log"
}

# shellcheck disable=SC2086
unpack() { umoci_on unpack $rootless --image "$layout:a" "$bundle"; }
repack_bundle() { umoci_on repack --image "$layout:a" "$bundle"; }
# shellcheck disable=SC2086
insert() { umoci_on insert $rootless --image "$layout:a" "$@"; }

facts_are() { # NAME WANT EXPRESSION: what the facts of $layout say
	"$CUDALINT" facts "$layout" >"$work/facts.json" 2>"$work/facts.log" ||
		cat "$work/facts.log"
	equal "$1" "$2" "$(value "$work/facts.json" "$3")"
}

changed nothing
facts_are "umoci: compat is there" 6 "len($compats)"
layers=$(value "$work/facts.json" 'len(d["layers"])')

changed unrelated
unpack
: >"$root/etc/unrelated"
repack_bundle
facts_are "umoci repack, unrelated: compat stays" 6 "len($compats)"
facts_are "umoci repack, unrelated: a layer more" $((layers + 1)) 'len(d["layers"])'

changed remove
unpack
rm -rf "${root:?}/$compat"
repack_bundle
facts_are "umoci repack, directory removed" "" "$compats"
lint "$layout" >"$work/report.json"
equal "umoci repack, directory removed: nothing of the image is loaded" "" \
  "$(value "$work/report.json" '[p["pool"] for p in
  d["images"][0]["predictions"] if p["libcuda"]["origin"] == "image"]')"

changed file
unpack
rm -f "$root/$compat"/libcuda.so.*.*
repack_bundle
facts_are "umoci repack, one file removed" "" '[u["path"] for u in
  d.get("umd", []) if "libcuda.so.4" in (u.get("resolved") or "")]'

changed link
unpack
rm -rf "${root:?}/$compat"
ln -s /opt/nowhere "$root/$compat"
repack_bundle
facts_are "umoci repack, directory becomes a link" "" "$compats"

# layers by bsdtar: an opaque directory, before and after its new content
mkdir -p "$work/opaque/$compat"
: >"$work/opaque/$compat/.wh..wh..opq"
: >"$work/opaque/$compat/README"
for order in "$compat/.wh..wh..opq $compat/README" \
  "$compat/README $compat/.wh..wh..opq" "$compat/.wh..wh..opq"; do
	rm -rf "$work/umoci-opaque"
	changed opaque
	# shellcheck disable=SC2086
	bsdtar -cf "$work/layer.tar" -C "$work/opaque" $order
	umoci_on raw add-layer --image "$layout:a" "$work/layer.tar"
	facts_are "umoci raw add-layer, opaque: $(echo "$order" | wc -w) members" \
	  "" "$compats"
done

changed insert-whiteout
insert --whiteout "/$compat"
facts_are "umoci insert --whiteout" "" "$compats"

changed insert-opaque
insert --opaque "$work/empty" "/$compat"
facts_are "umoci insert --opaque" "" "$compats"

changed readd
unpack
cp -a "$root/$compat" "$work/kept"
rm -rf "${root:?}/$compat"
repack_bundle
insert "$work/kept" "/$compat"
facts_are "umoci insert: removed, then added again" 6 "len($compats)"

# --- the real image

small_image
source=$small/docker.tar want=$work/want-small
lint "$source" | nameless >"$want"
road "real docker-archive" "$source"
road "real docker-archive, --verify" "$source" --verify
road "real OCI archive" "$small/oci.tar"
road "real OCI layout" "$small/oci"
copy --dest-compress-format zstd "oci:$small/oci" "oci-archive:$work/z.tar:a"
road "real OCI archive, zstd" "$work/z.tar"
rm -f "$work/z.tar"
repack "$source" "$work/r.tar" gnutar reverse
rm -rf "$work/members"
road "real docker-archive, reversed" "$work/r.tar"
