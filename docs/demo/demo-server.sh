#!/bin/bash
# Demonstrates an app, its testers and its reviewer with one server, on a free loopback port.
#
# DRAGOMAN is the program (default: the one in PATH), with dragoman-server next to it. DEMO_DIR
# is the directory to create (default: a temporary one). Exits with an error as soon as a result is
# unexpected. The server stops when the script exits.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/shell.sh"

maya() { is 'Maya Okafor' maya@example.org a4fd0d4c-6b0a-4d53-9c47-6c8d0f0f3a01 'developer'; }
rosa() { is 'Rosa Lind' rosa@example.org 0e7c9b15-88d1-4c6f-a2f3-1b2c3d4e5f04 'reviewer'; }
tester() { printf '\n%s— a tester of the app, without an account —%s\n' "$bold" "$plain"; }

printf '%sDragoman: a server for an app, its testers and its reviewer.%s\n' "$bold" "$plain"
printf 'Everything happens in %s\n' "$directory"

section 'Creating a project'
maya
run 'dragoman init translations'
run 'cd translations'
run 'dragoman locale add fr de'
run 'dragoman string add -s auth login.title "Sign in"'
run 'dragoman string add -s auth login.attempts --plural one="{{count}} attempt left" --plural other="{{count}} attempts left"'
run 'dragoman set fr auth:login.title "Connexion"'
run 'dragoman set fr auth:login.attempts --plural one="{{count}} essai restant" --plural many="{{count}} d’essais restants" --plural other="{{count}} essais restants"'

section 'The server'
printf '\n%s$ dragoman serve . --listen 127.0.0.1:0 &%s\n\n' "$cyan" "$plain"
dragoman serve . --listen 127.0.0.1:0 --state "$directory/state" >../server.txt 2>../server.log &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
for _ in $(seq 300); do
    address=$(sed -nE 's|.* (http://[0-9.:]+)/api/v2$|\1|p' ../server.txt)
    [ -z "$address" ] || ! curl -sf "$address/health/ready" >/dev/null || break
    kill -0 "$server" 2>/dev/null || { cat ../server.log; exit 1; }
    sleep 0.1
done
cat ../server.txt
[ -n "$address" ] || { echo 'demo: the server did not start' >&2; exit 1; }

section 'A tester proposes a better text from inside the app'
tester
say 'The app uses the API of NStack. It generates the guid once, and can withdraw the proposal with it.'
guid=6f1c2a52-8f0e-4c51-9a7e-0d3f5f7a1b11
run "curl -sf $address/api/v2/content/localize/proposals -d section=auth -d key=login.title -d locale=fr -d platform=mobile -d guid=$guid --data-urlencode 'value=Se connecter'"
run "curl -sf '$address/api/v2/content/localize/proposals?guid=$guid' | jq -c '.data[]'"
say 'Repeating the proposal is an error, as in NStack.'
run "curl -s -o /dev/null -w '%{http_code}\\n' $address/api/v2/content/localize/proposals -d section=auth -d key=login.title -d locale=fr -d platform=mobile -d guid=$guid --data-urlencode 'value=Se connecter'"

section 'The reviewer accepts on the command line, in the same repository'
rosa
run 'dragoman proposals'
run 'dragoman accept --locale fr --all --yes'
run 'git log -2 --format="%h %an: %s"'

section 'The app loads the text'
say 'The server sees commits by others within a third of a second.'
sleep 1
run "curl -sf $address/locales/fr/auth.json"
i18next=/usr/share/nodejs/i18next/dist/umd/i18next.js
backend=/usr/share/nodejs/i18next-http-backend/esm/index.js
if command -v node >/dev/null && [ -e $i18next ] && [ -e $backend ]; then
    cat >../app.mjs <<END
import i18next from '$i18next';
import Backend from '$backend';
await i18next.use(Backend).init({
  lng: 'fr-CH', fallbackLng: 'en', ns: ['auth'], defaultNS: 'auth',
  backend: { loadPath: '$address/locales/{{lng}}/{{ns}}.json', reloadInterval: false },
});
console.log(i18next.t('login.title'));
console.log(i18next.t('login.attempts', { count: 3 }));
END
    run 'cat ../app.mjs'
    run 'node ../app.mjs'
    expect 'node ../app.mjs' $'Se connecter\n3 essais restants'
fi

section 'Stopping the server'
run 'kill -TERM "$server"'
run 'wait "$server"'
trap - EXIT
run 'dragoman fsck'

cat <<END

To look around in a browser, sign in with the printed token:
  cd $directory/translations
  dragoman serve
  http://127.0.0.1:8080/projects/translations
END
