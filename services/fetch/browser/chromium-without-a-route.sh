#!/bin/sh
# Stands in for Chromium's executable: enters an empty network namespace, where only loopback exists.
# Arguments are Chromium's. The environment says what the launcher beside this file needs.
set -eu
map_root=
[ "$(id -u)" = 0 ] || map_root=-r
exec unshare $map_root -n -- "$LAUNCHER_NODE" "$(dirname -- "$0")/launch-inside.ts" "$@"
