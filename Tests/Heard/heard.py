"""A program in a terminal screen reader, yasr or Fenrir, on a pseudo-terminal: the words that are spoken for each key,
and the screen. The readers are those that bin/lib/readers.sh extracts; here, they speak into a pipe."""

import collections
import configparser
import fcntl
import os
import pathlib
import re
import select
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time

HERE = pathlib.Path(__file__).resolve().parent
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
READERS = CACHE / "mortise/readers"
MODULES = READERS / "usr/lib/python3/dist-packages"
sys.path.insert(0, str(MODULES))

COLUMNS, ROWS = 80, 24
# The seconds without output after which an answer is complete, and the longest time to wait for one.
QUIET, PATIENCE = 0.12, 20.0

# The answer to a key: the utterances, the text of the last two rows, and the cells of a braille display with 40 cells
# that follows the cursor, up to the cursor and from there.
Answer = collections.namedtuple("Answer", "spoken sentence cells")


class HeardError(Exception):
    """An error of the harness itself."""


# MARK: Keys

ARROWS = {"Up": "A", "Down": "B", "Right": "C", "Left": "D"}
PLAIN = {"Enter": "\r", "Esc": "\x1b", "Tab": "\t", "Backspace": "\x7f", "Delete": "\x1b[3~", "Space": " ",
         "PageUp": "\x1b[5~", "PageDown": "\x1b[6~", "S-Tab": "\x1b[Z", "S-F5": "\x1b[15;2~"}
FUNCTIONS = {f"F{number}": f"\x1b[{code}~" for number, code in
             zip(range(5, 13), (15, 17, 18, 19, 20, 21, 23, 24))}
MODIFIERS = {"S": 2, "A": 3, "C": 5}
# The keys that differ between the terminals.
DIFFERENT = {
    "linux": {"Home": "\x1b[1~", "End": "\x1b[4~", "F5": "\x1b[[E"},
    "xterm-256color": {"Home": "\x1bOH", "End": "\x1bOF",
                       **{name: f"\x1bO{letter}" for name, letter in ARROWS.items()}},
}


def key_bytes(key, terminal):
    """Returns what a terminal sends for a key such as “Down”, “C-s” or “x”."""
    if len(key) == 1:
        return key.encode()
    for table in (DIFFERENT[terminal], PLAIN, FUNCTIONS):
        if key in table:
            return table[key].encode()
    if key in ARROWS:
        return f"\x1b[{ARROWS[key]}".encode()
    modifier, _, rest = key.partition("-")
    if modifier in MODIFIERS and rest in ARROWS:
        return f"\x1b[1;{MODIFIERS[modifier]}{ARROWS[rest]}".encode()
    if modifier == "A":
        return b"\x1b" + key_bytes(rest, terminal)
    if modifier == "C" and len(rest) == 1:
        return bytes([ord(rest.upper()) & 31])
    raise HeardError(f"unknown key {key!r}")


# MARK: Readers

class Yasr:
    """yasr, which speaks what is written to the terminal."""

    terminal = "xterm-256color"

    @staticmethod
    def prepare():
        """yasr needs no preparation."""

    @staticmethod
    def command(shell, speech, folder):
        """Writes Debian's configuration, without the keys that it takes from programs. Returns the command."""
        lines, section = [], ""
        for line in (READERS / "etc/yasr/yasr.conf").read_text().splitlines():
            section = line if line.startswith("[") else section
            if section != "[normalkeys]" and not line.startswith(("synthesizer", "#")):
                lines.append(line)
        at = lines.index("[options]") + 1
        # The port comes last: yasr opens it at once.
        lines[at:at] = ["synthesizer=emacspeak server", f"synthesizer port={speech}"]
        (folder / ".yasr.conf").write_text("\n".join(lines) + "\n")
        return [str(READERS / "usr/bin/yasr"), str(shell)]

    @staticmethod
    def utterances(data):
        """Returns the texts of an Emacspeak server's commands, and the data of an incomplete one."""
        *commands, rest = data.split(b"\r")
        texts = (re.fullmatch(rb"(?:q|l) \{(.*)\}\s*", command.strip(), re.DOTALL) for command in commands)
        return [text[1].decode(errors="replace") for text in texts if text], rest

    @staticmethod
    def sign_words():
        """The words that yasr says for signs."""
        text = (READERS / "etc/yasr/yasr.conf").read_text().partition("[dict]")[2]
        return [line.partition("=")[2] for line in text.split("\n") if "=" in line]


class Fenrir:
    """Fenrir, which speaks the differences between two screens."""

    terminal = "linux"
    python = "/usr/bin/python3" if os.access("/usr/bin/python3", os.X_OK) else sys.executable
    settings = {
        "sound": {"enabled": "False", "driver": "dummyDriver"},
        "speech": {"driver": "pipeDriver"},
        "screen": {"driver": "ptyDriver"},
        # There are no shortcuts, so that Esc, F5 and the arrows with Alt reach the program.
        "keyboard": {"driver": "ptyDriver", "keyboardLayout": os.devnull},
        "general": {"debugFile": os.devnull, "autoSpellCheck": "False", "commandPath": "",
                    "punctuationProfile": str(READERS / "etc/fenrirscreenreader/punctuation/default.conf")},
        "remote": {"driver": "dummyDriver"},
    }

    @staticmethod
    def prepare():
        """Adds our speech driver to the copy, and the folder of settings without which Fenrir doesn't start."""
        shutil.copy(HERE / "pipeDriver.py", MODULES / "fenrirscreenreader/speechDriver")
        (MODULES.parent / "config").mkdir(exist_ok=True)

    @classmethod
    def command(cls, shell, speech, folder):
        """Writes Debian's settings with ours. Returns the command."""
        settings = configparser.ConfigParser()
        settings.optionxform = str
        settings.read(READERS / "etc/fenrirscreenreader/settings/settings.conf")
        for section, values in cls.settings.items():
            settings[section].update(values)
        settings["general"]["shell"] = str(shell)
        with open(folder / "fenrir.conf", "w") as file:
            settings.write(file)
        return [cls.python, str(READERS / "usr/bin/fenrir"), "-s", str(folder / "fenrir.conf")]

    @staticmethod
    def utterances(data):
        """Returns the lines that our driver writes, and the data of an incomplete one."""
        *lines, rest = data.split(b"\n")
        return [line.decode(errors="replace") for line in lines], rest

    @staticmethod
    def sign_words():
        """The words that Fenrir says for signs."""
        text = (READERS / "etc/fenrirscreenreader/punctuation/default.conf").read_text()
        signs = text.partition("[punctDict]")[2].partition("[customDict]")[0]
        return re.findall(r":===:(.+)", signs)


