# For bin/test: the screen readers for Tests/Heard, which are never installed. Needs common.sh and extract.sh.
# shellcheck shell=bash

readers_folder=$extracted_cache/readers

# Downloads the readers if there are none. Prints why they can't be used; nothing if they can.
readers_obstacle() {
  local log="$root/.build/logs/readers.log" reason
  mkdir -p "${log%/*}"
  if ! command -v python3 >/dev/null; then
    echo "python3 is not installed"
  elif [ ! -d "$readers_folder" ] &&
    ! (extract_packages "$readers_folder" yasr fenrir python3-pyte python3-wcwidth) >"$log" 2>&1; then
    echo "yasr and Fenrir can't be downloaded (see $log)"
  elif ! reason=$(python3 "$root/Tests/Heard/measure.py" --try 2>"$log"); then
    echo "${reason:-the screen readers do not start (see $log)}"
  fi
}
