#!/bin/sh
# Make a virtual environment, or say what is missing.   make_venv.sh PYTHON FOLDER
set -eu
python=$1
folder=$2

fail() {
    printf 'mbfe: %s\n' "$@" >&2
    rm -rf -- "$folder"
    exit 1
}

command -v "$python" >/dev/null 2>&1 ||
    fail "there is no '$python' here." "Install Python 3.11 or newer, or name it:  make PYTHON=/path/to/python3.11 ..."
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "'$python' is $("$python" --version 2>&1); Python 3.11 or newer is needed." \
         "Name another one:  make PYTHON=/path/to/python3.11 ..."

rm -rf -- "$folder"
if "$python" -c 'import ensurepip' >/dev/null 2>&1; then
    "$python" -m venv "$folder" || fail "'$python -m venv $folder' failed (see above)."
# Debian splits ensurepip off into python3-venv; a pip outside can do its work.
elif "$python" -m venv --without-pip "$folder" && "$python" -m pip --python "$folder/bin/python" install --quiet pip; then
    :
else
    fail "'$python' cannot make a virtual environment: its modules venv, ensurepip or pip are missing." \
         "On Debian and Ubuntu:  apt-get install python3-venv  (then run make again)."
fi
