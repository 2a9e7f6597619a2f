What the tables say, and spot checks of what NVIDIA and the frameworks
published: the text says where, the answer must agree. The whole card of one of
each kind, then the lines that matter.

Drivers. endoflife.date, products/nvidia-driver.md (2026-08-22): R550 has CUDA
12.4, first 550.40.07, last 550.163.01 (2025-04-17, its end of life).

$ $CUDALINT know driver 550.54.15
native:       CUDA 12.4 and older
minor:        CUDA 12.9 and older of that major, by minor-version compatibility
branch:       R550, 550.40.07 to 550.163.01
end of life:  2025-04-17
GPUs:         compute capability 5.0 to 9.0
forward:      cuda-compat-12-5, cuda-compat-12-6, cuda-compat-12-8,
              cuda-compat-12-9, cuda-compat-13-0, cuda-compat-13-1
confidence:   high
table:        branches
source:       driver branch R550 has CUDA 12.4: endoflife.date 2026-08-22

NVIDIA's Unix driver archive: 340.17 to 340.108 of R340, the branch of CUDA 6.5;
NVIDIA's architecture matrix: the last one for capability 1.x.

$ $CUDALINT know driver 340.108 | grep -e native -e branch: -e GPUs
native:       CUDA 6.5 and older
branch:       R340, 340.17 to 340.108
GPUs:         compute capability 1.0 to 5.2

endoflife.date: R418 is a long-term branch, 418.226.00 the last (Ubuntu
nvidia-driver-418-server), CUDA 10.1 (PTX ISA release history).

$ $CUDALINT know driver 418.226.00 | grep -e native -e branch: -e 'end of life'
native:       CUDA 10.1 and older
branch:       R418, 418.39 to 418.226.00
end of life:  2022-03-01

430.14 prints CUDA 10.2 in nvidia-smi, 430.34 and later 10.1 (nvidia-smi output
in public reports).

$ $CUDALINT know driver 430.14 | grep -e native -e source
native:       CUDA 10.2 and older, unlike the rest of its branch
source:       nvidia-smi of 430.14 prints CUDA 10.2, its branch 10.1

$ $CUDALINT know driver 430.34 | grep -e native
native:       CUDA 10.1 and older

NVIDIA's architecture matrix: R470 is the last branch for Kepler.

$ $CUDALINT know driver 470.256.02 | grep -e native -e branch: -e GPUs
native:       CUDA 11.4 and older
branch:       R470, 470.42.01 to 470.256.02
GPUs:         compute capability 3.0 to 8.6

"Supported Drivers" of the R615 documentation: R535 ends in June 2026.

$ $CUDALINT know driver 535.309.01 | grep -e native -e 'end of life'
native:       CUDA 12.2 and older
end of life:  2026-06-01

endoflife.date: R580 ends on 2028-08-04; the architecture matrix: it is the last
branch for Maxwell, Pascal and Volta.

$ $CUDALINT know driver 580.65.06 | grep -e native -e 'end of life' -e GPUs
native:       CUDA 13.0 and older
end of life:  2028-08-04
GPUs:         compute capability 5.0 to 12.1

CUDA 13.4 release notes: its driver is R615.

$ $CUDALINT know driver 615.31 | grep -e native -e branch:
native:       CUDA 13.4 and older
branch:       R615, 615.31 to 615.78.02

CUDA toolkits. Release notes of CUDA 13.2 Update 2, Table 3: 12.4 Update 1 has
driver 550.54.15; Table 2: 12.x runs from 525.60.13 on; PTX ISA 8.4 (PTX release
history); NV_CUDA_CUDART_VERSION 12.4.127 in the nvidia/cuda Dockerfiles; forward
compatibility by the table of the CUDA Compatibility guide (September 2026).

$ $CUDALINT know cuda 12.4
release:      12.4.1
releases:     12.4.0, 12.4.1
native:       driver 550.54.15 or newer (Linux)
Windows:      driver 551.78 or newer
minor:        driver 525.60.13 or newer, by minor-version compatibility
PTX ISA:      8.4
cudart:       12.4.127
compat:       cuda-compat-12-4, libcuda 550.54.15 at release
forward:      R470, R525, R535
not forward:  R570, R580, R590, R595, R610, R615
confidence:   high
table:        toolkits
source:       CUDA release notes 13.2 Update 2 and 13.4 Update 1 (Table 2, Table
              3), PTX release history, nvidia/cuda Dockerfiles

Table 3: CUDA 7.0 has driver 346.46; PTX ISA 4.2 (PTX release history).

$ $CUDALINT know cuda 7.0 | grep -e release: -e native -e PTX.ISA
release:      7.0.28
native:       driver 346.46 or newer (Linux)
PTX ISA:      4.2

Table 3: CUDA 9.0.176 has 384.81; no minor-version compatibility before 11.

