#!/bin/bash
# Creates the pictures in the README, in docs/server/pages.md and in docs/guide/in-context.md: draws the
# output of two commands in a new project, serves the project on a free loopback port, and takes screenshots
# of its pages, and of an app with the in-context editor.
#
# DRAGOMAN is the program (default: the one in PATH), with dragoman-server next to it. PYTHON is the
# Python interpreter. Needs Debian's chromium and chromium-driver, and selenium for that interpreter;
# `.ci/deps` installs them for the tests. The directory of the project is temporary.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
dragoman=${DRAGOMAN:-dragoman}
directory=$(mktemp -d "${TMPDIR:-/tmp}/dragoman-screenshots.XXXXXX")
processes=()
trap 'kill "${processes[@]}" 2>/dev/null || true; wait; rm -rf "$directory"' EXIT

export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
is() {
    export GIT_AUTHOR_NAME=$1 GIT_AUTHOR_EMAIL=$2 GIT_COMMITTER_NAME=$1 GIT_COMMITTER_EMAIL=$2
}
d() { "$dragoman" "$@" >/dev/null; }

is 'Jonas Weber' jonas@example.org
d init "$directory/next-app"
cd "$directory/next-app"
d locale add ar de es fr fr-CA ja sv
common=(
    'app-router-description=App Router (Server Component)' 'change-locale=Change locale'
    'error-with-status=A {{statusCode}} error occurred on server' 'error-without-status=An error occurred on the server'
    'h1=A simple example' 'shallow-route=To shallow route {{counter}}' 'title=Home | next-i18next' 'to-client-page=To client page'
    'to-lazy-reload-page=To lazy reload page'
)
for line in "${common[@]}"; do d string add -s common "${line%%=*}" "${line#*=}"; done
d string add -s client-page counter 'Counter: {{count}}'
d string add -s client-page description 'App Router (Client Component — translations lazy-loaded via i18next-http-backend)' \
    --comment 'Under the title of the client page. “App Router” is a name and stays.'
d string add -s client-page items --plural 'one={{count}} item' --plural 'other={{count}} items'
d string edit -s common error-with-status --comment 'Heading of the error page when the server answered with a status. Keep it on one line on phones.'
set_all() {
    local tag=$1
    shift
    for line in "$@"; do d set "$tag" "${line%%=*}" "${line#*=}"; done
}
is 'Paul Okafor' paul@example.org
set_all de 'common:app-router-description=App Router (Server Komponente)' 'common:change-locale=Wechseln Locale' \
    'common:error-with-status=Auf dem Server ist ein Fehler ({{statusCode}}) aufgetreten' \
    'common:error-without-status=Auf dem Server ist ein Fehler aufgetreten' 'common:h1=Ein einfaches Beispiel' \
    'common:shallow-route=zur Shallow-Route' 'common:title=Hauptseite | next-i18next' 'common:to-client-page=Zur Client Seite' \
    'common:to-lazy-reload-page=Zur Lazy-Reload Seite' 'client-page:counter=Zähler: {{count}}' \
    'client-page:description=App Router (Client Komponente — Übersetzungen per i18next-http-backend nachgeladen)'
d config export-profiles '[{"name":"web","format":"i18next-json","directory":"web"}]'
git tag v1.2 translations
set_all fr 'common:change-locale=Changer de langue' "common:error-with-status=Une erreur {{statusCode}} s'est produite sur serveur" \
    'common:error-without-status=Une erreur est survenue sur le serveur' 'common:title=Accueil | next-i18next'
