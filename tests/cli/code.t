Which GPUs the code in an image was compiled for: a row for each file, under
whose it is; S is machine code (SASS), P is PTX.

$ $CUDALINT code $IMG/code.tar
75   80   90   90a  100f 120  120f PTX ISA  file
own
P    .    .    .    .    .    .    8.4      opt/app/serve
flash-attn (plugin)
.    S    .    S    .    .    .             usr/local/lib/python3.10/dist-packages/flash_attn_2_cuda.cpython-310-x86_64-linux-gnu.so
cuDNN (library)
SP   S    .    S    S    .    P    8.7-8.8  usr/local/lib/python3.10/dist-packages/nvidia/cudnn/lib/libcudnn_ops.so.9
torch (core)
S    S    S    .    .    SP   .    8.7      usr/local/lib/python3.10/dist-packages/torch/lib/libtorch_cuda.so

By a pipe and compressed: the same.

$ $CUDALINT code $IMG/code.tar >$B/code.txt; gzip -c $IMG/code.tar | $CUDALINT code - | cmp - $B/code.txt

One file, without any image; its path says whose it is.

$ mkdir -p $B/torch/lib; python3 -c 'import sys; sys.dont_write_bytecode = True; sys.path.insert(0, "tests"); import mkimage; sys.stdout.buffer.write(mkimage.elf_file(62, code="sm_80,compute_90a:8.4"))' >$B/torch/lib/libtorch_cuda.so

$ $CUDALINT code $B/torch/lib/libtorch_cuda.so | sed "s|$B|DIR|"
80   90a  PTX ISA  file
torch (core)
S    P    8.4      DIR/torch/lib/libtorch_cuda.so

One that is cut off in the middle of its device code.

$ python3 -c 'import sys; sys.dont_write_bytecode = True; sys.path.insert(0, "tests"); import mkimage; e = bytearray(mkimage.elf_file(62, code="sm_80")); i = e.index(b"\x50\xed\x55\xba"); e[i + 8] = 255; sys.stdout.buffer.write(e)' >$B/torch/lib/libtorch_cuda.so

$ $CUDALINT code $B/torch/lib/libtorch_cuda.so | sed "s|$B|DIR|"
no device code
not read: DIR/torch/lib/libtorch_cuda.so: a damaged fat binary at byte 368

None at all.

$ $CUDALINT code $IMG/clean.tar
no device code

$ $CUDALINT code README.md 2>&1 | cut -d';' -f1
cudalint: README.md: not an image: text

$ $CUDALINT code
cudalint: code wants one file or image; try: cudalint code --help
[2]
