Packages of each manager, since the layer that brought them.

$ $CUDALINT facts $IMG/databases.tar | sed -n '/"packages"/,/^  \]/p'
  "packages": [
    {
      "name": "cuda-compat-12-4",
      "version": "550.54.15-1",
      "arch": "x86_64",
      "manager": "rpm",
      "path": "usr/lib/sysimage/rpm/Packages.db",
      "layer": 1
    },
    {
      "name": "cuda-cudart-12-4",
      "version": "12.4.127-1",
      "arch": "x86_64",
      "manager": "rpm",
      "path": "usr/lib/sysimage/rpm/Packages.db",
      "layer": 1
    },
    {
      "name": "cudatoolkit",
      "version": "11.8.0",
      "arch": "linux-64",
      "manager": "conda",
      "build": "h4ba93d1_12",
      "channel": "https://conda.anaconda.org/conda-forge/linux-64",
      "path": "opt/conda/conda-meta/cudatoolkit-11.8.0-h4ba93d1_12.json",
      "layer": 3
    },
    {
      "name": "nvidia-driver-cuda-libs",
      "version": "550.54.15-1.el9",
      "arch": "x86_64",
      "manager": "rpm",
      "path": "usr/lib/sysimage/rpm/Packages.db",
      "layer": 2
    }
  ],

Whose a library is, and what takes it away there.

$ $CUDALINT facts $IMG/databases.tar | grep -E '"(package|soname)"'
      "soname": "libcuda.so.1",
      "package": "nvidia-driver-cuda-libs",
      "soname": "libcuda.so.1",
      "package": "cuda-compat-12-4",
      "package": "cudatoolkit",
      "from": "package",
      "package": "cuda-cudart-12-4",
      "package": "cuda-cudart-12-4",

$ $CUDALINT image --now 2026-11-21 --fleet fixtures/cli/fleet.json - <$IMG/databases.tar | grep .
FAIL - (linux/amd64): 2 of 2 pools fail
  needs  datacenter, workstation, geforce: driver 580.65.06 or later (native)
  fail  ws-3090     RTX 3090        460.67      804 compat
  fail  train-a100  A100-SXM4-80GB  535.183.01  35 driver too old
  error CL007 driver-too-old
    the nvidia-cuda-runtime wheel needs CUDA 13.0, but the driver gives 12.2:
    CUDA error 35 on pool train-a100 (NVIDIA A100-SXM4-80GB, driver 535.183.01)
    in    layer 4,
          /usr/lib/python3.12/site-packages/nvidia_cuda_runtime-13.0.48.dist-inf
          o
            pip install nvidia-cuda-runtime
    pools train-a100
    cure  raise the host's driver to 580.65.06 or later, or build on an older
          CUDA
  error CL008 libcuda-bundled
    the image carries libcuda 550.54.15 of a driver at
    /usr/lib64/libcuda.so.550.54.15; it is loaded on pool ws-3090 (NVIDIA
    GeForce RTX 3090, driver 460.67): CUDA error 804
    in    layer 2, /usr/lib64/libcuda.so.550.54.15
            dnf install -y nvidia-driver-cuda-libs
    pools ws-3090
    cure  dnf remove -y nvidia-driver-cuda-libs [review]
  warning CL009 driver-package-installed
    the image has the driver package nvidia-driver-cuda-libs (550.54.15-1.el9),
    which belongs on the host
    in    layer 2, /usr/lib/sysimage/rpm/Packages.db
            dnf install -y nvidia-driver-cuda-libs
    cure  dnf remove -y nvidia-driver-cuda-libs [review]
  note CL005 gate-missing
    the nvidia-cuda-runtime wheel uses CUDA 13.0, but the image has no
    NVIDIA_REQUIRE_CUDA: it starts on any driver and fails later
    in    layer 4,
          /usr/lib/python3.12/site-packages/nvidia_cuda_runtime-13.0.48.dist-inf
          o
            pip install nvidia-cuda-runtime
    cure  ENV NVIDIA_REQUIRE_CUDA=driver>=580.65.06 [review]
  note CL018 several-cudart-majors
    the image has CUDA runtimes of 3 majors: 11.8.89 (the system), 13 (nvidia)
    and 12.4.127 (the system)
    in    layer 3, /opt/conda/lib/libcudart.so.11.8.89
            conda install -y cudatoolkit=11.8
    in    layer 4,
          /usr/lib/python3.12/site-packages/nvidia/cu13/lib/libcudart.so.13
            pip install nvidia-cuda-runtime
    in    layer 1, /usr/lib/sysimage/rpm/Packages.db
            dnf install -y cuda-compat-12-4 cuda-cudart-12-4
    cure  use one CUDA major; with a framework that brings its own, a base image
          without the toolkit is enough

