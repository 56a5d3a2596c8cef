#!/bin/bash
# Serves a small app with the in-context editor, and a project with its texts, on free loopback ports until Ctrl-C.
#
# DRAGOMAN is the program (default: the one in PATH), with dragoman-server next to it. DEMO_DIR is the directory to
# create (default: a temporary one). Needs Debian's node-i18next and python3.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/shell.sh"
i18next=/usr/share/nodejs/i18next/dist/esm/i18next.bundled.js
[ -e "$i18next" ] || { echo "demo: $i18next is missing; install node-i18next" >&2; exit 1; }

is 'Maya Okafor' maya@example.org a4fd0d4c-6b0a-4d53-9c47-6c8d0f0f3a01 'developer' >log.txt
{
    dragoman init shop
    cd shop
    dragoman locale add de ar
    for section in common shop; do
        for language in en de ar; do
            dragoman import "$here/in-context/texts/$language/$section.json" -l "$language" -s "$section" \
                --file-format i18next-json
        done
    done
    cd ..
} >>log.txt 2>&1

# The app's files, i18next, and the server's address, which is not known yet.
mkdir app
ln -s "$here"/in-context/* app
ln -s "$i18next" app/i18next.js

processes=()
trap 'kill "${processes[@]}" 2>/dev/null || true' EXIT
trap 'exit 0' INT TERM

# Prints the first match of a pattern in a file, as soon as there is one.
await() {
    local found=''
    for _ in $(seq 300); do
        found=$(sed -nE "s|.*($2).*|\1|p" "$1" | head -n 1)
        [ -z "$found" ] || break
        sleep 0.1
    done
    [ -n "$found" ] || { cat "$1" >&2; return 1; }
    echo "$found"
}

python3 -u -m http.server 0 --bind 127.0.0.1 --directory app >app.txt 2>&1 &
processes+=($!)
app=$(await app.txt 'http://127.0.0.1:[0-9]+')
dragoman serve shop --listen 127.0.0.1:0 --state state --set "project.shop.inContext=$app" >server.txt 2>server.log &
processes+=($!)
server=$(await server.txt 'http://127.0.0.1:[0-9]+')
token=$(await server.txt 'dgp_[0-9A-Za-z]+')
cat >app/config.js <<END
export const server = '$server';
export const project = 'shop';
export const environment = 'development';
END

cat <<END
The app     $app
            Press Ctrl Shift . to propose better texts, and again to leave.
The pages   $server/projects/shop
            Sign in with the token $token to review the proposals.
Press Ctrl-C to stop both. Everything is in $directory
END
wait
