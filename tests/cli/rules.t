All rules, a line each; ids are never used again.

$ $CUDALINT rules
CL001  compat-on-unsupported-gpu     error    The image's compat libcuda meets a GPU that may not use it
CL002  compat-over-newer-driver      error    The image's compat libcuda is loaded over a newer driver
CL003  gate-unsatisfied              error    NVIDIA_REQUIRE_* refuses to start on a host of the fleet
CL004  gate-malformed                error    A NVIDIA_REQUIRE_* variable is not a valid expression
CL005  gate-missing                  note     The image uses CUDA but says nothing about the driver
CL006  gate-stale                    warning  The gate is for another CUDA than the image uses
CL007  driver-too-old                error    The driver is too old for the image's CUDA runtime
CL008  libcuda-bundled               warning  The image carries a driver's libcuda outside a compat directory
CL009  driver-package-installed      warning  A package of the NVIDIA driver is installed in the image
CL010  driver-leftover               note     Remains of another host's driver are in the image
CL011  stub-on-loader-path           warning  The loader searches a directory with the stub of libcuda
CL012  compat-hard-wired             warning  LD_LIBRARY_PATH or ld.so.conf.d lists a compat directory
CL013  compat-several-versions       warning  The compat directory holds several versions of libcuda
CL014  no-kernel-for-gpu             error    The image has no device code for a GPU of the fleet
CL015  capabilities-without-compute  warning  NVIDIA_DRIVER_CAPABILITIES leaves compute out
CL016  require-disabled              warning  NVIDIA_DISABLE_REQUIRE hides a gate that would refuse
CL017  torch-cpu-only                warning  PyTorch in a CUDA image is built without CUDA
CL018  several-cudart-majors         note     CUDA runtimes of several majors are in the image
CL019  outcome-depends               warning  The outcome depends on what the fleet profile does not say
CL020  compat-split                  warning  The compat libraries lie in several directories
CL021  compat-not-a-link             warning  libcuda.so.1 in the compat directory is a file of its own
CL022  cuda-version-malformed        error    CUDA_VERSION without a gate is not a version
CL023  capabilities-unsupported      error    NVIDIA_DRIVER_CAPABILITIES has an unknown word
CL024  ngc-entrypoint                note     An NGC image chooses its libcuda in the entrypoint
CL025  gpu-unknown                   note     A GPU of the fleet is not in the tables
CL026  wrong-arch                    error    The image is for another CPU architecture than the pool
CL027  gpu-not-visible               error    The container gets no GPU
CL028  ptx-newer-than-driver         error    The GPU needs PTX that the driver cannot compile
CL029  fabric-down                   error    The NVSwitch fabric of a pool is down
CL030  other-failure                 error    It fails in a way that no other rule speaks of
CL031  libcuda-not-found             error    The loader does not find the host's libcuda
CL040  part-without-kernel           warning  An extension or library has no device code for a GPU
CL041  jit-at-start                  note     The driver has to compile PTX at the first start
CL042  several-torches               note     Several copies of torch are in the image
CL043  wheels-of-mixed-majors        warning  NVIDIA's wheels of several CUDA majors share an environment
CL044  extension-for-another-torch   warning  An extension is built for another torch or another CUDA
CL045  cudnn-older-than-gpu          warning  cuDNN is of a major version that came before the GPU
CL050  torch-unpinned                warning  an open torch version brings a CUDA the fleet can't run
CL051  torch-tags-differ             warning  torch, its partners and its index name different CUDA builds
CL052  purge-fragile                 note     the purge of a compat package fails when it is absent
CL053  compat-unused                 note     compat libraries are kept though no pool can use them
CL054  base-unsupported              warning  the base image's tag is removed, or at its end of life
CL055  torch-backend-auto            warning  uv --torch-backend=auto in a Dockerfile
CL056  purge-not-as-root             error    compat libraries are taken out by a user who may not
CL057  targets-differ                warning  another target of the Dockerfile fares otherwise
CL058  gate-unquoted                 warning  a gate without quotes is cut at its first blank
CL059  ignore-unused                 note     a `cudalint ignore` comment or label that ignores nothing
CL060  static-libs                   note     Static libraries of CUDA are in the image
CL061  devel-in-final                note     What CUDA programs are built with is in the image
CL062  files-written-again           note     A later layer has the same files once more
CL063  removed-in-later-layer        note     Files are removed in a later layer than made them
CL064  library-in-two-places         note     A CUDA library is in the image more than once
