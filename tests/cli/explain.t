A rule, by its id in any case, or by its name. Blank lines are left out.

$ $CUDALINT explain CL001 | grep .
CL001 compat-on-unsupported-gpu (error)
The image's compat libcuda meets a GPU that may not use it
why      The NVIDIA container toolkit puts /usr/local/cuda/compat in front of
         the host's libcuda when its version is newer, without a look at the
         GPU. The library then refuses to run on GeForce, TITAN and other
         consumer cards: every CUDA call answers 804, although the same image
         without the compat package would work.
cure     Remove the cuda-compat package or its directory from the image; or set
         cuda-compat-mode to "disabled" on hosts with such GPUs (toolkit 1.17.7
         and later).
level    Depends on the fleet: at most a warning with the default fleet.
source   model 3.3, 6#3; NVIDIA/nvidia-docker#1515

$ $CUDALINT explain compat-on-unsupported-gpu | sed 1q
CL001 compat-on-unsupported-gpu (error)

$ $CUDALINT explain cl001 | sed 1q
CL001 compat-on-unsupported-gpu (error)

An error, by number or name.

$ $CUDALINT explain 804 | grep .
804 cudaErrorCompatNotSupportedOnDevice
"forward compatibility was attempted on non supported HW"
means    Forward compatibility was attempted on hardware that does not support
         it: the image's newer libcuda runs over the host's older kernel module
         on a GeForce, TITAN or other consumer GPU.
causes   The cuda-compat package of the base image (/usr/local/cuda/compat) is
         newer than the host's driver, and the container toolkit puts it in
         front; or the driver was upgraded without a reboot.
cures    apt-get purge the cuda-compat package in the image (minor-version
         compatibility then often suffices); raise the driver; set
         cuda-compat-mode to disabled on the host.
rules    CL001 compat-on-unsupported-gpu, CL008 libcuda-bundled
source   model 6#3, 3.3

$ $CUDALINT explain cudaErrorInsufficientDriver | sed 2q
35 cudaErrorInsufficientDriver
"CUDA driver version is insufficient for CUDA runtime version"

What is no number.

$ $CUDALINT explain refused | grep .
refused
"the container does not start"
means    The container does not start: a program of the NVIDIA container toolkit
         stops it, and docker run prints its message, for instance "requirement
         error: unsatisfied condition: cuda>=12.8".
causes   NVIDIA_REQUIRE_CUDA (or CUDA_VERSION without it) does not admit the
         driver, or one of the visible GPUs; the expression is malformed; an
         unknown word in NVIDIA_DRIVER_CAPABILITIES; compat libraries in several
         directories; a link where WSL2 mounts a file.
cures    Raise the driver or use a base image of an older CUDA;
         NVIDIA_DISABLE_REQUIRE=true only where the gate asks for more than the
         image needs. Stacks that use CDI do not look at the gate.
source   model 2, 3.2, 5.3, 5.4

$ $CUDALINT explain depends | grep .
depends
means    What the fleet profile leaves open decides: each possibility was played
         through, and they end differently.
causes   The toolkit's version or mode, how GPUs are requested, or which GPUs
         are visible is not said.
cures    Complete the profile, or try one stack with --assume.
source   model 11.2

Every outcome of the report can be asked about.

$ for c in refused no-gpu wrong-arch 34 35 36 100 209 221 222 802 803 804 depends unknown; do $CUDALINT explain $c | sed 1q; done
refused
no-gpu
CL026 wrong-arch (error)
34 cudaErrorStubLibrary
35 cudaErrorInsufficientDriver
36 cudaErrorCallRequiresNewerDriver
100 cudaErrorNoDevice
209 cudaErrorNoKernelImageForDevice
221 cudaErrorJitCompilerNotFound
222 cudaErrorUnsupportedPtxVersion
802 cudaErrorSystemNotReady
803 cudaErrorSystemDriverMismatch
804 cudaErrorCompatNotSupportedOnDevice
depends
unknown

Every rule as well, and no text is wider than 80 columns.

$ $CUDALINT rules | while read id name _; do $CUDALINT explain $id | grep -q "^$id $name " && $CUDALINT explain $name | grep -q "^$id $name " || echo $id; done

$ for c in $($CUDALINT rules | cut -d' ' -f1) refused no-gpu 34 35 36 100 209 221 222 802 803 804 depends unknown; do $CUDALINT explain $c; done | LC_ALL=C tr -d '\200-\277' | LC_ALL=C grep '.\{81\}'
[1]