$ $CUDALINT know cuda 9.0 | grep -e native -e minor -e PTX.ISA
native:       driver 384.81 or newer (Linux)
PTX ISA:      6.0

Table 3: CUDA 10.2.89 has 440.33; forward compatibility for R384, R396, R410 and
R418 (TensorFlow 20.03 container release notes).

$ $CUDALINT know cuda 10.2 | grep -e native -e forward
native:       driver 440.33 or newer (Linux)
forward:      R384, R396, R410, R418

Table 2: CUDA 11.0 runs from 450.36.06 on, later 11.x from 450.80.02 on.

$ $CUDALINT know cuda 11.0.3 | grep -e native -e minor -e cudart
native:       driver 450.51.06 or newer (Linux)
minor:        driver 450.36.06 or newer, by minor-version compatibility
cudart:       11.0.221

Table 3 and the nvidia/cuda Dockerfiles: CUDA 11.3.1 has 465.19.01 and cudart
11.3.109.

$ $CUDALINT know cuda 11.3.1 | grep -e native -e minor -e cudart -e compat:
native:       driver 465.19.01 or newer (Linux)
minor:        driver 450.80.02 or newer, by minor-version compatibility
cudart:       11.3.109
compat:       cuda-compat-11-3, libcuda 465.19.01 at release

Table 3: CUDA 11.8 has 520.61.05, on Windows 520.06; PTX ISA 7.8.

$ $CUDALINT know cuda 11.8 | grep -e native -e Windows -e minor -e PTX.ISA
native:       driver 520.61.05 or newer (Linux)
Windows:      driver 520.06 or newer
minor:        driver 450.80.02 or newer, by minor-version compatibility
PTX ISA:      7.8

conda-forge/cuda-compat-feedstock: cuda-compat 12.0.0 has libcuda 525.60.13.

$ $CUDALINT know cuda 12.0.0 | grep -e native -e compat:
native:       driver 525.60.13 or newer (Linux)
compat:       cuda-compat-12-0, libcuda 525.60.13 at release

Table 2: 13.x runs from 580 on; CUDA 13.0 comes with 580.65.06.

$ $CUDALINT know cuda 13.0.0 | grep -e native -e minor -e PTX.ISA
native:       driver 580.65.06 or newer (Linux)
minor:        driver 580.65.06 or newer, by minor-version compatibility
PTX ISA:      9.0

Release notes of CUDA 13.4 Update 1: 13.4.2 goes with R615, cudart 13.4.92, PTX
ISA 9.4.

$ $CUDALINT know cuda 13.4.2 | grep -e native -e minor -e cudart -e PTX.ISA
native:       driver 615 or newer (Linux)
minor:        driver 580.65.06 or newer, by minor-version compatibility
PTX ISA:      9.4
cudart:       13.4.92

Forward compatibility, package by kernel branch. CUDA Compatibility guide
(September 2026): cuda-compat-13-4 runs on R535 and R580.

$ $CUDALINT know compat 13.4 535
cuda:         13.4
branch:       535
compatible:   yes
confidence:   high
table:        forward-compat
source:       NVIDIA CUDA Compatibility guide, forward compatibility table (Sep
              2026)

$ $CUDALINT know compat 13.4 R580 | grep compatible
compatible:   yes

TensorFlow 18.12 container release notes: CUDA 10.0 on R384, data center GPUs.

$ $CUDALINT know compat 10.0 384 | grep -e compatible -e source
compatible:   yes
source:       NVIDIA TensorFlow 18.12 container release notes, driver

DLProf 21.06 container release notes: CUDA 11.3 on R418.

$ $CUDALINT know compat 11.3 418 | grep compatible
compatible:   yes

PaddlePaddle 24.05 container release notes: R450 is "not forward-compatible with
CUDA 12.3".

$ $CUDALINT know compat 12.3 450 | grep -e compatible: -e confidence
compatible:   no
confidence:   medium

The guide: data center GPUs, selected RTX servers and Jetson; GeForce and TITAN
answer 804.

$ $CUDALINT know class datacenter | grep support
support:      yes

$ $CUDALINT know class geforce | grep support
support:      no

$ $CUDALINT know class titan | grep support
support:      no

GPUs. developer.nvidia.com/cuda-gpus: RTX 3090 is 8.6; R455 is the first driver
for 8.6 and torch wheels have sm_80 from 1.7 on (pytorch/builder).

$ $CUDALINT know gpu 'RTX 3090'
name:         NVIDIA GeForce RTX 3090
capability:   8.6
class:        geforce
brand:        geforce
compat:       no: CUDA error 804, for the class geforce
drivers:      R455 to R616, by compute capability
torch:        1.7.0 (CUDA 11.0) to 2.14.1 have kernels in a wheel
confidence:   high
interpolated: not a whole name; taken as NVIDIA GeForce RTX 3090
table:        gpus
source:       driver README 535.309.01; open-gpu-kernel-modules 515.43.04;
              open-gpu-kernel-modules 535.288.01

