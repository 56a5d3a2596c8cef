#!/bin/bash
# Demonstrates the main workflow on real input, from an empty directory to exported files. Keeps
# the repository.
#
# DRAGOMAN is the program (default: the one in PATH). DEMO_DIR is the directory to create (default:
# a temporary one). Exits with an error as soon as a result is unexpected.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/shell.sh"
cp -R "$here/data" data

maya() { is 'Maya Okafor' maya@example.org a4fd0d4c-6b0a-4d53-9c47-6c8d0f0f3a01 'developer'; }
luc() { is 'Luc Bernard' luc@example.org 5b1d2d0e-40ab-4b8e-8b44-0a1f2f3c4d02 'translator for French'; }
ines() { is 'Inès Tremblay' ines@example.org c90f3a77-2f7e-4a9e-9d0c-7e6f5a4b3c03 'translator for Canadian French'; }
rosa() { is 'Rosa Lind' rosa@example.org 0e7c9b15-88d1-4c6f-a2f3-1b2c3d4e5f04 'reviewer'; }

printf '%sDragoman: translations as an append-only log of events in Git.%s\n' "$bold" "$plain"
printf 'Everything happens in %s\n' "$directory"

section 'Creating a project'
maya
run 'dragoman init translations'
run 'cd translations'
say 'It is an ordinary Git repository without a work tree. Its one branch contains the log.'
run 'git ls-tree -r --name-only translations'
run 'git show translations:dragoman.json'

section 'Source strings and languages'
say 'The 30 texts of an app whose keys are English, and five namespaces of an app that uses i18next:'
run 'dragoman import ../data/verid-template.xml --locale en'
run 'dragoman import ../data/i18next/en/*.json'
run 'dragoman locale add de fr fr-CA'
run 'dragoman import ../data/i18next/de/*.json'
run 'dragoman list --search camera'
run 'dragoman locale list'
run 'dragoman status'

section 'Translators add texts'
luc
run 'dragoman import ../data/fr.xml'
ines
say 'A regional language contains only the texts that differ. The rest comes from French.'
run 'dragoman import ../data/fr_CA.xml'
run 'dragoman set fr-CA common:h1 "Un exemple tout simple"'
run 'dragoman get fr-CA "Camera access denied"'
run 'dragoman get fr-CA "Please wait" --fallback'
run 'dragoman status'
maya
run 'git tag v1.0 translations'

section 'Two people propose different texts'
ines
run 'first=$(dragoman propose fr-CA "Hold it" "Restez immobile" --note "shorter"); echo $first'
luc
run 'other=$(dragoman propose fr-CA "Hold it" "Tenez bon"); echo $other'
ines
run 'dragoman get fr-CA "Hold it" --fallback'
say 'Each guid can have one open proposal per text. A new proposal replaces it.'
run 'better=$(dragoman propose fr-CA "Hold it" "Restez bien immobile"); echo $better'
run 'dragoman proposals --key "Hold it"'
luc
say 'A proposal can be withdrawn with the guid that made it.'
run 'slip=$(dragoman propose fr-CA common:h1 "Un example"); echo $slip'
run 'dragoman delete $slip'
say 'This one has a mistake that would break the app: a %d is missing.'
run 'tip=$(dragoman propose fr "Tip %d of %d" "Conseil %d"); echo $tip'

section 'Refusals and hints'
ines
refused 'dragoman propose fr-CA "Hold it" "Restez bien immobile"'
refused 'dragoman delete $other'
refused 'dragoman propose fr-CA "Hold is" "Attendez"'
refused 'dragoman propose sv Cancel Avbryt'

section 'Review'
rosa
run 'dragoman proposals --state open'
run 'dragoman accept $better'
run 'dragoman reject $other --reason "style:“Tenez bon” means: do not give up."'
refused 'dragoman accept $tip'
run 'dragoman accept $tip --value "Conseil %d sur %d"'
refused 'dragoman accept $better'
luc
run 'dragoman proposals --mine'
expect 'dragoman get fr-CA "Hold it"' 'Restez bien immobile'
expect 'dragoman get fr "Tip %d of %d"' 'Conseil %d sur %d'
maya
say 'The source text changes. Translations of the old one are now stale.'
run 'dragoman string edit "Show tips" "Show me tips"'
run 'git tag v1.1 translations'