Azure Linux without rpm's database: what rpm would list is in a file.

$ $CUDALINT facts $IMG/rpm-manifest.tar | sed -n '/"packages"/,/^  \]/p'
  "packages": [
    {
      "name": "cuda-cudart-12-4",
      "version": "12.4.127-1",
      "arch": "x86_64",
      "manager": "rpm",
      "path": "var/lib/rpmmanifest/container-manifest-2",
      "layer": 0
    },
    {
      "name": "nvidia-driver-cuda-libs",
      "version": "3:550.54.15-1.azl3",
      "arch": "x86_64",
      "manager": "rpm",
      "path": "var/lib/rpmmanifest/container-manifest-2",
      "layer": 1
    }
  ],

A line of it that is none leaves open what else there is.

$ sed 's/^nvidia.*/nvidia-driver-cuda-libs 550.54.15/' fixtures/cli/rpm-manifest.img >$B/cut.img && python3 tests/mkimage.py -o $B/cut.tar $B/cut.img && $CUDALINT facts $B/cut.tar | sed -n '/"gaps"/,/^  \]/p'
  "gaps": [
    {
      "group": "packages",
      "where": "var/lib/rpmmanifest/container-manifest-2",
      "reason": "a line of it is no package of rpm's"
    }
  ]

Where uv, pip, spack and nix put things: not in uv's cache, but where it links
to; the wheels of one CUDA library and of all of CUDA 13; a package of spack's
or nix' by the name of its directory.

$ $CUDALINT facts $IMG/layouts.tar | sed -n '/"cudart"/,/^  \]/p' | grep -E '"(path|version)"'
      "path": "app/.venv/lib/python3.12/site-packages/nvidia/cuda_runtime/lib/libcudart.so.12",
      "version": "12",
      "path": "app/.venv/lib/python3.12/site-packages/nvidia_cuda_runtime_cu12-12.4.127.dist-info",
      "version": "12.4.127",
      "path": "nix/store/0123456789abcdfghijklmnpqrsvwxyz-cuda_cudart-12.2.140-lib/lib/libcudart.so.12.2.140",
      "version": "12.2.140",
      "path": "opt/spack/linux-zen3/gcc-11.4.0/cuda-12.3.0-abcdefghijklmnopqrstuvwxyz234567/lib64/libcudart.so.12.3.52",
      "version": "12.3.52",
      "path": "opt/venv/lib/python3.11/site-packages/nvidia/cu13/lib/libcudart.so.13",
      "version": "13",
      "path": "opt/venv/lib/python3.11/site-packages/nvidia_cuda_runtime-13.0.48.dist-info",
      "version": "13.0.48",

$ $CUDALINT facts $IMG/layouts.tar | sed -n '/"packages"/,/^  \]/p'
  "packages": [
    {
      "name": "cuda",
      "version": "12.3.0",
      "manager": "spack",
      "path": "opt/spack/linux-zen3/gcc-11.4.0/cuda-12.3.0-abcdefghijklmnopqrstuvwxyz234567/lib64/libcudart.so.12.3.52",
      "layer": 3
    },
    {
      "name": "cuda_cudart",
      "version": "12.2.140",
      "manager": "nix",
      "path": "nix/store/0123456789abcdfghijklmnpqrsvwxyz-cuda_cudart-12.2.140-lib/lib/libcudart.so.12.2.140",
      "layer": 4
    }
  ],

$ $CUDALINT facts $IMG/layouts.tar | sed -n '/"wheels"/,/^  \]/p'
  "wheels": [
    {
      "name": "nvidia-cuda-runtime-cu12",
      "version": "12.4.127",
      "path": "app/.venv/lib/python3.12/site-packages/nvidia_cuda_runtime_cu12-12.4.127.dist-info",
      "layer": 1
    },
    {
      "name": "nvidia-cuda-runtime",
      "version": "13.0.48",
      "path": "opt/venv/lib/python3.11/site-packages/nvidia_cuda_runtime-13.0.48.dist-info",
      "layer": 2
    }
  ],