README of driver 535.309.01, supported-gpus.json: Tesla C2050, Fermi, 2.0; the
architecture matrix: R390 is the last branch for Fermi.

$ $CUDALINT know gpu 'Tesla C2050' | grep -e capability: -e drivers
capability:   2.0
drivers:      R340 to R390, by compute capability

developer.nvidia.com/cuda-gpus: T4 is 7.5; open-gpu-kernel-modules call it "Tesla
T4"; nvidia-smi -q prints the brand Tesla under R450, NVIDIA under R530.

$ $CUDALINT know gpu 'Tesla T4' | grep -e name -e capability: -e brand -e compat:
name:         Tesla T4
capability:   7.5
brand:        nvidia from R530 on, tesla to R460; between, either
compat:       yes, for the class datacenter

README of driver 535.309.01: V100-SXM2-32GB; cuda-gpus: 7.0.

$ $CUDALINT know gpu Tesla-V100-SXM2-32GB | grep -e name -e capability: -e drivers
name:         Tesla V100-SXM2-32GB
capability:   7.0
drivers:      R384 to R580, by compute capability

README of driver 535.309.01: TITAN V, 7.0; no forward compatibility for TITAN.

$ $CUDALINT know gpu 'NVIDIA TITAN V' | grep -e capability: -e compat:
capability:   7.0
compat:       no: CUDA error 804, for the class titan

open-gpu-kernel-modules 535.288.01: H100 80GB HBM3; cuda-gpus: 9.0.

$ $CUDALINT know gpu 'NVIDIA H100 80GB HBM3' | grep -e capability: -e class: -e compat:
capability:   9.0
class:        datacenter
compat:       yes, for the class datacenter

open-gpu-kernel-modules 570.211.01: B200, RTX 5090; cuda-gpus: 10.0 and 12.0.

$ $CUDALINT know gpu 'NVIDIA B200' | grep -e capability: -e class:
capability:   10.0
class:        datacenter

$ $CUDALINT know gpu 'GeForce RTX 5090' | grep -e name -e capability: -e class:
name:         NVIDIA GeForce RTX 5090
capability:   12.0
class:        geforce

open-gpu-kernel-modules 595: GB10; cuda-gpus: 12.1; an arm64 board (DGX Spark).

$ $CUDALINT know gpu 'NVIDIA GB10' | grep -e capability: -e class: -e CPU
capability:   12.1
class:        spark
host CPU:     arm64

developer.nvidia.com/cuda-gpus: Jetson AGX Orin is 8.7.

$ $CUDALINT know gpu 'Jetson AGX Orin Developer Kit' | grep -e capability: -e class: -e interpolated
capability:   8.7
class:        jetson
interpolated: not a whole name; taken as Orin

A vGPU profile, named in open-gpu-kernel-modules; nvidia-smi calls those with Q an
RTX Virtual Workstation.

$ $CUDALINT know gpu 'GRID T4-4Q' | grep -e class: -e brand -e interpolated
class:        vgpu
brand:        vws
interpolated: a vGPU profile, from the row of its board

Brands. nvml.h: GeForce is 5, NVIDIA 14; libnvidia-container 6845f41 (1.9.0) adds
those from 7 on.

$ $CUDALINT know brand geforce
word:         geforce
NVML value:   5
since:        libnvidia-container 1.0.0 or older
ELF note:     not in the device lists of libcuda
table:        brands
source:       nvml.h; libnvidia-container 6845f41 (1.9.0); not in the device
              lists of the ELF notes

$ $CUDALINT know brand 14 | grep -e word -e since -e shift
word:         nvidia
since:        libnvidia-container 1.9.0
shift:        class datacenter: tesla to R460, nvidia from R530 on

$ $CUDALINT know brand titanrtx | grep -e value -e since
NVML value:   16
since:        libnvidia-container 1.9.0

Architectures. NVIDIA's PTX ISA release history and clang's Cuda.cpp: sm_90 came
with CUDA 11.8 and PTX ISA 7.8, Hopper.

$ $CUDALINT know arch sm_90
sm:           sm_90
cc:           9.0
name:         Hopper
kind:         baseline
first:        11.8
ptx:          7.8
first branch: 520
confidence:   high
GPUs, some:   NVIDIA GH200 120GB, NVIDIA GH200 144G HBM3e, NVIDIA GH200 480GB,
              NVIDIA H100
table:        arches
source:       PTX ISA release history; NVIDIA's architecture matrix page; clang
              Cuda.cpp; CMake CMakeCUDAArchitecturesAll (2026-08-22); nixpkgs
              cuda.nix; 13.4 notes

The same sources: sm_10 until CUDA 6.5, R340 the last driver.

$ $CUDALINT know arch sm_10 | grep -e removed -e branch
removed:      7.0
last branch:  340

