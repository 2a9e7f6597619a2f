#!/bin/sh
# Two thousand tags of three hundred images with sixty layers, as in a registry
# that is used; needs docker-registry, and minutes.
exec python3 tests/registry/scan.py --full --figures
