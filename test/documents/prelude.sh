# What stands before the script of a page (pageScript.ts). A person has several terminals and more time. Here a daemon or simulator
# without an end runs in the background until the script is over or starts another one; what says how long it runs is ended by a
# signal when it has recorded enough; and the system chooses each port. NODE and BIN come from the environment.
set -e
DAEMON=
finish() {
  for job in $(jobs -p); do kill "$job" 2>/dev/null || true; done
  wait
}
trap finish EXIT

npx() {
  if [ "$1" = --no-install ]; then shift; fi
  "$@"
}

# `npm ci` has been done, and the tests are what runs this.
npm() {
  if [ "$1" = start ]; then sluice run; fi
}

sluice() {
  case " $* " in
    *" --for "*) until_recorded "$@" ;;
    " stop ") "$NODE" "$BIN" stop; end_daemon ;;
    " run "*) begin_daemon "$@" ;;
    " simulator "*) if [ "$BASH_SUBSHELL" = 0 ]; then begin_simulator "$@"; else with_any_port "$@"; fi ;;
    *) "$NODE" "$BIN" "$@" ;;
  esac
}

end_daemon() {
  if [ -n "$DAEMON" ]; then kill "$DAEMON" 2>/dev/null || true; wait "$DAEMON" || true; fi
  DAEMON=
}

# Waits for a condition, and fails with the output of a process that ends before.
await() {
  local process=$1 log=$2
  shift 2
  until "$@"; do
    kill -0 "$process" 2>/dev/null || { cat "$log"; return 1; }
    sleep 0.2
  done
}

begin_daemon() {
  end_daemon
  : > daemon.log # Before the process: a look at the log of the one before would find its words.
  "$NODE" "$BIN" "$@" > daemon.log 2>&1 &
  DAEMON=$!
  await "$DAEMON" daemon.log grep -q ': filled ' daemon.log
}

bytes_recorded() { find . -name '*.slm' -exec cat {} + | wc -c; }
has_recorded() { [ "$(bytes_recorded)" -ge "$1" ]; }

until_recorded() {
  local words=() word last= enough
  end_daemon
  for word in "$@"; do
    if [ "$word" != --for ] && [ "$last" != --for ]; then words+=("$word"); fi
    last=$word
  done
  enough=$(($(bytes_recorded) + 1500))
  "$NODE" "$BIN" "${words[@]}" > timed.log 2>&1 &
  await $! timed.log has_recorded "$enough"
  kill $!
  wait $! || { cat timed.log; return 1; }
}

with_any_port() {
  local words=() word last=
  for word in "$@"; do
    if [ "$last" = --port ]; then word=0; fi
    words+=("$word")
    last=$word
  done
  exec "$NODE" "$BIN" "${words[@]}"
}

begin_simulator() {
  : > simulator.env
  (with_any_port "$@") > simulator.env &
  await $! simulator.env grep -q CONTROL_TOKEN simulator.env
  eval "$(grep '^export' simulator.env)"
}
