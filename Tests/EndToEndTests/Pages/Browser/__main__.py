"""Runs scenarios of people with a browser: python3 Browser NAME, with the server described in the environment.

Prints a line that begins with FAILED for each problem, and exits with 1 if there is one.
"""

import importlib
import signal
import sys
import traceback

from scene import GivenUp, Scene


def main(name):
    # Ending this program also ends its browsers.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    scene = Scene()
    try:
        importlib.import_module(name).run(scene)
    except GivenUp:
        pass
    except Exception:
        scene.expect(False, traceback.format_exc())
    finally:
        scene.end()
    sys.exit(1 if scene.failures else 0)


main(sys.argv[1])
