How much is read of an input, and how long. An error of that kind says which
limit it was.

$ $CUDALINT image --limit help
json-bytes    8M         one manifest, index or config
json-total    64M        all JSON in an input that is kept
members       100000     members of an archive
image-bytes   1T         an input, and all its layers, unpacked
layer-bytes   256G       a layer, unpacked
ratio         200        bytes unpacked from one byte ...
ratio-from    1G         ... where more than this is unpacked
zstd-window   128M       memory that zstd data asks for
entries       50000000   files in a layer
holes         16G        holes of the sparse files in a layer
links         100000     symbolic links in a layer (a gap)
file-bytes    16M        a file that is read for what it says (a gap)
rpm-bytes     256M       an rpm database (a gap)
facts-bytes   40M        memory for what an image's layers say (a gap)

$ $CUDALINT facts --max-layer-bytes 100 - <$IMG/a1.tar
cudalint: standard input: layer 0 (sha256:55f05996b92a…): limit: layer of more than 100 bytes; --limit layer-bytes=N raises it
[2]

$ $CUDALINT facts --max-entries 3 - <$IMG/a1.tar
cudalint: standard input: layer 0 (sha256:55f05996b92a…): limit: more than 3 entries; --limit entries=N raises it
[2]

$ $CUDALINT facts --limit members=3 $IMG/a1.tar 2>&1 | sed "s|$IMG/||"
cudalint: a1.tar: limit: more than 3 members; --limit members=N raises it

$ $CUDALINT facts --limit json-bytes=100 - <$IMG/a1.tar
cudalint: standard input: manifest.json: limit: JSON of more than 100 bytes; --limit json-bytes=N raises it
[2]

$ $CUDALINT facts --limit json-total=1K - <$IMG/a1.tar
cudalint: standard input: manifest.json: limit: more than 1024 bytes of JSON in all; --limit json-total=N raises it
[2]

$ gzip -c $IMG/a1.tar | $CUDALINT facts --limit image-bytes=10K -
cudalint: standard input: limit: more than 10240 bytes when decompressed; --limit image-bytes=N raises it
[2]

$ gzip -c $IMG/a1.tar | $CUDALINT facts --limit ratio=2 --limit ratio-from=10KiB -
cudalint: standard input: limit: 7313 bytes decompress to more than 2 times as many; --limit ratio=N raises it
[2]

$ $CUDALINT facts --limit image-bytes=1K - <$IMG/a1.tar
cudalint: standard input: layer 0 (sha256:55f05996b92a…): limit: layer of more than 1024 bytes; --limit image-bytes=N raises it
[2]

Where the rest of the image can do without it is a gap.

$ $CUDALINT image --limit facts-bytes=2K - <$IMG/a1.tar 2>/dev/null | grep raises | sort | head -2
  unseen layer 0: too many entries of interest; --limit facts-bytes=N raises it
  unseen layer 0: too many entries; --limit facts-bytes=N raises it (may change:

$ $CUDALINT image --limit file-bytes=20 - <$IMG/a1.tar 2>/dev/null | grep raises | head -2
         file-bytes=N raises it (may change: packages)
         file-bytes=N raises it (may change: packages)

$ $CUDALINT image --limit links=1 - <$IMG/a1.tar 2>/dev/null | grep raises | head -2
  unseen layer 0: too many symbolic links; --limit links=N raises it (may
  unseen layer 1: too many symbolic links; --limit links=N raises it (may

Which is not remembered for a run that has more room.

$ cd $IMG && C=$(mktemp -d) && for n in 20 16M; do $CUDALINT image --cache $C --limit file-bytes=$n a1.tar 2>/dev/null | grep -c raises; done; rm -rf $C
4
0

Sizes are what people write.

$ for n in 256G 256GB 256GiB 1T; do $CUDALINT image --quiet --max-layer-bytes $n - <$IMG/a1.tar 2>&1 | grep -c FAIL; done
1
1
1
1

$ $CUDALINT image --max-layer-bytes 1X a.tar
cudalint: --max-layer-bytes: a size such as 512M or 2G is wanted, not '1X'
[2]

$ $CUDALINT image --max-layer-bytes 16777216T a.tar
cudalint: --max-layer-bytes: a size such as 512M or 2G is wanted, not '16777216T'
[2]

$ $CUDALINT image --limit entries=0 a.tar
cudalint: --limit: a number such as 5000 or 2M is wanted, not '0'
[2]

$ $CUDALINT image --limit entries a.tar
cudalint: --limit: a number such as 5000 or 2M is wanted, not ''
[2]

$ $CUDALINT image --limit files=3 a.tar
cudalint: --limit: there is no limit 'files'; --limit help lists them
[2]

Nothing waits for ever, if it must not.

$ sleep 3 | $CUDALINT image --timeout 1 -
cudalint: not done in time, gave up (--timeout)
[2]

$ (cd $IMG && mkfifo stalls && { $CUDALINT scan --no-cache --quiet --timeout 1 stalls clean.tar; echo [$?]; } 2>&1 | grep -v -e '^[0-9 .?]' | grep .; rm stalls)
cudalint: not done in time, gave up (--timeout)
cudalint: stalls: not done after 1 s (--timeout)
ERROR stalls: not done after 1 s (--timeout)
[2]

$ $CUDALINT image --timeout 1m a.tar
cudalint: --timeout wants a number of seconds, not 1m
[2]
