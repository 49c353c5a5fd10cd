#!/bin/sh
# Stands in for Chromium's executable: enters an empty network namespace, where only loopback exists.
# A process namespace comes with it, so that nothing of the browser outlives the launcher or the launcher's parent.
# Arguments are Chromium's. The environment says what the launcher beside this file needs.
set -eu
# shellcheck disable=SC2086 -- flags of ours, parted at spaces
exec unshare $LAUNCHER_UNSHARE -- "$LAUNCHER_NODE" "$(dirname -- "$0")/launch-inside.ts" "$@"
