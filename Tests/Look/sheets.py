#!/usr/bin/env python3
"""Takes pictures of the editor's screens in a real terminal window, and puts those of a screen on one sheet.

    sheets.py FOLDER             all screens, in all looks and sizes: FOLDER/canvas.png and so on
    sheets.py FOLDER SCREEN...   these screens

--size 80x24 and --look dark limit the pictures. MORTISE_BINARY names the binary. Needs Debian's packages xvfb, xterm,
tmux, imagemagick and fonts-dejavu. A sheet has a row for each look and a column for each size."""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXAMPLES = ROOT / "examples"
SIZES = ("40x12", "80x24", "120x40", "200x50")
# The terminal's type, its colours, and the theme.
LOOKS = {
    "dark": ("xterm-256color", "#101114", "#dcdee2", "dark"),
    "light": ("xterm-256color", "#fafaf8", "#1e1e1e", "light"),
    "high-contrast": ("xterm-256color", "#000000", "#ffffff", "high-contrast"),
    "sixteen": ("xterm-16color", "#101114", "#dcdee2", "dark"),
    "none": ("vt220", "#101114", "#dcdee2", "dark"),
}
# A program in two versions, of which the other gives the conflict.
VERSION = """<xml><block type="text_print" id="p" x="0" y="0"><value name="TEXT"><block type="text" id="t"><field name="TEXT"
>%s</field></block></value></block></xml>"""
DOWN = ["Down"] * 3
# The program, and the keys; a word in angle brackets is waited for on the screen.
SCREENS = {
    "canvas": ("guessing-game.json", DOWN),
    "toolbox": ("guessing-game.json", DOWN + ["t", "Down", "Enter"]),
    "line": ("guessing-game.json", DOWN + ["a", "print li"]),
    "dialog": ("fizzbuzz.xml", ["Down"] + ["Right"] * 5 + ["Enter"]),
    "palette": ("guessing-game.json", DOWN + [":", "wr"]),
    "menu": ("guessing-game.json", DOWN + [","]),
    "help": ("guessing-game.json", DOWN + ["?"]),
    "output": ("fizzbuzz.xml", ["F5", "<ended>"]),
    "breakpoint": ("fizzbuzz.xml", ["Down", "Down", "F9", "Down", "Down", "F9", "F5", "<stopped>"]),
    "past": ("fizzbuzz.xml", ["Down", "Down", "F9", "F5", "<stopped>", "C-F11", "C-F11"]),
    "states": ("states.xml", ["Down", "F9", "Down", "D", "Down", "s", "Down", "s", "/", "total", "Enter"]),
    "conflict": ("conflict.xml", []),
    "session": ("fizzbuzz.xml", DOWN),
    "tutor": (None, []),
}
STATES = """<xml><block type="variables_set" x="0" y="0"><field name="VAR">total</field><value name="VALUE"><block
 type="math_number"><field name="NUM">0</field></block></value><next><block type="text_print"><value name="TEXT"><block
 type="text"><field name="TEXT">with a breakpoint</field></block></value><next><block type="text_print"><value
 name="TEXT"><block type="text"><field name="TEXT">disabled</field></block></value><next><block type="text_print"><value
 name="TEXT"><block type="text"><field name="TEXT">selected</field></block></value><next><block type="math_change"><field
 name="VAR">total</field></block></next></block></next></block></next></block></next></block><block
 type="controls_flow_statements" x="0" y="320"><field name="FLOW">BREAK</field></block></xml>"""