CMake's CMakeCUDAArchitecturesAll: sm_35 is gone with CUDA 12.0; the architecture
matrix: R470 is the last branch for Kepler.

$ $CUDALINT know arch sm_35 | grep -e first: -e removed -e 'last branch'
first:        5.0
removed:      12.0
last branch:  470

CMake's CMakeCUDAArchitecturesAll: Volta is gone with CUDA 13.0; the architecture
matrix: R580 is its last branch.

$ $CUDALINT know arch 7.0 | grep -e sm: -e name -e removed -e 'last branch'
sm:           sm_70
name:         Volta
removed:      13.0
last branch:  580

PTX ISA release history: family targets came with PTX ISA 8.8, CUDA 12.9.

$ $CUDALINT know arch sm_100f | grep -e kind -e first: -e ptx
kind:         family
first:        12.9
ptx:          8.8

CUDA 13.4 preview notes: sm_107 is Rubin, PTX ISA 9.4, R615.

$ $CUDALINT know arch sm_107 | grep -e name -e first -e ptx -e confidence
name:         Rubin
first:        13.4
ptx:          9.4
first branch: 615
confidence:   medium

PyTorch. download.pytorch.org and build scripts (racinmat/pytorch-compatibility
4f3ec19): torch 2.4.1 is CUDA 12.1 on PyPI, kernels for 5.0 to 9.0; Python 3.8 to
3.12; torchvision 0.19.1.

$ $CUDALINT know torch 2.4.1+cu121
build:        2.4.1+cu121, PyPI's for Linux x86-64
cuda:         12.1
cudart:       12.1.105
cuDNN:        9.1.0.70
native:       driver 530.30.02 or newer (Linux)
minor:        driver 525.60.13 or newer, by minor-version compatibility
kernels:      sm_50, sm_60, sm_70, sm_75, sm_80, sm_86, sm_90
torchvision:  0.19.1
torchaudio:   2.4.1
python:       3.8 to 3.12
confidence:   high
table:        torch
source:       racinmat/pytorch-compatibility 4f3ec19 (2026-07-16):
              download.pytorch.org index + build scripts

The install page of previous versions: 1.0.0 had wheels for CUDA 8.0, 9.0, 10.0.

$ $CUDALINT know torch 1.0.0+cu80 | grep -e cuda -e kernels
cuda:         8.0
kernels:      sm_35, sm_50, sm_60, sm_61

The same index: 1.12.1+cu113 has 3.7 to 8.6; its driver by Table 3: 465.19.01.

$ $CUDALINT know torch 1.12.1+cu113 | grep -e cuda -e native -e minor -e kernels
cuda:         11.3
cudart:       11.3.109
native:       driver 465.19.01 or newer (Linux)
minor:        driver 450.80.02 or newer, by minor-version compatibility
kernels:      sm_37, sm_50, sm_60, sm_70, sm_75, sm_80, sm_86

torch 2.0.0 on PyPI is CUDA 11.7.

$ $CUDALINT know torch 2.0.0 | grep -e build -e cuda:
build:        2.0.0+cu117, PyPI's for Linux x86-64
cuda:         11.7
              download.pytorch.org index + build scripts

.ci/aarch64_linux/aarch64_ci_build.sh of the release, and get_arch_list() on
GB10: 2.9.0+cu130 for arm64 has 8.0, 9.0, 10.0, 11.0, 12.0 and PTX.

$ $CUDALINT know torch 2.9.0+cu130 | grep arm64
kernels, arm64: sm_80, sm_90, sm_100, sm_110, sm_120
PTX, arm64:     compute_120

Release text of v2.14.1 (2026-09-30): PyPI's is CUDA 13.0; also cu126 and cu132.

$ $CUDALINT know torch 2.14.1 | grep -e build -e cuda: -e kernels:
build:          2.14.1+cu130, PyPI's for Linux x86-64
cuda:           13.0
kernels:        sm_75, sm_80, sm_86, sm_90, sm_100, sm_120

$ $CUDALINT know torch 2.14.1+cu132 | grep -e cuda: -e confidence
cuda:           13.2
confidence:     medium

Conda, channel pytorch. pytorch/builder, conda/pytorch-nightly/build.sh of the
release branches: 1.9 and 1.10 for CUDA 11.3 have 3.7 (with PTX) to 8.6; 2.5 for
CUDA 12.4 has 5.0 to 9.0 and no PTX.

$ $CUDALINT know conda 1.10 11.3 | grep -e torch: -e kernels -e PTX
torch:        1.9 to 1.10
kernels:      sm_37, sm_50, sm_60, sm_61, sm_70, sm_75, sm_80, sm_86
PTX:          compute_37

$ $CUDALINT know conda 2.5 12.4 | grep -e kernels -e PTX
kernels:      sm_50, sm_60, sm_61, sm_70, sm_75, sm_80, sm_86, sm_90