section 'Changes between the two tags'
run 'dragoman diff v1.0..v1.1'
run 'dragoman show $better'
run 'dragoman log -n 3'
run 'dragoman status'
say 'Missing and stale texts are warnings. In languages that a release requires, they are errors.'
run 'dragoman check fr-CA | sed -n 1,6p'
finds 'dragoman check fr --require fr > ../findings.txt'
run 'grep stale ../findings.txt'

section 'Blame and revert'
run 'dragoman blame fr-CA "Hold it"'
luc
run 'dragoman set fr "Hold it" "Tenez bon"'
run 'dragoman set fr "Camera access denied" "Non"'
rosa
say 'Reverting everything since the tag restores the previous texts.'
run 'dragoman revert v1.1..translations --dry-run'
run 'dragoman revert v1.1..translations'
expect 'dragoman get fr "Hold it"' 'Ne bougez plus'
run 'git log -1 --format=%B translations'

section 'Files for the app'
run 'dragoman export --format verid-xml -o ../out/xml'
run 'ls ../out/xml'
run 'head -n 10 ../out/xml/fr_CA.xml'
run 'dragoman export --format i18next-json --flat -o ../out/json'
run 'ls ../out/json ../out/json/fr-CA'
run 'head -n 5 ../out/json/de/common.json'
say 'The files at the first tag:'
run 'dragoman export --format verid-xml --locale fr-CA --rev v1.0 > ../fr_CA-v1.0.xml'
finds 'diff ../fr_CA-v1.0.xml ../out/xml/fr_CA.xml'
# The two accepted texts, and the changed source text with the key that it now requires.
expect 'diff ../fr_CA-v1.0.xml ../out/xml/fr_CA.xml | grep -c "^>"' 4

section 'The same bytes from a shallow clone'
run 'git clone --quiet --depth 1 "file://$PWD" ../shallow'
run 'git -C ../shallow rev-list --count HEAD'
run 'dragoman -C ../shallow export --format verid-xml -o "$PWD/../from-shallow"'
run 'for file in ../out/xml/*; do cmp "$file" "../from-shallow/${file##*/}"; done'
say 'All files are identical.'

section 'Two people and a hub'
luc
run 'git init --quiet --bare -b translations ../hub.git'
run 'dragoman remote add origin ../hub.git'
run 'dragoman push'
run 'dragoman clone ../hub.git ../laptop'
say 'Both write independently, and then sync.'
run 'dragoman set fr "Hold it" "Tenez bon"'
ines
run 'dragoman -C ../laptop propose fr "Hold it" "Ne bougez surtout pas"'
run 'dragoman -C ../laptop sync'
luc
run 'dragoman sync'
ines
run 'dragoman -C ../laptop sync'
expect 'git rev-parse translations' "$(git -C ../hub.git rev-parse translations)"
expect 'git -C ../laptop rev-parse translations' "$(git rev-parse translations)"
say 'Events that plain Git removed are detected and restored.'
run 'git update-ref refs/heads/translations translations~3'
finds 'dragoman fsck'
run 'dragoman fsck --restore'
expect 'dragoman get fr "Hold it"' 'Tenez bon'

section 'A release bundle'
run 'dragoman bundle --rev v1.1 -o ../release.tar.gz'
run 'tar tzf ../release.tar.gz | sed -n 1,5p'
run 'dragoman verify ../release.tar.gz'

section 'Proof'
run 'dragoman fsck'
run 'git fsck --strict'
expect 'git for-each-ref --format="%(refname)" refs/heads' 'refs/heads/translations'

section 'Reading it with plain Git'
run 'git log --oneline'
run 'git show --format=fuller v1.1~1 | sed -n 1,24p'

printf '\n%sThe repository is in %s/translations%s\n' "$bold" "$directory" "$plain"
cat <<END

To look around:
  cd $directory/translations
  git log --stat
  git show v1.0:README.md
  git grep -h '"key":"Hold it"' translations -- events
  dragoman log
  dragoman diff v1.0..v1.1 --locale fr-CA
END