KINDS = {"yasr": Yasr, "fenrir": Fenrir}


# MARK: Sessions

class Session:
    """A program in a reader. Its folder is also the home folder."""

    def __init__(self, reader, command, folder):
        import pyte  # from the extracted packages

        self.kind = KINDS[reader]
        self.folder = folder
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.ByteStream(self.screen)
        self.pipes = {name: make_pipe(folder / name) for name in ("speech", "idle")}
        self.rest, self.spoken, self.is_idle, self.is_open = b"", [], False, True
        shell = folder / "program.sh"
        shell.write_text(
            f"#!/bin/sh\nexport TERM={self.kind.terminal} MORTISE_IDLE_FD=9\n"
            f"echo $$ >pid\nexec 9>{shlex.quote(str(folder / 'idle'))}\nexec {shlex.join(command)}\n")
        shell.chmod(0o755)
        self.terminal, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.process = subprocess.Popen(
            self.kind.command(shell, folder / "speech", folder), stdin=theirs, stdout=theirs, stderr=theirs,
            env=self.environment(), cwd=folder, start_new_session=True)
        os.close(theirs)

    def environment(self):
        """The environment without what the user has set for terminals and folders."""
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("XDG_", "TMUX", "COLORTERM", "MORTISE_", "LC_"))}
        return kept | {"HOME": str(self.folder), "TERM": self.kind.terminal, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
                       "PYTHONPATH": str(MODULES), "HEARD_PIPE": str(self.folder / "speech")}

    def press(self, key, until=""):
        """Presses a key, and waits for the answer: until the editor is idle, the reader is quiet, and a text has been
        spoken."""
        self.is_idle = False
        if not self.is_open:
            raise HeardError(f"the program has ended; the screen says “{self.sentence()}”")
        os.write(self.terminal, key_bytes(key, self.kind.terminal))
        return self.answer(until)

    def answer(self, until=""):
        """Waits for an answer, and returns it."""
        start = last = time.monotonic()
        busy = None
        while self.is_open:
            now = time.monotonic()
            if now - start > PATIENCE:
                missing = f"“{until}” isn't heard" if self.is_idle else "no answer"
                raise HeardError(f"{missing} in {PATIENCE:.0f} s; the screen says “{self.sentence()}”")
            if self.read(QUIET / 3):
                last = time.monotonic()
                continue
            # On a busy machine, the reader may not have had its turn.
            is_running, work = self.work()
            if is_running or work != busy:
                busy, last = work, max(last, now - QUIET / 2)
            elif now - last > QUIET and self.is_idle and until in " ".join(self.spoken):
                break
        spoken, self.spoken = self.spoken, []
        return Answer(spoken, self.sentence(), self.cells())

    def read(self, seconds):
        """Takes what has arrived. Returns whether anything has."""
        ready, _, _ = select.select([self.terminal, *self.pipes.values()], [], [], seconds)
        if self.terminal in ready:
            try:
                self.stream.feed(os.read(self.terminal, 1 << 16))
            except OSError:
                self.is_open = False
        if self.pipes["idle"] in ready:
            self.is_idle = os.read(self.pipes["idle"], 1 << 16) != b""
        if self.pipes["speech"] in ready:
            texts, self.rest = self.kind.utterances(self.rest + os.read(self.pipes["speech"], 1 << 16))
            self.spoken += texts
        return ready

    def work(self):
        """Returns whether a thread of the reader runs or wants to, and the time that they have run."""
        is_running, times = False, []
        for path in pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/stat"):
            try:
                fields = path.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            is_running |= fields[0] in "RD"
            times.append((path.parent.name, fields[11], fields[12]))
        return is_running, sorted(times)

    def sentence(self):
        """The text of the last two rows."""
        return " ".join(" ".join(self.screen.display[-2:]).split())

    def cells(self):
        """The cells of a braille display at the cursor, up to the cursor and from there."""
        cursor, row = self.screen.cursor, self.screen.display[self.screen.cursor.y]
        start = min(cursor.x, COLUMNS - 1) // 40 * 40
        return row[start:cursor.x], row[cursor.x:start + 40]

    def close(self):
        """Ends the program and the reader."""
        try:
            program = int((self.folder / "pid").read_text())
            # It may have ended, and its number may be another process's.
            if os.path.samefile(f"/proc/{program}/cwd", self.folder):
                os.kill(program, signal.SIGKILL)
        except (OSError, ValueError):
            pass
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        for descriptor in (self.terminal, *self.pipes.values()):
            os.close(descriptor)


def make_pipe(path):
    """Makes a named pipe. Returns a descriptor that never ends, whoever opens and closes the other end."""
    os.mkfifo(path)
    return os.open(path, os.O_RDWR | os.O_NONBLOCK)
