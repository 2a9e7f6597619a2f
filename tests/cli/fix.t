The diff is on standard output, what was tried on standard error.

$ $CUDALINT fix --fleet fixtures/dockerfile/geforce.fleet.json fixtures/dockerfile/no-newline.Dockerfile 2>/dev/null | grep .
--- a/fixtures/dockerfile/no-newline.Dockerfile
+++ b/fixtures/dockerfile/no-newline.Dockerfile
@@ -1 +1,8 @@
-FROM nvidia/cuda:12.4.1-runtime-ubuntu22.04
\ No newline at end of file
+FROM nvidia/cuda:12.4.1-runtime-ubuntu22.04
+# cudalint: with these libraries CUDA fails on GPUs or drivers that can't use them
+RUN set -e; \
+    pkgs=$({ dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' 'cuda-compat*' 2>/dev/null || :; } | sed -n 's/^.i. *//p'); \
+    [ -z "$pkgs" ] || dpkg --purge $pkgs; \
+    rm -rf /usr/local/cuda*/compat /usr/local/cuda*/compat_orin; \
+    rm -f /etc/ld.so.conf.d/*cuda*compat*.conf; \
+    ldconfig
\ No newline at end of file

$ $CUDALINT fix --fleet fixtures/dockerfile/geforce.fleet.json fixtures/dockerfile/no-newline.Dockerfile 2>&1 >/dev/null | grep .
fixtures/dockerfile/no-newline.Dockerfile: cures 1 of 1 failing GPU, worsens
  none
  [safe] purge the compat libraries in the stage that ships
    desk-4090             NVIDIA GeForce RTX 4090       804 compat -> ok, minor-version
not done
  [review] base the image on CUDA 12.2.2 instead of 12.4.1: would cure 1 of 1;
    --fix-review does it
  [review] put the compat libraries behind the build argument KEEP_CUDA_COMPAT:
    would cure 1 of 1; --fix-review does it
  [review] base the image on CUDA 12.3.0 instead of 12.4.1: it cures no pool

From standard input it is called Dockerfile.

$ cat fixtures/dockerfile/installs-compat.Dockerfile | $CUDALINT fix --quiet --fleet fixtures/dockerfile/geforce.fleet.json - | head -4
--- a/Dockerfile
+++ b/Dockerfile
@@ -4,6 +4,5 @@
  && dpkg -i cuda-keyring_1.1-1_all.deb

With -w the file changes, keeps its mode, and is idle the second time.

$ C=$(realpath $CUDALINT); F=$PWD/fixtures/dockerfile; rm -rf $B/t && mkdir -p $B/t && cd $B/t && cp $F/ld-path.Dockerfile F && chmod 640 F && $C fix -w --quiet --fleet $F/geforce.fleet.json F; stat -c %a F; cmp -s F $F/ld-path.Dockerfile || echo changed; $C fix -w --fleet $F/geforce.fleet.json F; ls
640
changed
F: nothing to fix, no pool fails
F

A link is not written through, and standard input can't be.

$ C=$(realpath $CUDALINT); F=$PWD/fixtures/dockerfile; cd $B/t && ln -sf F L && cp $F/simple.Dockerfile F && $C fix -w --quiet --fleet $F/geforce.fleet.json L
cudalint: L: not a regular file; name the file that it stands for
[2]

$ $CUDALINT fix -w - </dev/null
cudalint: -w can't write to standard input
[2]

As late as root works, with --placement=cache.

$ $CUDALINT fix --quiet --placement cache --fleet fixtures/dockerfile/geforce.fleet.json fixtures/dockerfile/simple.Dockerfile | grep -n "^.RUN"
5: RUN apt-get update && apt-get install -y --no-install-recommends python3 python3-pip \
8:+RUN set -e; \

$ $CUDALINT fix --placement late fixtures/dockerfile/simple.Dockerfile
cudalint: --placement wants early or cache, not late
[2]

Several files are one too many; a file that BuildKit rejects is trouble.

$ $CUDALINT fix a b
cudalint: fix wants one Dockerfile, or -
[2]

$ printf 'FROM a b\n' | $CUDALINT fix -
cudalint: standard input: line 1: FROM takes IMAGE or IMAGE AS NAME, nothing else; a comment needs its own line
[2]

$ printf 'RUN true\n' | $CUDALINT fix -
cudalint: standard input: line 1: RUN before the first FROM: only ARG may stand there
[2]

$ $CUDALINT fix fixtures/dockerfile/none.Dockerfile
cudalint: fixtures/dockerfile/none.Dockerfile: No such file or directory
[2]

One platform at a time; the pools of others are told of.

$ $CUDALINT fix --fleet fixtures/dockerfile/two-platforms.fleet.json fixtures/dockerfile/simple.Dockerfile 2>&1 >/dev/null | head -3
cudalint: for linux/amd64; 1 pool of other platforms: run again with --platform
fixtures/dockerfile/simple.Dockerfile: cures 1 of 1 failing GPU, worsens none
  [safe] purge the compat libraries in the stage that ships

$ $CUDALINT fix --fleet fixtures/dockerfile/two-platforms.fleet.json --platform linux/arm64 fixtures/dockerfile/simple.Dockerfile 2>&1 >/dev/null | head -3
cudalint: for linux/arm64; 1 pool of other platforms: run again with --platform
fixtures/dockerfile/simple.Dockerfile: nothing to fix, no pool fails

$ $CUDALINT fix --fleet fixtures/dockerfile/geforce.fleet.json --platform linux/arm64 fixtures/dockerfile/simple.Dockerfile
cudalint: no pool of the fleet runs linux/arm64
[2]
