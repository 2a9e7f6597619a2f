The vectors of model 2.5, taken from nvidia-container-cli itself.

Satisfied: nothing is printed.

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX ''

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'cuda>=12.4'

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'cuda>=12.4.0'

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'cuda>=12'

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'cuda=12.4.0.0'

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'cuda>=12.04'

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'cuda>=12..4'

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'cuda!12.5'

What follows a satisfied term is not read.

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'cuda>=12.4 foo>=1'

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'cuda>=12.8 brand=tesla,driver>=535,driver<536 brand=GEFORCERTX,driver>=550,driver<551'

A term without a factor is satisfied.

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX ','

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX ', cuda>=99'

Not satisfied: cuda>= gets advice.

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'cuda>=12.5'
unsatisfied condition: cuda>=12.5, please update your driver to a newer version, or use an earlier cuda container
[1]

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'cuda>=12.4.1'
unsatisfied condition: cuda>=12.4.1, please update your driver to a newer version, or use an earlier cuda container
[1]

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'cuda>=99 ,'
unsatisfied condition: cuda>=99, please update your driver to a newer version, or use an earlier cuda container
[1]

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'cuda>=13.0,driver>=1'
unsatisfied condition: cuda>=13.0,driver>=1, please update your driver to a newer version, or use an earlier cuda container
[1]

Other conditions get none; the prefix is compared with its case.

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'cuda!=12.4'
unsatisfied condition: cuda!=12.4
[1]

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'CUDA>=13'
unsatisfied condition: CUDA>=13
[1]

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'driver<=550'
unsatisfied condition: driver<=550
[1]

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'driver<=550.54'
unsatisfied condition: driver<=550.54
[1]

The message ends at the first blank, so a leading one leaves nothing.

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX ' cuda>=13.0' | sed 's/$/|/'
unsatisfied condition: |

Invalid, as far as it is read.

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'foo>=1 cuda>=12.4'
invalid expression
[2]

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'cuda>=99 foo>=1'
invalid expression
[2]

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'cuda==12.4'
invalid expression
[2]

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'cuda=>12.4'
invalid expression
[2]

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'cuda >= 12.4'
invalid expression
[2]

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'cuda>=12.x'
invalid expression
[2]

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'cuda>='
invalid expression
[2]

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX '>=12.4'
invalid expression
[2]

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'cuda>=.12'
invalid expression
[2]

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX 'brand>geforce'
invalid expression
[2]

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX "$(printf 'cuda>=12.4\tbrand=tesla')"
invalid expression
[2]

The message has changed twice; the last one is the default.

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX --toolkit 1.0.3 'cuda>=12.5 brand=tesla,driver>=470'
unsatisfied condition: brand = tesla
[1]

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX --toolkit 1.0.4 'cuda>=12.5 brand=tesla,driver>=470'
unsatisfied condition: cuda>=12.5
[1]

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX --toolkit 1.0.5 'cuda>=12.5 brand=tesla,driver>=470'
unsatisfied condition: cuda>=12.5
[1]

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX --toolkit 1.0.6 'cuda>=12.5 brand=tesla,driver>=470'
unsatisfied condition: cuda>=12.5, please update your driver to a newer version, or use an earlier cuda container
[1]

$ $CUDALINT require --cuda 12.4 --driver 550.54.15 --arch 8.9 --brand GeForceRTX --toolkit 1.18.0 'cuda>=12.5 brand=tesla,driver>=470'
unsatisfied condition: cuda>=12.5, please update your driver to a newer version, or use an earlier cuda container
[1]

What the host does not say counts as satisfied.

$ $CUDALINT require 'cuda>=99,driver>=999,arch>=99,brand=tesla'
cudalint: no host was given (--cuda, --driver, --arch, --brand): only the syntax was checked

$ $CUDALINT require --cuda 12.4 'cuda>=12.5 brand=tesla'

Trouble.

$ $CUDALINT require --cuda 12.4
cudalint: require wants one expression; quote it: cudalint require --cuda 12.4 'cuda>=12.5'
[2]

$ $CUDALINT require --cuda 12.4 cuda '>=' 12
cudalint: require wants one expression; quote it: cudalint require --cuda 12.4 'cuda>=12.5'
[2]

$ $CUDALINT require --cuda twelve 'cuda>=12'
cudalint: --cuda wants a version, not twelve
[2]

$ $CUDALINT require --toolkit new --cuda 11.0 'cuda>=12'
cudalint: --toolkit wants a version, not new
[2]