Other frameworks. docs.vllm.ai, v0.6.3 and v0.6.6.post1: "compiled with CUDA 12.1
by default".

$ $CUDALINT know framework vllm 0.6.4
name:         vllm
first:        0.2.2
last:         0.6.6
cuda:         12.1
from:         wheel
confidence:   high
table:        frameworks
source:       docs.vllm.ai v0.3.3, v0.4.0, v0.5.0, v0.6.1, v0.6.3, v0.6.6.post1:
              "compiled with CUDA 12.1 ... by default"

tensorflow/docs, install/source.md 7c365021: TensorFlow 2.21 is tested with CUDA
12.5, 2.4 with 11.0, 2.0 with 10.0.

$ $CUDALINT know framework tensorflow 2.21.0 | grep -e cuda:
cuda:         12.5

$ $CUDALINT know framework tensorflow 2.4.0 | grep -e cuda:
cuda:         11.0

$ $CUDALINT know framework tensorflow 2.0.0 | grep -e cuda:
cuda:         10.0

facebookresearch/xformers, wheels.yml: 0.0.32.post2 is CUDA 12.8, torch 2.8.0.

$ $CUDALINT know framework xformers 0.0.32.post2 | grep -e cuda: -e torch
cuda:         12.8
from:         torch
torch:        2.8.0

PyPI: nvidia-cuda-runtime-cu12 12.4.127 is cudart of CUDA 12.4 Update 1.

$ $CUDALINT know cudart nvidia-cuda-runtime-cu12 12.4.127 | grep -e version: -e cuda:
version:      12.4.127
cuda:         12.4.1

Base images. gitlab nvidia/container-images/cuda, doc/supported-tags.md and
dist/12.4.1/ubuntu2204/base/Dockerfile.

$ $CUDALINT know image nvidia/cuda:12.4.1-base-ubuntu22.04
image:        nvidia/cuda:12.4.1-base-ubuntu22.04
status:       supported
cuda:         12.4.1
cudart:       12.4.127
compat:       cuda-compat-12-4
platforms:    amd64, arm64
flavours:     base, cudnn-devel, cudnn-runtime, devel, runtime
gate:         23: cuda>=12.4 brand=tesla,driver>=470,driver<471
              brand=unknown,driver>=470,driver<471
              brand=nvidia,driver>=470,driver<471
              brand=nvidiartx,driver>=470,driver<471
              brand=geforce,driver>=470,driver<471
              brand=geforcertx,driver>=470,driver<471
              brand=quadro,driver>=470,driver<471
              brand=quadrortx,driver>=470,driver<471
              brand=titan,driver>=470,driver<471
              brand=titanrtx,driver>=470,driver<471
              brand=tesla,driver>=525,driver<526
              brand=unknown,driver>=525,driver<526
              brand=nvidia,driver>=525,driver<526
              brand=nvidiartx,driver>=525,driver<526
              brand=geforce,driver>=525,driver<526
              brand=geforcertx,driver>=525,driver<526
              brand=quadro,driver>=525,driver<526
              brand=quadrortx,driver>=525,driver<526
              brand=titan,driver>=525,driver<526
              brand=titanrtx,driver>=525,driver<526
              brand=tesla,driver>=535,driver<536
              brand=unknown,driver>=535,driver<536
              brand=nvidia,driver>=535,driver<536
              brand=nvidiartx,driver>=535,driver<536
              brand=geforce,driver>=535,driver<536
              brand=geforcertx,driver>=535,driver<536
              brand=quadro,driver>=535,driver<536
              brand=quadrortx,driver>=535,driver<536
              brand=titan,driver>=535,driver<536
              brand=titanrtx,driver>=535,driver<536
confidence:   high
table:        images
source:       gitlab nvidia/container-images/cuda mirror (pdtgct/cuda e3c1b680,
              2025-12-15) doc/supported-tags.md, doc/unsupported-tags.md,
              README.md history

The same repository: the oldest tags were in the README's history until 2020; the
newest, of 13.4.2, are only seen in public Dockerfiles.

$ $CUDALINT know image nvidia/cuda:13.4.2-base-ubuntu26.04 | grep -e status -e cuda: -e confidence
image:        nvidia/cuda:13.4.2-base-ubuntu26.04
status:       unknown
cuda:         13.4.2
confidence:   medium

$ $CUDALINT know image nvidia/cuda:6.5-devel | grep -e status -e cuda:
image:        nvidia/cuda:6.5-devel
status:       removed
cuda:         6.5

dist/end-of-life/11.3.0/ubuntu2004: cudart 11.3.58, cuda-compat-11-3.

$ $CUDALINT know image nvidia/cuda:11.3.0-base-ubuntu20.04 | grep -e status -e cudart -e compat: -e 'gate:'
status:       removed
cudart:       11.3.58
compat:       cuda-compat-11-3
gate:         12, the newest of several: cuda>=11.3

