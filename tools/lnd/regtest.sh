#!/usr/bin/env bash
# A real Lightning network on loopback: btcd on regtest and three LND nodes with open, balanced channels
#
#     alice <--- channel ---> bob <--- channel ---> carol
#
# Needs bash, git, the usual POSIX commands and Go >= 1.25.13; everything else is built from the Go module proxy, at the
# versions pinned in lnd/go.mod and btcd/go.mod beside this file.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: regtest.sh build DIR              build lnd, lncli, btcd and btcctl into DIR/bin (skipped if they are there)
       regtest.sh build-mended DIR       build DIR/bin/lnd-mended: LND with lnd/mended.patch, for tests that kill it
       regtest.sh build-older DIR VERSION    build DIR/bin/lnd-VERSION, such as 0.20.2-beta, for tests of upgrades
       regtest.sh up DIR                 start the network, or resume it with its old data; prints `info`
       regtest.sh info DIR               print REST addresses, macaroons, certificates and public keys as JSON
       regtest.sh mine DIR [COUNT]       mine COUNT blocks (default 1)
       regtest.sh cli DIR NODE ARG...    run lncli against alice, bob or carol
       regtest.sh stop-node DIR NODE     stop one node (also `btcd`); `up` starts it again
       regtest.sh kill-node DIR NODE     kill one LND node, as a power cut would
       regtest.sh start-node DIR NODE    start one LND node again; ends when its channels are usable
       regtest.sh reconnect DIR A B      disconnect two LND nodes and connect them again
       regtest.sh close-channels DIR NODE    close all channels of one LND node for good, and restart it
       regtest.sh down DIR               stop every process, keep the data
       regtest.sh wipe DIR               kill every process, delete chain, wallets and channels (keeps DIR/bin)

environment: LND_REGTEST_BIN    folder of the binaries (default DIR/bin)
             LND_REGTEST_LND    which of them is started as LND (default lnd)
             LND_REGTEST_PORT   first of 40 loopback ports in use (default 19500)
             LND_REGTEST_WAIT   seconds to wait for one step before giving up (default 240)
TEXT
}

readonly NODES=(alice bob carol)
readonly CAPACITY_SAT=1000000000   # per channel, half of it on either side
readonly PORT=${LND_REGTEST_PORT:-19500}
readonly LND=${LND_REGTEST_LND:-lnd}
readonly WAIT=${LND_REGTEST_WAIT:-240}
# Options for a fast build. Nothing is compiled for debuggers. Inlining is off for LND's own packages, dozens of which
# compile the same generics again, which makes building take a third less. Other packages, such as the one that computes
# signatures, are compiled as usual.
readonly LEAN=(
  -trimpath '-ldflags=-s -w' -gcflags=all=-dwarf=false
  '-gcflags=github.com/lightningnetwork/...=-l -dwarf=false'
)
# `lowscrypt` lets LND derive the keys of wallets as in its own tests. Without it, each start would compute for three
# seconds.
readonly TAGS='lowscrypt autopilotrpc chainrpc invoicesrpc neutrinorpc peersrpc routerrpc signrpc walletrpc'
readonly HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

