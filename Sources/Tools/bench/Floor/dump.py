# Writes the texts of languages from the read model to JSON files, a flat object each, and nothing else.
#
# dump.py DATABASE DIRECTORY [LANGUAGE…]; all languages without any.
import json, os, sqlite3, sys

path, directory, *wanted = sys.argv[1:]
database = sqlite3.connect(path)
database.text_factory = lambda text: text.decode()
if not wanted:
    wanted = [row[0] for row in database.execute("select distinct locale from unit_state")]
for language in wanted:
    rows = database.execute(
        "select string.key, unit.value from unit_state as unit join string on string.subject = unit.string"
        " where unit.locale = ? and unit.value is not null order by string.section, string.key",
        (language,))
    with open(os.path.join(directory, language + ".json"), "w") as file:
        json.dump({key.decode(): json.loads(value) for key, value in rows}, file,
                  ensure_ascii=False, indent=2)