class Terminal:
    """A terminal window on a display of its own, in which tmux runs a command."""

    def __init__(self, look, size, command, folder):
        term, background, foreground, _ = LOOKS[look]
        self.folder, self.children = folder, []
        read, write = os.pipe()
        self.start(["Xvfb", "-displayfd", str(write), "-screen", "0", "2600x1700x24"], pass_fds=[write])
        os.close(write)
        with os.fdopen(read) as pipe:
            self.display = ":" + pipe.readline().strip()
        (folder / "tmux.conf").write_text(
            "set -g status off\nset -g default-terminal tmux-256color\nset -as terminal-overrides ',*:RGB'\n"
            "set -s escape-time 5\n"
        )
        colors = "COLORTERM=truecolor" if term == "xterm-256color" else "-u COLORTERM"
        inner = f"env {colors} TERM={term} HOME={folder} {command}"
        self.start(
            ["xterm", "-fa", "DejaVu Sans Mono", "-fs", "9", "-b", "0", "-bg", background, "-fg", foreground, "-geometry",
             size + "+0+0", "-e", "tmux", "-S", str(folder / "tmux"), "-f", str(folder / "tmux.conf"), "new-session", inner],
            env={**os.environ, "DISPLAY": self.display, "TMUX": ""},
        )

    def start(self, command, **options):
        self.children.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options))

    def tmux(self, *arguments):
        done = subprocess.run(["tmux", "-S", str(self.folder / "tmux"), *arguments], capture_output=True, text=True)
        return done.stdout

    def settle(self, word=""):
        """Waits until the screen shows a word and no longer changes."""
        before, end = None, time.monotonic() + 20
        while time.monotonic() < end:
            now = self.tmux("capture-pane", "-p", "-e")
            if now.strip() and now == before and word in now:
                return
            before = now
            time.sleep(0.15)
        raise SystemExit(f"“{word}” doesn't appear; the screen is:\n{before}")

    def press(self, keys):
        for key in keys:
            if re.fullmatch("<.+>", key):
                self.settle(key[1:-1])
            else:
                self.tmux("send-keys", key)
                time.sleep(0.03)
        self.settle()

    def save(self, path):
        time.sleep(0.3)
        subprocess.run(["import", "-display", self.display, "-window", "root", "-trim", str(path)], check=True)

    def close(self):
        self.tmux("kill-server")
        for child in reversed(self.children):
            child.terminate()
            child.wait()


def picture(binary, screen, look, size, path):
    program, keys = SCREENS[screen]
    folder = pathlib.Path(tempfile.mkdtemp())
    others = []
    try:
        command = f"{binary} --theme {LOOKS[look][3]} "
        if screen == "conflict":
            for name, words in (("base", "Hello"), ("ours", "Good day"), ("theirs", "Good evening")):
                (folder / f"{name}.xml").write_text(VERSION % words)
            versions = [str(folder / f"{name}.xml") for name in ("base", "ours", "theirs")]
            file = folder / program
            subprocess.run([binary, "merge", *versions, "-o", str(file)], capture_output=True)
            command += str(file)
        elif program is None:
            command = f"{binary} tutor --theme {LOOKS[look][3]}"
        else:
            file = folder / program
            file.write_text(STATES if screen == "states" else (EXAMPLES / program).read_text())
            command += str(file)
        if screen == "session":
            environment = {**os.environ, "HOME": str(folder)}
            host = subprocess.Popen([binary, "serve", str(file)], env=environment, stdout=subprocess.PIPE)
            others.append(host)
            host.stdout.readline()
            second = folder / "second"
            second.mkdir()
            other = Terminal("none", "80x24", f"env HOME={folder} {binary} {file}", second)
            other.settle()
            other.press(["Down"] * 5)
        terminal = Terminal(look, size, command, folder)
        try:
            terminal.settle()
            terminal.press(keys)
            terminal.save(path)
        finally:
            terminal.close()
            if screen == "session":
                other.close()
    finally:
        for process in others:
            process.terminate()
            process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("screens", nargs="*", metavar="SCREEN", choices=[[], *SCREENS])
    parser.add_argument("--size", action="append", choices=SIZES)
    parser.add_argument("--look", action="append", choices=LOOKS)
    options = parser.parse_args()
    missing = [tool for tool in ("Xvfb", "xterm", "tmux", "import", "montage") if not shutil.which(tool)]
    if missing:
        sys.exit("sheets.py: missing: " + ", ".join(missing))
    binary = os.path.abspath(os.environ.get("MORTISE_BINARY", ROOT / ".build/debug/mortise"))
    options.folder.mkdir(parents=True, exist_ok=True)
    sizes, looks = options.size or SIZES, options.look or list(LOOKS)
    jobs = [(screen, look, size) for screen in options.screens or SCREENS for look in looks for size in sizes]
    paths = {job: options.folder / "single" / ("-".join(job) + ".png") for job in jobs}
    (options.folder / "single").mkdir(exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        for job, done in {job: pool.submit(picture, binary, *job, paths[job]) for job in jobs}.items():
            done.result()
    for screen in options.screens or SCREENS:
        files = [str(paths[screen, look, size]) for look in looks for size in sizes]
        sheet = options.folder / f"{screen}.png"
        subprocess.run(
            ["montage", *files, "-tile", f"{len(sizes)}x{len(looks)}", "-geometry", "+6+6", "-gravity", "northwest",
             "-background", "#777777", str(sheet)], check=True)
        print(sheet)


if __name__ == "__main__":
    main()