dist/13.1.0/ubuntu2404 (2025-12-15): cudart 13.1.80, cuda-compat-13-1.

$ $CUDALINT know image docker.io/nvidia/cuda:13.1.0-base-ubuntu24.04 | grep -e status -e cudart -e compat:
status:       supported
cudart:       13.1.80
compat:       cuda-compat-13-1

triton-inference-server/server, docs/introduction/compatibility.md 0f963c9a; the
Triton release notes of 24.10: CUDA 12.6.2, driver 560.

$ $CUDALINT know image nvcr.io/nvidia/pytorch:24.10-py3
image:        nvcr.io/nvidia/pytorch:24.10-py3
framework:    pytorch 24.10
cuda:         12.6.2
native:       driver 560.35.03 or newer (Linux)
branch:       R560 has that CUDA
confidence:   high
table:        images
source:       NVIDIA Triton release notes 24.10 (same month): CUDA 12.6.2,
              driver 560

TensorFlow 18.12 container release notes: CUDA 10.0.130.

$ $CUDALINT know image nvcr.io/nvidia/tensorflow:18.12-py2 | grep -e framework: -e cuda:
framework:    tensorflow 18.12
cuda:         10.0.130

Packages. The CUDA Compatibility guide: cuda-compat-12-4 puts libcuda into
/usr/local/cuda-12.4/compat.

$ $CUDALINT know package cuda-compat-12-4
pattern:      cuda-compat-{cuda}
ecosystems:   deb, rpm
kind:         compat
libcuda:      yes
dir:          /usr/local/cuda-{cuda}/compat
does:         libcuda, libcudadebugger, libnvidia-nvvm, libnvidia-ptxjitcompiler
              of one driver
confidence:   high
cuda:         12.4
version:      550.54.15 at release of 12.4.1
table:        packages
source:       NVIDIA CUDA Compatibility guide; Dockerfiles of nvidia/cuda

Debian bookworm, libcuda1 535.309.01-0+deb12u1: a libcuda that is no stub.

$ $CUDALINT know package libcuda1 | grep -e kind -e libcuda:
kind:         driver
libcuda:      yes

PyPI, pytorch's build_cuda.sh: nvidia-cuda-runtime-cu12 carries libcudart.

$ $CUDALINT know package nvidia-cuda-runtime-cu12 | grep -e kind -e libcuda:
kind:         runtime

Gates, the NVIDIA_REQUIRE_CUDA texts of the nvidia/cuda Dockerfiles. That of
11.3.0 (dist/end-of-life/11.3.0, before 2023).

$ $CUDALINT know gate 52
id:           52
cuda:         11.3
expr:         cuda>=11.3 brand=tesla,driver>=418,driver<419
              brand=tesla,driver>=440,driver<441 driver>=450
confidence:   high
in:           nvidia/cuda:11.3.0, 2021-04-19 to 2022-05-28
in:           nvidia/cuda:11.3.1, 2021-06-02 to 2022-05-28
in:           nvidia/cuda:11.4.0, 2021-07-01 to 2021-07-01
table:        gates
source:       Dockerfiles of nvidia/cuda, all revisions: gitlab
              nvidia/container-images/cuda (mirror pdtgct/cuda e3c1b680,
              2025-12-15); 13.1.1 to 13.2.1: pranavmishra90 mirror

