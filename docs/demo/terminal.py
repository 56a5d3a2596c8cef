"""Draws the real output of commands at a terminal of 80 columns, as an SVG file.

usage: terminal.py DRAGOMAN DIRECTORY OUTPUT.svg COMMAND...

Each command is a line of words, such as `status`. Words after ` < ` are the keys to press, one for each question.
"""

import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time
import unicodedata
from html import escape

COLUMNS, WIDTH, HEIGHT, MARGIN = 80, 8.4, 19, 16
# The styles for SGR parameters; the colors are distinguishable on a dark background, even with
# impaired color vision.
STYLES = {"1": "b", "2": "d", "31": "r", "32": "g", "33": "y", "34": "l", "35": "m", "36": "c", "7": "b", "4": "u"}
CSS = """
text { font: 14px ui-monospace, 'DejaVu Sans Mono', 'Noto Sans Mono', Menlo, Consolas, monospace; fill: #d8dee9; white-space: pre; }
.b { font-weight: 700; fill: #fff; } .d { fill: #97a0b3; } .r { fill: #ff8f8f; } .g { fill: #7fd79a; } .y { fill: #f0c674; }
.l { fill: #8fb4ff; } .m { fill: #d6a6f5; } .c { fill: #7fd3e0; } .u { text-decoration: underline; } .p { fill: #7fd79a; }
"""


def run(program, directory, words, keys, seconds=30):
    """Returns the output of a command. Presses the next key whenever the output pauses."""
    pid, terminal = pty.fork()
    if pid == 0:
        time.sleep(0.2)  # until the terminal has its size
        os.chdir(directory)
        os.environ.update(TERM="xterm-256color", LANG="C.UTF-8", PAGER="cat")
        os.environ.pop("NO_COLOR", None)
        os.execvp(program, ["dragoman", *words])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    output, end, keys = b"", time.monotonic() + seconds, list(keys)
    while time.monotonic() < end:
        if not select.select([terminal], [], [], 1)[0]:
            if keys:
                os.write(terminal, keys.pop(0).encode())
            continue
        try:
            part = os.read(terminal, 4096)
        except OSError:
            break
        if not part:
            break
        output += part
    os.close(terminal)
    if os.waitpid(pid, 0)[1] != 0:
        sys.exit(f"terminal.py: `dragoman {' '.join(words)}` failed:\n{output.decode()}")
    return output.decode()


def width(text):
    """Returns the number of columns that a text occupies; see UAX #11."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
    )


def drawn(line, y):
    """Returns a line with its colors as SVG, with each run at its first column."""
    column, style, runs = 0, "", []
    for part in re.split(r"(\x1b\[[0-9;?]*[A-Za-z])", line):
        if part.startswith("\x1b"):
            if part.endswith("m"):
                names = part[2:-1].split(";")
                style = " ".join(STYLES[name] for name in names if name in STYLES)
            continue
        if part:
            kind = f' class="{style}"' if style else ""
            runs.append(f'<tspan x="{MARGIN + column * WIDTH:.1f}"{kind}>{escape(part)}</tspan>')
            column += width(part)
    return f'<text y="{y}">{"".join(runs)}</text>' if runs else ""


def main():
    program, directory, output, *commands = sys.argv[1:]
    lines = []
    for command in commands:
        words, _, keys = command.partition(" < ")
        lines.append(f"\x1b[32m$ \x1b[0m\x1b[1mdragoman {words}\x1b[0m")
        printed = run(os.path.abspath(program), directory, words.split(), keys.split())
        lines += printed.replace("\r\n", "\n").rstrip("\n").split("\n") + [""]
    lines.pop()
    height = MARGIN * 2 + HEIGHT * len(lines)
    body = "\n".join(filter(None, (drawn(line, MARGIN + HEIGHT * (index + 0.75)) for index, line in enumerate(lines))))
    across = MARGIN * 2 + COLUMNS * WIDTH
    with open(output, "w", encoding="utf-8") as file:
        file.write(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{across:.0f}" height="{height}" role="img" '
            f'aria-label="What the commands print at a terminal">\n<style>{CSS}</style>\n'
            f'<rect width="100%" height="100%" rx="8" fill="#1b2130"/>\n{body}\n</svg>\n'
        )


main()
