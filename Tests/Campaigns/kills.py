#!/usr/bin/env python3
"""Kills the editor again and again, and compares what it recovers: kill9.py of the campaigns beside the project.

    kills.py KILL9 BINARY [--kills N] [--seed N]

The campaign reads the numbers of steps from the title, which shows them only after an undo. So one step is undone and
redone before they are read."""

import importlib.util
import pathlib
import re
import sys

sys.dont_write_bytecode = True
script = pathlib.Path(sys.argv.pop(1))
sys.path.insert(0, str(script.parent))
spec = importlib.util.spec_from_file_location("kill9", script)
kill9 = importlib.util.module_from_spec(spec)
spec.loader.exec_module(kill9)

UNDO, REDO = "\x1a", "\x19"


def counts(terminal):
    found = re.findall(r"undo (\d+) · redo (\d+)", terminal.screen())
    return (int(found[-1][0]), int(found[-1][1])) if found else None


def seen(campaign, terminal):
    """Returns the value that the editor shows, and the numbers of steps to undo and redo."""
    for _ in range(3):
        value = re.findall(r"“(v\d+)”", terminal.screen())
        if value:
            break
    else:
        raise kill9.Failure("the screen shows no value: " + terminal.screen()[-300:])
    shown = counts(terminal)
    if shown:
        return value[-1], *shown
    terminal.keys(UNDO)
    shown = counts(terminal)
    if not shown:
        return value[-1], 0, 0
    terminal.keys(REDO)
    return value[-1], shown[0] + 1, 0


kill9.Campaign.seen = seen
kill9.main()