set_all ar 'common:h1=مثال بسيط' 'common:change-locale=تغيير اللغة' 'common:error-with-status=حدث خطأ {{statusCode}} على الخادم'
set_all ja 'common:h1=簡単な例' 'common:error-with-status=サーバーで {{statusCode}} エラーが発生しました'
set_all sv 'common:error-with-status=Ett {{statusCode}}-fel uppstod på servern'
# Releases are listed by the time of their commits, in seconds.
tag() { git tag "$1" translations && sleep 1; }
sleep 1
ssh-keygen -q -t ed25519 -N '' -f ../key
d config signers "{\"paul@example.org\":[\"$(cut -d ' ' -f 1,2 ../key.pub)\"]}"
tag v1.3
d channel set stable v1.3 --app-versions '>=2 <3' --sign ../key
d set de 'common:title' 'Startseite | next-i18next'
d set de 'common:shallow-route' 'Zur Shallow-Route {{counter}}'
tag v1.4-rc.1
d channel set beta v1.4-rc.1 --sign ../key
d set fr 'client-page:counter' 'Compteur : {{count}}'
tag v1.4
d channel set production v1.4 --app-versions '>=3.2' --sign ../key
is 'Inès Marchand' ines@example.org
d propose de common:change-locale 'Sprache wechseln' --note '“Locale” is not a German word.'
d propose de client-page:description 'App Router (Clientkomponente — Übersetzungen werden über i18next-http-backend nachgeladen)' \
    --note 'Written as one word, as in the glossary: Clientkomponente.'
d propose de common:to-client-page 'Zur Client-Seite'
d propose fr common:error-with-status 'Une erreur {{statusCode}} est survenue sur le serveur' \
    --note '“Sur serveur” lacks its article, and “est survenue” is what the other error pages say.'
is 'Argos' argos@example.org
d propose fr common:error-with-status 'Attention : une erreur {{status}} est survenue' --guid 0e7c9b15-88d1-4c6f-a2f3-1b2c3d4e5f04
is 'Paul Okafor' paul@example.org

# The README's picture is drawn in a copy of the project, because the proposal that is decided there
# would otherwise be missing on the pages.
cp -r . ../copy
python3 "$here/terminal.py" "$(command -v "$dragoman")" ../copy "$here/terminal.svg" status 'review de < y q'

"$dragoman" serve . --listen 127.0.0.1:0 --state "$directory/state" >../server.txt 2>../server.log &
server=$!
processes+=("$server")
for _ in $(seq 300); do
    page=$(sed -nE 's|^ *pages +(.*)$|\1|p' ../server.txt)
    token=$(sed -nE 's|^ *token +(.*)$|\1|p' ../server.txt)
    [ -z "$page" ] || ! curl -sf "${page%/projects/*}/health/ready" >/dev/null || break
    kill -0 "$server" 2>/dev/null || { cat ../server.log >&2; exit 1; }
    sleep 0.1
done
# The checks of all languages take a moment.
sleep 3
mkdir -p "$here/../server/pages"
export PYTHONPATH="$here/../../Tests/EndToEndTests/Pages/Browser" PYTHONDONTWRITEBYTECODE=1
"${PYTHON:-python3}" "$here/screenshots.py" "$page" "$token" "$here/../server/pages"

# The app, in which somebody else has proposed a text already.
DRAGOMAN=$dragoman DEMO_DIR="$directory/in-context" "$here/demo-in-context.sh" >../in-context.txt &
demo=$!
processes+=("$demo")
for _ in $(seq 300); do
    ! grep -q Ctrl-C ../in-context.txt || break
    kill -0 "$demo" 2>/dev/null || { cat ../in-context.txt >&2; exit 1; }
    sleep 0.1
done
app=$(sed -nE 's|^The app +||p' ../in-context.txt)
api=$(sed -nE 's|^The pages +(.*)/projects/shop$|\1/api/v1/projects/shop|p' ../in-context.txt)
curl -sf -o ../proposal.json -H 'Dragoman-Guid: 3b0f8d0e-1c5a-4f0b-9a55-7d1c2f3e4a02' \
    --json '{"locale": "de", "section": "common", "key": "language", "value": "Sprache ändern"}' "$api/proposals"
mkdir -p "$here/../guide/in-context"
"${PYTHON:-python3}" "$here/in-context-screenshots.py" "$app" "$here/../guide/in-context"
