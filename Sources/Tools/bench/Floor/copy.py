# What SQLite alone takes for a read model: copies finished tables as they are, and makes their indexes.
#
# copy.py READ-MODEL DATABASE
import sqlite3, sys

source, path = sys.argv[1:]
database = sqlite3.connect(path, isolation_level=None)
database.executescript("pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -65536;")
database.execute("attach ? as finished", (source,))
made = database.execute(
    "select type, name, sql from finished.sqlite_schema where sql is not null and name not glob 'sqlite_*'").fetchall()
database.execute("begin")
for kind, name, sql in made:
    if kind == "table":
        database.execute(sql)
        database.execute(f'insert into main."{name}" select * from finished."{name}"')
for kind, _, sql in made:
    if kind == "index":
        database.execute(sql)
database.execute("commit")
