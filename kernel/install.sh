#!/usr/bin/env bash
# Builds the kernel and installs it with the Python given, where a C++ compiler is there.
#
#   kernel/install.sh .venv/bin/python .venv/.kernel          says what went wrong, and goes on
#   kernel/install.sh .venv/bin/python .venv/.kernel --must   fails
#
# Nothing needs the kernel: what cannot be built leaves the rules in Python. The stamp is written
# when there is nothing to try again until the sources change; without a compiler it is not.
set -euo pipefail
python=$1 stamp=$2 must=${3:-}
log=$(dirname "$stamp")/kernel.log
kernel=$(cd "$(dirname "$0")" && pwd)

without() {
  echo "kernel: $1; the rules in Python do everything"
  [ -z "$must" ] || exit 1
  exit 0
}

build() {
  "$python" -m pip install -q --disable-pip-version-check --no-input \
    -r "$kernel/../requirements-kernel.lock" &&
    "$python" -m pip install -q --disable-pip-version-check --no-input \
      --no-deps --no-build-isolation --force-reinstall "$kernel" &&
    env -u DIZHU_PURE "$python" -c 'import dizhu_kernel; dizhu_kernel.Rules()'
}

if [ "${DIZHU_PURE:-}" = 1 ] && [ -z "$must" ]; then exit 0; fi
command -v "${CXX:-c++}" >/dev/null || command -v g++ >/dev/null || command -v clang++ >/dev/null ||
  without "no C++ compiler"

# The cmake and ninja of the lock file, not the machine's.
PATH=$(cd "$(dirname "$python")" && pwd):$PATH
echo "kernel: building the rules in C++, once; about a minute"
if build >"$log" 2>&1; then
  echo built >"$stamp"
else
  "$python" -m pip uninstall -q -y dizhu-kernel >>"$log" 2>&1 || true
  [ -n "$must" ] || echo failed >"$stamp"
  without "not built, see $log"
fi