That of 13.1.0 (dist/13.1.0, 2025-12-15), and the newest that is sure, of 13.2
(pranavmishra90's mirror of the Dockerfiles); the oldest, of 9.0.

$ $CUDALINT know gate 0 | grep -e cuda: -e in:
cuda:         13.1
in:           nvidia/cuda:13.1.0, 2025-12-15 to 2025-12-15

$ $CUDALINT know gate 69 | grep -e cuda: -e confidence
cuda:         13.2
confidence:   high

$ $CUDALINT know gate 66 | grep -e expr -e in:
expr:         cuda>=9.0
in:           nvidia/cuda:9.0, 2019-07-11 to 2020-09-09

A gate can be asked for by its text.

$ $CUDALINT know gate 'cuda>=11.3 brand=tesla,driver>=418,driver<419 brand=tesla,driver>=440,driver<441 driver>=450' | grep ^id
id:           52

Container stacks. libnvidia-container 5ae7360 (1.3.1), 1.17.7's compat_mode.c;
nvidia-container-toolkit f7cf48fe (1.20.0).

$ $CUDALINT know stack gpus-mount
id:           gpus-mount
label:        --gpus 1.9.0–1.17.3 (mount)
request:      gpus
mechanism:    legacy
toolkit min:  1.9.0
toolkit max:  1.17.3
compat:       mount
keep lower:   yes
hook:         none
order:        libs-first
gate:         yes
os:           linux
table:        stacks
source:       libnvidia-container 5ae7360 (1.3.1): compat libraries of another
              major are mounted; brands 7 to 16 since 6845f41 (1.9.0)

$ $CUDALINT know stack runtime-jit-note | grep -e label -e toolkit -e hook
label:        runtime ≥1.20 (ELF note)
toolkit min:  1.20.0
hook:         note
source:       nvidia-container-toolkit f7cf48fe (1.20.0): the ELF note's branch

$ $CUDALINT know stack runtime-before-1 | grep -e label -e toolkit -e gate
label:        runtime <1.0 (no compat support)
toolkit max:  0.999
gate:         yes

moby 86f122af27 (29.2.0, pull request 50228): --gpus tries CDI first.

$ $CUDALINT know change docker-cdi
what:         docker-cdi
product:      docker
version:      29.2
table:        stacks
source:       moby 86f122af27 (29.2.0, pull request 50228): --gpus tries CDI,
              then the hook

nvidia-container-toolkit e07c7f0f (1.10.0).

$ $CUDALINT know change jetpack-unread | grep -e version
version:      1.10

What no table has is a line and status 1.

$ $CUDALINT know driver 999.10
999.10: not in the tables; newer than all in them, so CUDA 13.4 or newer
[1]

$ $CUDALINT know driver 520.20.10 | grep -e native -e interpolated
native:       CUDA 11.8 and older
interpolated: 520.20.10 is older than the first known of R520; what is said is

$ $CUDALINT know cuda 99.1
99.1: not in the tables
[1]

$ $CUDALINT know cuda 12.4.9 | grep -e release: -e interpolated
release:      12.4.1
interpolated: 12.4.9 is not in the tables; this is 12.4.1

$ $CUDALINT know compat 12.4 999
12.4 999: not in the tables
[1]

$ $CUDALINT know class mainframe
mainframe: not in the tables
[1]

$ $CUDALINT know gpu 'Voodoo 2'
Voodoo 2: not in the tables
[1]

$ $CUDALINT know gpu RTX
RTX: several in the tables, such as NVIDIA GeForce RTX 2060, NVIDIA GeForce RTX 2060 SUPER, NVIDIA GeForce RTX 2060 with Max-Q Design, NVIDIA GeForce RTX 2070, NVIDIA GeForce RTX 2070 Super, NVIDIA GeForce RTX 2070 Super with Max-Q Design, NVIDIA GeForce RTX 2070 with Max-Q Design, NVIDIA GeForce RTX 2080
[1]

$ $CUDALINT know brand voodoo
voodoo: not in the tables
[1]

$ $CUDALINT know arch sm_999
sm_999: not in the tables
[1]

$ $CUDALINT know torch 2.4.1+cu999
2.4.1+cu999: not in the tables; of 2.4.1 they have: cpu, cu118, cu121, cu124
[1]

$ $CUDALINT know torch 0.1
0.1: not in the tables
[1]

$ $CUDALINT know conda 9.9 9.9
9.9 9.9: not in the tables
[1]

$ $CUDALINT know framework left-pad
left-pad: not in the tables
[1]

$ $CUDALINT know cudart nvidia-cuda-runtime-cu12 99.9
nvidia-cuda-runtime-cu12 99.9: not in the tables
[1]

$ $CUDALINT know image alpine:3.20
alpine:3.20: not in the tables
[1]

$ $CUDALINT know package left-pad
left-pad: not in the tables
[1]

$ $CUDALINT know gate 9999
9999: not in the tables
[1]

$ $CUDALINT know stack kubernetes
kubernetes: not in the tables
[1]

What is asked for wrongly is status 2.

$ $CUDALINT know voodoo 2
cudalint: know has no 'voodoo'; there are driver, cuda, compat, class, gpu, brand, arch, torch, conda, framework, cudart, image, package, gate, stack, change and check
[2]

$ $CUDALINT know driver
cudalint: know driver wants VERSION: cudalint know driver 550.54.15
[2]

$ $CUDALINT know driver --format yaml 550
cudalint: no format yaml; there are text and json
[2]

$ $CUDALINT know check all
cudalint: know check takes no argument
[2]

$ $CUDALINT know --now yesterday
cudalint: --now wants YYYY-MM-DD, not yesterday
[2]

$ $CUDALINT know --max-age long
cudalint: --max-age wants a number of days, not long
[2]

For programs.

$ $CUDALINT know --format json cuda 11.8
{
  "table": "toolkits",
  "key": "11.8",
  "row": {
    "cuda": "11.8.0",
    "cudart": "11.8.89",
    "driver": "520.61.05",
    "windows": "520.06",
    "floor": "450.80.02",
    "ptx": "7.8",
    "compat": "520.61.05",
    "confidence": "high"
  },
  "source": "CUDA release notes 13.2 Update 2 and 13.4 Update 1 (Table 2, Table 3), PTX release history, nvidia/cuda Dockerfiles"
}

$ $CUDALINT know --format json gpu 'RTX 3090'
{
  "table": "gpus",
  "key": "RTX 3090",
  "row": {
    "name": "NVIDIA GeForce RTX 3090",
    "cc": "8.6",
    "gpu_class": "geforce",
    "brand": "geforce",
    "confidence": "high"
  },
  "source": "driver README 535.309.01; open-gpu-kernel-modules 515.43.04; open-gpu-kernel-modules 535.288.01",
  "interpolated": "not a whole name; taken as NVIDIA GeForce RTX 3090"
}

$ $CUDALINT know --format json gpu 'Voodoo 2'
{
  "table": "gpus",
  "key": "Voodoo 2",
  "row": null,
  "source": null
}
[1]

$ $CUDALINT know --format json --now 2026-11-21 | python3 -c 'import json,sys; t = json.load(sys.stdin)["tables"]; print(*t[0]); print(*(x["table"] for x in t)); print(all(x["rows"] > 0 and x["digest"].startswith("sha256:") and x["as_of"] and x["origin"] == "built-in" and not x["stale"] for x in t))'
table as_of rows origin digest source stale
arches bases branches brands forward-compat frameworks gates gpus images libraries packages stacks symptoms toolkits torch
True

The tables; what a table's digest is depends on its bytes.

$ $CUDALINT know --now 2026-11-21 | sed 's/ [0-9a-f]\{12\} / DIGEST /; s/  *[0-9]*  DIGEST/ N DIGEST/'
TABLE            AS OF        ROWS  DIGEST        ORIGIN
arches           2026-11-20 N DIGEST  built-in
bases            2026-11-20 N DIGEST  built-in
branches         2026-11-20 N DIGEST  built-in
brands           2026-11-20 N DIGEST  built-in
forward-compat   2026-11-20 N DIGEST  built-in
frameworks       2026-11-20 N DIGEST  built-in
gates            2026-11-20 N DIGEST  built-in
gpus             2026-11-20 N DIGEST  built-in
images           2026-11-20 N DIGEST  built-in
libraries        2026-11-20 N DIGEST  built-in
packages         2026-11-20 N DIGEST  built-in
stacks           2026-11-20 N DIGEST  built-in
symptoms         2026-11-20 N DIGEST  built-in
toolkits         2026-11-20 N DIGEST  built-in
torch            2026-11-20 N DIGEST  built-in

$ for t in $($CUDALINT know | sed 1d | cut -d' ' -f1); do sha256sum <rules/$t.json | grep -q "^$($CUDALINT know | sed -n "s/^$t .* \([0-9a-f]\{12\}\) .*/\1/p")" || echo $t; done

They are in order.

$ $CUDALINT know check
ok

Old tables are told of, in the list and in a report.

$ $CUDALINT know --now 2027-11-21 | grep -c '(old)$'
15

$ $CUDALINT image --now 2027-05-19 --fleet fixtures/cli/fleet.json - <$IMG/clean.tar | grep -A3 'Old knowledge'
[1]

$ $CUDALINT image --now 2027-05-20 --fleet fixtures/cli/fleet.json - <$IMG/clean.tar | grep -A3 'Old knowledge'
Old knowledge: what came out since is not in these tables: branches, brands,
forward-compat, gpus, stacks, toolkits, torch (2026-11-20).

$ $CUDALINT image --now 2026-11-30 --max-age 5 --quiet --fleet fixtures/cli/fleet.json - <$IMG/clean.tar
PASS - (linux/amd64): works on all 2 pools

$ $CUDALINT image --now 2026-11-21 --format json --fleet fixtures/cli/fleet.json - <$IMG/clean.tar | grep -c stale
0
[1]

$ $CUDALINT image --now 2026-11-30 --max-age 5 --format json --fleet fixtures/cli/fleet.json - <$IMG/clean.tar | sed -n '/"stale"/,/}/p'
    "stale": {
      "branches": "2026-11-20",
      "brands": "2026-11-20",
      "forward-compat": "2026-11-20",
      "gpus": "2026-11-20",
      "stacks": "2026-11-20",
      "toolkits": "2026-11-20",
      "torch": "2026-11-20"
    }

One old table of --knowledge is named alone.

$ mkdir -p $B/know-old && sed 's/"as_of": "[^"]*"/"as_of": "2026-01-01"/' rules/stacks.json >$B/know-old/stacks.json && $CUDALINT image --now 2026-11-21 --knowledge $B/know-old --fleet fixtures/cli/fleet.json - <$IMG/clean.tar | grep -A3 'Old knowledge'
Old knowledge: what came out since is not in these tables: stacks (2026-01-01).

$ $CUDALINT know --now 2026-11-21 --knowledge $B/know-old | grep -e '(old)$' | sed "s|$B|B|; s/  *[0-9]*  [0-9a-f]\{12\} / DIGEST /"
stacks           2026-01-01 DIGEST  B/know-old/stacks.json (old)
