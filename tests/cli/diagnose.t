What is wrong, from what was pasted. All pastes of tests/cli/diagnose are judged
by tests/unit/test_diagnose.c; these show what it looks like. A GeForce under a
container's newer libcuda: the table gives it away.

$ $CUDALINT diagnose <tests/cli/diagnose/804-torch-table.paste | grep .
certain: compat-on-unsupported-gpu (804)
  the image's compat libcuda runs on a GPU that does not allow it
  The image has a newer user-mode driver (/usr/local/cuda/compat, package
  cuda-compat) than the host's kernel module. The toolkit puts it in front
  without a look at the GPU, and on GeForce, TITAN and other consumer cards it
  refuses to run.
evidence
  line 6      Error 804: forward compatibility was attempted on non supported HW
  line 9      | NVIDIA-SMI 525.147.05 Driver Version: 525.147.05 CUDA Version:
              12.4 |
           => driver 525.147.05 has CUDA 12.0; CUDA 12.4 comes from a newer
              libcuda that is loaded; NVIDIA GeForce ... has no forward
              compatibility
cure
  host        raise the driver to the image's CUDA; or cuda-compat-mode =
              "disabled" in /etc/nvidia-container-runtime/config.toml (toolkit
              1.17.7 and later)
  image       `-e LD_LIBRARY_PATH=/usr/lib/x86_64-linux-gnu` puts the host's
              libcuda first (toolkit 1.17.5 and later, images like Debian's)
  Dockerfile  `RUN apt-get purge -y 'cuda-compat-*'`, or `RUN rm -rf
              /usr/local/cuda*/compat`; minor-version compatibility then often
              suffices
to be sure
  `nvidia-smi` in the container: a higher CUDA Version than on the host is the
  compat library; the same one speaks for a driver upgrade without a reboot
  [model 3.3, 6#3; nvidia-docker#1515; cudalint-model(7)]
what else it could be
  possible: driver-half-upgraded
    the host's driver was upgraded, and its old kernel module still runs
    line 6; to be sure: `cat /proc/driver/nvidia/version` beside `modinfo -F
    version nvidia` on the host
the host, by the paste
  driver      525.147.05, which has CUDA 12.0
  GPU         1 x NVIDIA GeForce ...
  request     gpus

The same message alone is likely to come from there, not certain to.

$ echo 'cuInit(0) returned 804' | $CUDALINT diagnose | sed -n '1p;/what else/,$p'
likely: compat-on-unsupported-gpu (804)
what else it could be
  possible: driver-half-upgraded
    the host's driver was upgraded, and its old kernel module still runs
    line 1; to be sure: `cat /proc/driver/nvidia/version` beside `modinfo -F
    version nvidia` on the host

35 has two meanings: without a driver in the container, and with one that is
too old.

$ $CUDALINT diagnose --quiet <tests/cli/diagnose/35-no-driver-inspect.paste
certain: container-without-gpu (no-gpu)

$ $CUDALINT diagnose --paste tests/cli/diagnose/35-torch-too-old.paste | sed -n '1p;/^evidence/,/^cure/p;/^the host/,$p' | grep .
certain: driver-too-old (35)
evidence
  line 1      RuntimeError: The NVIDIA driver on your system is too old (found
              version 12090). Please update your GPU driver by downloading and
              installing a new version from the URL:
              http://www.nvidia.com/Download/index.aspx Alternatively, go to:
              https:/...
           => CUDA 12.9 is what driver 575.57.08 has
cure
the host, by the paste
  driver      575.57.08, which has CUDA 12.9
  GPU         1 x NVIDIA A100-SXM4-80GB

cure
the host, by the paste
  driver      575.57.08, which has CUDA 12.9
  GPU         1 x NVIDIA A100-SXM4-80GB

cure
the host, by the paste
  driver      575.57.08, which has CUDA 12.9
  GPU         1 x NVIDIA A100-SXM4-80GB

$ echo 'cudaGetDeviceCount returned 35' | $CUDALINT diagnose | grep -e : | grep -e driver-too-old -e without-gpu
likely: driver-too-old (35)
  possible: container-without-gpu (no-gpu)

With an image, what it would do on that host is predicted and compared. The same
image is the culprit, or it is not.

$ $CUDALINT diagnose $IMG/a1.tar <tests/cli/diagnose/804-case-a1.paste | sed -n '1p;/^the host/,$p' | sed "s|$IMG/||;/^$/d"
certain: compat-on-unsupported-gpu (804)
the host, by the paste
  driver      460.67, which has CUDA 11.2
  GPU         2 x NVIDIA GeForce RTX 3090
  toolkit     1.4.0
  request     gpus
the image
  image       a1.tar
  predicted   804 compat
  This is what was seen.

$ $CUDALINT diagnose $IMG/clean.tar <tests/cli/diagnose/804-llama.paste | sed -n '/^the image/,$p' | sed "s|$IMG/||"
the image
  image       clean.tar
  predicted   ok, native
  This is not what was seen: was it another image or host, or does the start
  change it (-e, mounts, entrypoint)?

Without the toolkit's version, several ends are possible.

$ grep -v -e version: -e docker tests/cli/diagnose/804-case-a1.paste | $CUDALINT diagnose $IMG/a1.tar | sed -n '1p;/^the image/,$p' | sed "s|$IMG/||;/^$/d"
certain: compat-on-unsupported-gpu (804)
the image
  image       a1.tar
  predicted   804 compat under --gpus 1.9.0–1.17.3 (mount), --gpus ≥1.17.7
              (ldconfig) and 10 more
  predicted   ok, minor-version under --gpus 1.17.4–1.17.6 (none), --gpus
              ≥1.17.7 (disabled) and 2 more
  One of these is what was seen. Which it is depends on what the paste does not
  say.

A paste without a driver and a GPU is no host to predict for.

$ echo 'Error 804: forward compatibility was attempted on non supported HW' | $CUDALINT diagnose $IMG/clean.tar | sed -n '/^the image/,$p' | sed "s|$IMG/||"
the image
  image       clean.tar
  Nothing was predicted for it: the paste lacks the driver and the GPU. Add
  `nvidia-smi` of the host.

Nothing that it knows: 1, as grep has it.

$ echo 'make: *** [all] Error 2' | $CUDALINT diagnose | grep .
no cause is known for this (1 line): no line in it is known
  Paste the whole error with the lines around it, `nvidia-smi` of the host and
  of the container, the `docker run` line, and `ldconfig -p` of the container.

$ echo 'make: *** [all] Error 2' | $CUDALINT diagnose --quiet >/dev/null
[1]

For programs.

$ echo 'docker: unknown or invalid runtime name: nvidia.' | $CUDALINT diagnose --format json | sed -n '/"causes"/,/"why"/p' | grep -v why
  "causes": [
    {
      "id": "toolkit-not-registered",
      "level": "certain",
      "outcome": "unknown",
      "title": "Docker does not know how to hand over GPUs",

$ echo 'docker: unknown or invalid runtime name: nvidia.' | $CUDALINT diagnose --format json=$B/diagnosis.json --format text | sed 1q; grep -c . $B/diagnosis.json; rm $B/diagnosis.json
certain: toolkit-not-registered
39

PowerShell writes UTF-16.

$ printf '\377\376S\000y\000s\000t\000e\000m\000 \000n\000o\000t\000 \000y\000e\000t\000 \000i\000n\000i\000t\000i\000a\000l\000i\000z\000e\000d\000' | $CUDALINT diagnose --quiet
likely: fabric-manager-down (802)

What a terminal would take for orders is none here.

$ printf '\033[31mcudaErrorNoDevice\033[0m \033]0;x\007\n' | $CUDALINT diagnose | grep -a 'line 1 '
  line 1      cudaErrorNoDevice

Trouble.

$ echo x | $CUDALINT diagnose -
cudalint: standard input is the paste: put that into a file, --paste FILE, or the image
[2]

$ echo x | $CUDALINT diagnose a.tar b.tar
cudalint: diagnose takes one image; the paste is on standard input, or in --paste FILE
[2]

$ echo x | $CUDALINT diagnose --format sarif
cudalint: no format sarif; there are text and json
[2]

$ $CUDALINT diagnose --paste nowhere
cudalint: nowhere: No such file or directory
[2]

$ head -c 16777217 /dev/zero | $CUDALINT diagnose
cudalint: standard input: larger than 16777216 bytes
[2]
