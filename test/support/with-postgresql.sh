#!/usr/bin/env bash
# with-postgresql.sh <command…>: runs the command with TEST_DATABASE_URL set. If it is not set yet, starts a PostgreSQL
# for the command from the installed binaries (Debian's, or those in PATH), on a free port of 127.0.0.1, with its own
# password and data, and removes it afterwards.
set -euo pipefail

if [ -n "${TEST_DATABASE_URL:-}" ]; then exec "$@"; fi

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1 || true)
[ -n "$bin" ] || bin=$(dirname "$(command -v initdb || true)")
if [ ! -x "$bin/initdb" ]; then
  echo 'There is no PostgreSQL here. Install it (Debian: apt-get install postgresql), or set TEST_DATABASE_URL.' >&2
  exit 1
fi

folder=$(mktemp -d /tmp/catalog-postgresql.XXXXXX)
child=''
server=''
end() {
  if [ -n "$1" ]; then
    kill "-$2" "$1" 2>/dev/null || true
    wait "$1" 2>/dev/null || true
  fi
}
trap 'end "$child" TERM; end "$server" INT; rm -rf "$folder"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# PostgreSQL refuses to run as root; Debian's package has a user for it. `setpriv` keeps the process id.
as=()
if [ "$(id -u)" = 0 ]; then
  as=(setpriv --reuid=postgres --regid=postgres --init-groups --)
  chown postgres "$folder"
fi
password=$(node -p 'crypto.randomBytes(18).toString("hex")')
printf '%s' "$password" >"$folder/password"

cd "$folder"
LC_ALL=C "${as[@]}" "$bin/initdb" --pgdata="$folder/data" --username=catalog --auth=scram-sha-256 --encoding=UTF8 \
  --pwfile="$folder/password" --no-sync >"$folder/initdb.log" 2>&1 || { cat "$folder/initdb.log" >&2; exit 1; }
# Durability is not needed for test data.
start() {
  "${as[@]}" "$bin/postgres" -D "$folder/data" -p "$port" -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
    -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200 >"$folder/server.log" 2>&1 &
  server=$!
  # Another server that has the port would answer, too, so this one's own file is read.
  until grep -qs '^ready' "$folder/data/postmaster.pid"; do
    kill -0 "$server" 2>/dev/null || return
    sleep 0.1
  done
}
# The system gives these ports to no outgoing connection, but another program can have one.
for _ in 1 2 3 4 5; do
  port=$((20000 + RANDOM % 10000))
  ! start || break
done
cd "$OLDPWD"
kill -0 "$server" 2>/dev/null || { cat "$folder/server.log" >&2; exit 1; }

export TEST_DATABASE_URL="postgresql://catalog:$password@127.0.0.1:$port/postgres"
"$@" &
child=$!
status=0
wait "$child" || status=$?
child=''
exit "$status"
