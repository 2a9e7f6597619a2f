Each format is for readers of its own; tests/formats.py has them all.  Several
may be had at once, one of them on standard output.

$ $CUDALINT image --fleet fixtures/cli/fleet.json --format csv --format junit=$B/two.xml $IMG/a1.tar | cut -d, -f4-8; grep -c testcase $B/two.xml; rm $B/two.xml
pool,gpu,nodes,verdict,outcome
"ws-3090","NVIDIA GeForce RTX 3090",8,"fail","804"
"train-a100","NVIDIA A100-SXM4-80GB",4,"pass","ok"
5

$ cd $IMG && $CUDALINT image --fleet $OLDPWD/fixtures/cli/fleet.json --format github a1.tar
::error title=CL001 compat-on-unsupported-gpu::a1.tar: the image's libcuda 465.19.01 replaces the host's on GPUs that do not support forward compatibility: CUDA error 804 on pool ws-3090 (NVIDIA GeForce RTX 3090, driver 460.67)%0Acure: apt-get purge -y cuda-compat-11-3, or rm -rf /usr/local/cuda-11.3/compat
::notice title=cudalint::1 image: 1 error, 0 warnings, 0 notes
[1]

$ $CUDALINT dockerfile --fleet fixtures/dockerfile/geforce.fleet.json --format github fixtures/dockerfile/crlf.Dockerfile
::error file=fixtures/dockerfile/crlf.Dockerfile,line=1,endLine=1,col=6,endColumn=44,title=CL001 compat-on-unsupported-gpu::the image's libcuda 550.54.15 replaces the host's on GPUs that do not support forward compatibility: CUDA error 804 on pool desk-4090 (NVIDIA GeForce RTX 4090, driver 535.104.05)%0Acure: apt-get purge -y cuda-compat-12-4, or rm -rf /usr/local/cuda-12.4/compat
::notice title=cudalint::1 image: 1 error, 0 warnings, 0 notes
[1]

What the planner has proven goes with it where there is room.

$ $CUDALINT dockerfile --fleet fixtures/dockerfile/geforce.fleet.json --format diff fixtures/dockerfile/no-newline.Dockerfile
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
[1]

$ $CUDALINT fix --quiet --fleet fixtures/dockerfile/geforce.fleet.json --format csv --format diff=/dev/null fixtures/dockerfile/no-newline.Dockerfile
image,platform,digest,pool,gpu,nodes,verdict,outcome,message,rules,error
"fixtures/dockerfile/no-newline.Dockerfile","linux/amd64","","desk-4090","NVIDIA GeForce RTX 4090",6,"fail","804","forward compatibility was attempted on non supported HW","CL001",""
[1]

$ $CUDALINT scan --quiet --no-cache --fleet fixtures/cli/fleet.json --format junit $IMG/clean.tar | sed "s|$IMG/||"
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="cudalint" tests="3" failures="0" errors="0" skipped="0">
  <testsuite name="clean.tar" tests="3" failures="0" errors="0" skipped="0">
    <testcase classname="clean.tar" name="ws-3090"/>
    <testcase classname="clean.tar" name="train-a100"/>
    <testcase classname="clean.tar" name="findings"/>
  </testsuite>
</testsuites>

What is not right is said before anything is read.

$ $CUDALINT image --format sarif --format text a.tar
cudalint: 2 formats for standard output; all but one want a file: --format FMT=FILE
[2]

$ $CUDALINT image --format sarif= a.tar
cudalint: --format sarif= wants a file
[2]

$ $CUDALINT scan --format k8s a.tar
cudalint: no format k8s; there are text, jsonl, prometheus, html, sarif, github, github-summary, gitlab, junit, checkstyle, rdjson, rdjsonl, markdown and csv
[2]

$ $CUDALINT image --fleet fixtures/cli/fleet.json --format sarif=$B/nowhere/a.sarif $IMG/clean.tar 2>&1 | sed "s|$B/||"
cudalint: nowhere/a.sarif: No such file or directory
