# The floor: a script that only parses its input and inserts rows into SQLite, in one transaction.
#
# floor.py files LIST DATABASE   parses the flat JSON files listed in LIST, one path per line, and inserts every text.
# floor.py events LINES DATABASE  parses event lines, inserts as many rows, and prints the time of the inserts alone.
import json, os, sqlite3, sys, time

mode, source, path = sys.argv[1:]
database = sqlite3.connect(path)
database.execute("pragma journal_mode=wal")
database.execute(
    "create table t(locale text, section text, key text, value text,"
    " primary key(locale, section, key)) without rowid")


def texts():
    for name in open(source).read().splitlines():
        locale = os.path.basename(name)[:-len(".json")]
        for key, value in json.load(open(name)).items():
            if not key.startswith("@") and isinstance(value, str):
                yield locale, "core", key, value


def events():
    seen = set()
    for line in open(source):
        event = json.loads(line)
        place = event["locale"], event.get("section", ""), event.get("key", "")
        # The table has one row per key, but a log has several events per key.
        if place in seen:
            place = place[0], place[1], place[2] + "#" + event["id"]
        seen.add(place)
        yield *place, json.dumps(event.get("value"), ensure_ascii=False)


rows = texts() if mode == "files" else list(events())
start = time.monotonic()
database.executemany("insert into t values(?,?,?,?)", rows)
database.commit()
print(time.monotonic() - start)
