"""Plays ConnectX on Kaggle with the program beside this file.

Kaggle calls the last function of this file for every move. It starts the
program once per game. If the program fails, it plays any column that is not
full: an illegal column loses at once.
"""

import json
import os
import stat
import subprocess
import sys

NAME = "connect4-kaggle"
programs = {}


def folders(configuration):
    # Kaggle runs this text without setting __file__; kaggle-environments passes
    # the file's path in the configuration.
    for this in (globals().get("__file__"), configuration.get("__raw_path__")):
        if this:
            yield os.path.dirname(os.path.abspath(this))
    yield "/kaggle_simulations/agent"
    yield os.getcwd()


def start(configuration):
    paths = [os.path.join(folder, NAME) for folder in folders(configuration)]
    path = next((path for path in paths if os.path.isfile(path)), None)
    if path is None:
        raise FileNotFoundError("there is no " + " and no ".join(paths))
    if not os.access(path, os.X_OK):
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    pipe = subprocess.PIPE
    return subprocess.Popen([path], stdin=pipe, stdout=pipe, universal_newlines=True)


def ask(observation, configuration):
    # Both players may be in one process: one program per mark.
    mark = observation["mark"]
    if mark not in programs or programs[mark].poll() is not None:
        programs[mark] = start(configuration)
    program = programs[mark]
    request = {
        "rows": configuration["rows"],
        "columns": configuration["columns"],
        "inarow": configuration["inarow"],
        "mark": mark,
        "board": list(observation["board"]),
        # The clock: seconds per move, and those left for longer moves.
        "actTimeout": configuration.get("actTimeout"),
        "remainingOverageTime": observation.get("remainingOverageTime"),
    }
    program.stdin.write(json.dumps(request) + "\n")
    program.stdin.flush()
    return int(program.stdout.readline())


def any_column(observation, configuration):
    columns = configuration["columns"]
    from_centre = sorted(range(columns), key=lambda c: abs(2 * c - columns + 1))
    return next(c for c in from_centre if observation["board"][c] == 0)


def agent(observation, configuration):
    try:
        return ask(observation, configuration)
    except Exception as error:
        print(NAME, "failed:", repr(error), file=sys.stderr)
        return any_column(observation, configuration)