say() { printf 'lnd-regtest: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

# ---- build ----------------------------------------------------------------------------------------------------------

build() {
  local missing=() name
  [[ $(cat "$BIN/tags" 2>/dev/null) == "$TAGS" ]] || rm -f "$BIN/lnd" "$BIN/lnd-mended"
  for name in lnd lncli btcd btcctl; do [[ -x $BIN/$name ]] || missing+=("$name"); done
  if ((${#missing[@]} == 0)); then say "binaries are in $BIN"; return; fi
  find_go
  mkdir -p "$BIN"
  say "building ${missing[*]} (a few minutes when nothing is cached)"
  (cd "$HERE/btcd" && CGO_ENABLED=0 go build -mod=readonly "${LEAN[@]}" -o "$BIN/" \
    github.com/btcsuite/btcd github.com/btcsuite/btcd/cmd/btcctl) || die 'btcd does not build'
  (cd "$HERE/lnd" && CGO_ENABLED=0 go build -mod=readonly "${LEAN[@]}" -tags "$TAGS" -o "$BIN/" \
    github.com/lightningnetwork/lnd/cmd/lnd github.com/lightningnetwork/lnd/cmd/lncli) || die 'lnd does not build'
  printf '%s\n' "$TAGS" >"$BIN/tags"
}

find_go() {
  command -v go >/dev/null || PATH=$PATH:/usr/local/go/bin
  command -v go >/dev/null || die 'go is not installed (1.25.13 or newer is needed)'
}

# Builds LND 0.21.3 with a patch for what a `kill -9` does to it (docs/operating-lnd.md): LND takes the wrong place in a
# package of HTLCs when its link restarts in the middle of one, it fails HTLCs that it had accepted just before it was
# killed, and its neighbour drops HTLCs that the neighbour was forwarding just then.
build_mended() {
  local patch=$HERE/lnd/mended.patch source copy
  [[ -x $BIN/lnd-mended ]] && cmp -s "$patch" "$BIN/lnd-mended.patch" && return
  find_go
  say 'building lnd-mended (a few minutes)'
  (cd "$HERE/lnd" && go mod download github.com/lightningnetwork/lnd) || die 'the source of lnd is not to be had'
  source=$(cd "$HERE/lnd" && go list -mod=readonly -m -f '{{.Dir}}' github.com/lightningnetwork/lnd)
  copy=$(mktemp -d)
  cp -r "$source" "$copy/lnd"
  chmod -R u+w "$copy/lnd"
  (cd "$copy/lnd" && GIT_CEILING_DIRECTORIES=$copy git apply "$patch") \
    || die 'mended.patch does not fit this LND'
  cp "$HERE/lnd/go.sum" "$copy/"
  { cat "$HERE/lnd/go.mod"; printf '\nreplace github.com/lightningnetwork/lnd => %s/lnd\n' "$copy"; } >"$copy/go.mod"
  (cd "$HERE/lnd" && CGO_ENABLED=0 go build -modfile="$copy/go.mod" "${LEAN[@]}" -tags "$TAGS" -o "$BIN/lnd-mended" \
    github.com/lightningnetwork/lnd/cmd/lnd) || die 'lnd-mended does not build'
  cp "$patch" "$BIN/lnd-mended.patch"
  rm -rf "$copy"
}

# An older LND is built in the folder of its source, because the `replace` lines of its go.mod count only there.
build_older() { # VERSION
  local source
  [[ $1 =~ ^[0-9]+\.[0-9]+\.[0-9]+-beta$ ]] || die "no version of lnd: $1"
  [[ ! -x $BIN/lnd-$1 ]] || return 0
  find_go
  mkdir -p "$BIN"
  say "building lnd-$1 (a few minutes)"
  source=$(cd / && go mod download -json "github.com/lightningnetwork/lnd@v$1" | field Dir) ||
    die "the source of lnd $1 is not to be had"
  (cd "$source" && CGO_ENABLED=0 go build -mod=readonly "${LEAN[@]}" -tags "$TAGS" -o "$BIN/lnd-$1" ./cmd/lnd) ||
    die "lnd-$1 does not build"
}

# ---- processes ------------------------------------------------------------------------------------------------------

# Whether a process runs. A pid file counts only while that pid runs our binary, so a stale file after a reboot is
# harmless. This function is called all the time, so it reads /proc where that exists, instead of starting `ps`.
running() {
  local pid program
  { read -r pid <"$NET/$1.pid"; } 2>/dev/null || return 1
  if [[ -e /proc/self/cmdline ]]; then
    { IFS= read -r -d '' program <"/proc/$pid/cmdline"; } 2>/dev/null || return 1
  else
    program=$(ps -p "$pid" -o args= 2>/dev/null) || return 1
  fi
  [[ $program == "$BIN/"* ]]
}

# Whether a process is gone and has freed its ports. Its last threads may outlive the command line by which `running`
# recognises it. A zombie counts as ended, because it stays where nothing reaps orphans.
ended() { ! kill -0 "$1" 2>/dev/null || [[ $(ps -p "$1" -o stat= 2>/dev/null) =~ ^Z[^l]*$ ]]; }

start() { # NAME COMMAND...
  local name=$1; shift
  printf '\n==== start ====\n' >>"$NET/$name.log"
  nohup "$@" >>"$NET/$name.log" 2>&1 </dev/null &
  printf '%s\n' "$!" >"$NET/$name.pid"
  # On a busy machine the process may still be a copy of this shell for a while, which `running` does not recognise.
  until running "$name" || ended "$!"; do sleep 0.05; done
  disown
}

stop() { # NAME
  local name=$1 pid tries grace=30
  [[ $name != btcd ]] || ! running btcd || save_blocks || say 'the blocks could not be kept'
  running btcd || grace=5                            # without its chain LND does not finish; its database is crash-safe
  if running "$name"; then
    pid=$(cat "$NET/$name.pid")
    kill -TERM "$pid" 2>/dev/null || true
    for ((tries = 0; tries < grace * 10; tries++)); do
      running "$name" || break
      sleep 0.1
    done
    if running "$name"; then
      say "$name ignores SIGTERM for $grace s, killing it"
      kill -KILL "$pid" 2>/dev/null || true
    fi
    until ended "$pid"; do sleep 0.05; done
  fi
  rm -f "$NET/$name.pid"
}

# Kills all processes. Nothing that they hold in memory is needed any more: either only the address of a wallet was
# wanted, which is written down, or the network is being wiped.
end_all() {
  local name
  for name in "${NODES[@]}" btcd; do
    ! running "$name" || kill_now "$name"
  done
}

kill_now() { # NAME
  local pid
  pid=$(cat "$NET/$1.pid")
  kill -KILL "$pid"
  until ended "$pid"; do sleep 0.05; done
  rm -f "$NET/$1.pid"
}

down() {
  local name
  for name in carol bob alice btcd; do stop "$name"; done
}

# Stops everything after a failed `up`, so that the next one starts from a known state.
give_up() {
  local status=$? name
  trap - EXIT INT TERM
  for name in btcd "${NODES[@]}"; do
    [[ -f $NET/$name.log ]] || continue
    say "last lines of $NET/$name.log:"
    tail -n 5 "$NET/$name.log" | cut -c 1-200 >&2 || true
  done
  down
  exit "$status"
}

await() { # WHAT NAME COMMAND...   polls until COMMAND succeeds; NAME is the process that must stay alive meanwhile
  local what=$1 name=$2 end=$((SECONDS + WAIT)); shift 2
  until "$@" >/dev/null 2>&1; do
    running "$name" || die "$name stopped while waiting for: $what"
    ((SECONDS < end)) || die "gave up after $WAIT s waiting for: $what"
    sleep 0.2
  done
}

# ---- btcd -----------------------------------------------------------------------------------------------------------

btcctl() {
  "$BIN/btcctl" --configfile="$NET/empty.conf" --regtest --rpcuser=satchel --rpcpass=satchel \
    --rpcserver="127.0.0.1:$((PORT + 1))" --rpccert="$NET/btcd/rpc.cert" "$@"
}

# btcd deletes its regtest database whenever it starts. So all blocks are saved when btcd is stopped, and are submitted
# again after its start.
save_blocks() {
  local height saved
  [[ -f $NET/unsaved ]] || return 0
  touch "$NET/blocks"
  saved=$(wc -l <"$NET/blocks")
  height=$(btcctl getblockcount)
  while ((saved < height)); do
    saved=$((saved + 1))
    btcctl getblock "$(btcctl getblockhash "$saved")" 0 >>"$NET/blocks"
  done
  rm -f "$NET/unsaved"
}

replay_blocks() {
  local block
  touch "$NET/blocks"
  while read -r block; do
    printf '%s' "$block" | btcctl submitblock - >/dev/null || die 'btcd refused a block it had mined before'
  done <"$NET/blocks"
}

start_btcd() { # [ADDRESS]
  local mining=()
  [[ -n ${1:-} ]] && mining=("--miningaddr=$1")
  mkdir -p "$NET/btcd"
  start btcd "$BIN/btcd" --configfile="$NET/empty.conf" --regtest --txindex --nobanning --nostalldetect \
    --datadir="$NET/btcd/data" --logdir="$NET/btcd/logs" --rpccert="$NET/btcd/rpc.cert" --rpckey="$NET/btcd/rpc.key" \
    --rpcuser=satchel --rpcpass=satchel --listen="127.0.0.1:$PORT" --rpclisten="127.0.0.1:$((PORT + 1))" \
    ${mining[@]+"${mining[@]}"}
  await 'btcd to answer' btcd btcctl getblockcount
  replay_blocks
}

mine() {
  : >"$NET/unsaved"
  btcctl generate "${1:-1}" >/dev/null || die 'btcd did not mine'
}

# ---- LND ------------------------------------------------------------------------------------------------------------

first_port() { case $1 in alice) echo $((PORT + 10)) ;; bob) echo $((PORT + 20)) ;; carol) echo $((PORT + 30)) ;; esac; }
macaroon() { echo "$NET/$1/data/chain/bitcoin/regtest/admin.macaroon"; }

lncli() { # NODE ARG...
  local node=$1; shift
  "$BIN/lncli" --lnddir="$NET/$node" --network=regtest --rpcserver="127.0.0.1:$(($(first_port "$node") + 1))" \
    --macaroonpath="$(macaroon "$node")" "$@"
}

# Reads a string or number from indented JSON, in the first line that has the key.
field() { sed -n "s/^[[:space:]]*\"$1\": *\"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}\$/\1/p" | head -n 1; }

start_lnd() {
  local node=$1 p
  p=$(first_port "$node")
  mkdir -p "$NET/$node"
  start "$node" "$BIN/$LND" --lnddir="$NET/$node" --alias="$node" --noseedbackup --nobootstrap \
    --bitcoin.regtest --bitcoin.node=btcd --btcd.rpchost="127.0.0.1:$((PORT + 1))" \
    --btcd.rpcuser=satchel --btcd.rpcpass=satchel --btcd.rpccert="$NET/btcd/rpc.cert" \
    --listen="127.0.0.1:$p" --rpclisten="127.0.0.1:$((p + 1))" --restlisten="127.0.0.1:$((p + 2))" \
    --accept-keysend --protocol.wumbo-channels --bitcoin.defaultchanconfs=1 --maxpendingchannels=10 \
    --trickledelay=50 --gossip.sub-batch-delay=5ms --caches.rpc-graph-cache-duration=100ms \
    --db.batch-commit-interval=10ms --keep-failed-payment-attempts --store-final-htlc-resolutions \
    --debuglevel=info
}

state_is() { lncli "$1" state | grep -qE "\"(${2})\""; }
at_tip() {
  local info
  info=$(lncli "$1" getinfo) && grep -q '"synced_to_chain": *true' <<<"$info" || return 1
  [[ $(field block_height <<<"$info") == "$(btcctl getblockcount)" ]]
}
pubkey() {
  [[ -s $NET/$1.pubkey ]] || lncli "$1" getinfo | field identity_pubkey >"$NET/$1.pubkey"
  cat "$NET/$1.pubkey"
}
spendable() { (($(lncli "$1" walletbalance | field confirmed_balance) >= $2)); }
connected() { lncli "$1" listpeers | grep -q "\"$2\""; }
active_channels() { (($(lncli "$1" listchannels --active_only | grep -c '"channel_point"') >= $2)); }
no_pending() { ! lncli "$1" pendingchannels | grep -q '"channel_point"'; }
no_channels() { ! lncli "$1" listchannels | grep -q '"channel_point"' && no_pending "$1"; }
sees_channels() { (($(lncli "$1" describegraph | grep -c '"chan_point"') >= 2)); }
has_route() { lncli "$1" queryroutes --dest "$2" --amt 100000; }

peer() { # FROM TO
  local key
  key=$(pubkey "$2")
  connected "$1" "$key" || lncli "$1" connect "$key@127.0.0.1:$(first_port "$2")" >/dev/null 2>&1 || true
  await "$1 to connect to $2" "$1" connected "$1" "$key"
}

open_channel() { # FROM TO
  lncli "$1" openchannel --node_key "$(pubkey "$2")" --local_amt "$CAPACITY_SAT" --push_amt $((CAPACITY_SAT / 2)) \
    --sat_per_vbyte 2 >/dev/null || die "$1 could not open a channel to $2"
}

# ---- up -------------------------------------------------------------------------------------------------------------

all_running() {
  local name
  for name in btcd "${NODES[@]}"; do running "$name" || return 1; done
}

# Gets the address to mine to. btcd has to be started with the address, but the address comes from a wallet that needs a
# running btcd, so btcd is started twice.
make_mining_address() {
  start_btcd
  start_lnd alice
  await 'the wallet of alice' alice state_is alice 'RPC_ACTIVE|SERVER_ACTIVE'
  lncli alice newaddress p2wkh | field address >"$NET/mining-address.tmp"
  [[ -s $NET/mining-address.tmp ]] || die 'alice gave no address'
  end_all
  mv "$NET/mining-address.tmp" "$NET/mining-address"
}

up() {
  local node
  for node in "$LND" lncli btcd btcctl; do [[ -x $BIN/$node ]] || die "no $BIN/$node: run \`build\` first"; done
  trap give_up EXIT
  trap 'exit 130' INT TERM
  mkdir -p "$NET"
  : >"$NET/empty.conf"

  # If btcd was killed, its blocks are lost, and LND would wait for them forever, so the network is made anew.
  if [[ -f $NET/unsaved ]] && ! running btcd; then rm -f "$NET/ready"; fi
  if ! all_running || [[ ! -f $NET/ready ]]; then
    if [[ ! -f $NET/ready ]]; then   # never set up, or an earlier set-up broke off half way: begin again
      down
      rm -rf "$NET"
      mkdir -p "$NET"
      : >"$NET/empty.conf"
      make_mining_address
    fi
    if ! running btcd; then                          # LND must never meet a btcd that has not got its blocks back
      down
      start_btcd "$(cat "$NET/mining-address")"
    fi
    mine 1                                           # LND waits for a tip that is recent
    for node in "${NODES[@]}"; do running "$node" || start_lnd "$node"; done
    for node in "${NODES[@]}"; do
      await "$node to start" "$node" state_is "$node" SERVER_ACTIVE
      await "$node to reach the tip" "$node" at_tip "$node"
    done
    peer alice bob
    peer bob carol
    [[ -f $NET/ready ]] || fund_and_open
  fi

  for node in "${NODES[@]}"; do
    await "channels of $node" "$node" active_channels "$node" "$([[ $node == bob ]] && echo 2 || echo 1)"
    await "the graph of $node" "$node" sees_channels "$node"
  done
  await 'a route from alice to carol' alice has_route alice "$(pubkey carol)"
  await 'a route from carol to alice' carol has_route carol "$(pubkey alice)"
  : >"$NET/ready"
  trap - EXIT INT TERM
  info
}

# Starts a node that was down, and waits until it is connected again and its channels can be used.
start_node() {
  local node=$1 other
  running btcd || die 'the network is not up'
  running "$node" || start_lnd "$node"
  await "$node to start" "$node" state_is "$node" SERVER_ACTIVE
  await "$node to reach the tip" "$node" at_tip "$node"
  for other in $([[ $node == bob ]] && echo alice carol || echo bob); do
    running "$other" && peer "$node" "$other"
  done
  await "channels of $node" "$node" active_channels "$node" "$([[ $node == bob ]] && echo 2 || echo 1)"
}

# Whether a node is connected to another one and has this many working channels. If the two are not connected, they are
# connected first.
joined() { # FROM KEY PORT CHANNELS
  connected "$1" "$2" || lncli "$1" connect "$2@127.0.0.1:$3" || true
  active_channels "$1" "$4"
}

reconnect() { # FROM TO
  local key
  key=$(pubkey "$2")
  lncli "$1" disconnect "$key" >/dev/null 2>&1 || say "$1 was not connected to $2"
  sleep 0.5                                          # the old connection is still listed for a moment
  await "$1 to be joined to $2" "$1" joined "$1" "$key" "$(first_port "$2")" "$([[ $1 == bob ]] && echo 2 || echo 1)"
}

close_channels() {
  local point
  rm -f "$NET/ready"                                 # the next `up` makes another network
  for point in $(lncli "$1" listchannels | sed -n 's/^ *"channel_point": *"\([^"]*\)".*$/\1/p'); do
    # An LND that no longer hears its peer would wait forever.
    timeout "$WAIT" "$HERE/regtest.sh" cli "$dir" "$1" closechannel --chan_point "$point" --sat_per_vbyte 2 >/dev/null ||
      die "$1 could not close $point"
  done
  mine_until 'closed channels' "$1" no_channels "$1"
  stop "$1"
  start_lnd "$1"
  await "$1 to start" "$1" state_is "$1" SERVER_ACTIVE
  await "$1 to reach the tip" "$1" at_tip "$1"
}

kill_node() {
  running "$1" || die "$1 does not run"
  kill_now "$1"
}

fund_and_open() {
  local node
  mine 110                                           # coinbase outputs can be spent after 100 blocks
  await 'alice to reach the tip' alice at_tip alice
  await 'coins of alice' alice spendable alice $((5 * CAPACITY_SAT))
  lncli alice sendcoins --addr "$(lncli bob newaddress p2wkh | field address)" --amt $((2 * CAPACITY_SAT)) \
    --sat_per_vbyte 2 >/dev/null || die 'alice could not send coins to bob'
  lncli alice sendcoins --addr "$(lncli carol newaddress p2wkh | field address)" --amt $((CAPACITY_SAT / 2)) \
    --sat_per_vbyte 2 >/dev/null || die 'alice could not send coins to carol'
  mine_until 'coins of bob' bob spendable bob $((2 * CAPACITY_SAT))
  for node in "${NODES[@]}"; do await "$node to reach the tip" "$node" at_tip "$node"; done
  open_channel alice bob
  open_channel bob carol
  mine_until 'open channels' bob active_channels bob 2
  mine 6                                             # a channel is announced at six confirmations
  for node in "${NODES[@]}"; do await "$node to reach the tip" "$node" at_tip "$node"; done
}

mine_until() { # WHAT NODE COMMAND...   a transaction may reach btcd after the block we mined for it, so mine on
  local what=$1 node=$2 end=$((SECONDS + WAIT)) tries; shift 2
  while :; do
    mine 1
    for ((tries = 0; tries < 10; tries++)); do
      "$@" >/dev/null 2>&1 && return
      running "$node" || die "$node stopped while waiting for: $what"
      sleep 0.2
    done
    ((SECONDS < end)) || die "gave up after $WAIT s waiting for: $what"
  done
}

info() {
  all_running || die 'the network is not up'
  local node sep='' p
  printf '{\n  "network": "regtest",\n  "height": %s,\n  "btcd": {"rpc": "127.0.0.1:%s", "p2p": "127.0.0.1:%s", "user": "satchel", "password": "satchel", "cert": "%s"},\n  "nodes": {' \
    "$(btcctl getblockcount)" $((PORT + 1)) "$PORT" "$NET/btcd/rpc.cert"
  for node in "${NODES[@]}"; do
    p=$(first_port "$node")
    printf '%s\n    "%s": {\n' "$sep" "$node"
    printf '      "pubkey": "%s",\n      "p2p": "127.0.0.1:%s",\n      "grpc": "127.0.0.1:%s",\n      "rest": "https://127.0.0.1:%s",\n' \
      "$(pubkey "$node")" "$p" $((p + 1)) $((p + 2))
    printf '      "tls_cert": "%s",\n      "macaroon": "%s",\n      "macaroon_hex": "%s"\n    }' \
      "$NET/$node/tls.cert" "$(macaroon "$node")" "$(od -An -v -tx1 "$(macaroon "$node")" | tr -d ' \n')"
    sep=,
  done
  printf '\n  }\n}\n'
}

# ---- command line ---------------------------------------------------------------------------------------------------

(($# >= 2)) || { usage >&2; exit 2; }
command=$1 dir=$2
shift 2
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
readonly BIN=${LND_REGTEST_BIN:-$dir/bin} NET=$dir/net

known_node() { [[ " btcd ${NODES[*]} " == *" ${1:-} "* ]] || die "no such node: ${1:-}"; }

case $command in
  build) build ;;
  build-mended) build_mended ;;
  build-older) build_older "${1:-}" ;;
  up) up ;;
  info) info ;;
  mine) running btcd || die 'the network is not up'; mine "${1:-1}" ;;
  cli) known_node "${1:-}"; lncli "$@" ;;
  stop-node) known_node "${1:-}"; stop "$1" ;;
  reconnect) known_node "${1:-}"; known_node "${2:-}"; reconnect "$1" "$2" ;;
  close-channels) known_node "${1:-}"; close_channels "$1" ;;
  kill-node) known_node "${1:-}"; kill_node "$1" ;;
  start-node) known_node "${1:-}"; start_node "$1" ;;
  down) [[ -d $NET ]] && down; say 'stopped' ;;
  wipe) [[ -d $NET ]] && end_all; rm -rf "$NET"; say 'stopped and wiped' ;;
  *) usage >&2; exit 2 ;;
esac
