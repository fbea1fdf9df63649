#!/usr/bin/env python3
"""Does tasks in Mortise inside two screen readers, and measures what is spoken and felt for each key.

    measure.py               all tasks of tasks.json
    measure.py TASK...       these
    measure.py --try         only starts the readers, and prints why that fails

--reader NAME is for one reader; --keys prints each key. MORTISE_BINARY names the binary. Exits with 1 if a bound is
exceeded."""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import statistics
import sys
import tempfile
import textwrap

sys.dont_write_bytecode = True
from heard import HERE, KINDS, READERS, HeardError, Session

ROOT = HERE.parent.parent
# The sessions that run at the same time. They wait most of the time.
SESSIONS = 6
ARROWS = ("Up", "Down", "Left", "Right")
# The words per key: the highest median and maximum.
BOUNDS = {"arrows": (8, 25), "typing": (3, 20), "all": (9, 60)}
# The smallest shares of keys: the sentence is heard whole, nothing before it, and the braille cells show it.
SHARES = {"whole": 0.98, "first": 0.95, "braille": 0.95}

# A key of a task. `until` is a spoken text to wait for; `is_answered`, whether the sentence must be heard even if it is
# the same as before.
Key = collections.namedtuple("Key", "name until is_typed is_answered")
# The effect of a key: the utterances, the number of words, and the sentence; whether that must be heard; the number of
# words before it, None if it isn't heard whole; whether the braille cells show it.
Record = collections.namedtuple("Record", "key spoken words sentence is_needed before is_felt")
START = Key("(start)", "", False, False)


# MARK: Tasks

def keys_of(steps):
    """Returns the keys of a task: “Down*3” is a key, with a number of times; “'text” is typed; a key with “~” edits
    typed text, which needs no answer; “F5 => text” waits until the text is spoken."""
    keys = []
    for step in steps:
        if step.startswith("'"):
            keys += [Key(letter, "", True, False) for letter in step[1:]]
            continue
        name, _, until = step.partition(" => ")
        name, times, number = name.partition("*") if len(name) > 1 else (name, "", "")
        is_quiet = (number or name).endswith("~") and step != "~"
        count = int(number.rstrip("~")) if times else 1
        name = name.rstrip("~") if is_quiet else name
        keys += [Key(name, "", False, not is_quiet)] * (count - 1) + [Key(name, until, False, not is_quiet)]
    return keys


def words_of(text, silent=()):
    """Returns the spoken words of a text, without those that readers say for signs."""
    words = " ".join(["", *re.findall(r"[^\W_]+", text.lower()), ""])
    for phrase in silent:
        words = words.replace(f" {phrase} ", " ").replace(f" {phrase} ", " ")
    return words.split()


def position(part, whole):
    """Returns where a list of words is in another; None if it isn't."""
    starts = range(len(whole) - len(part) + 1)
    return next((start for start in starts if whole[start:start + len(part)] == part), None)


def run(reader, task, binary):
    """Does a task. Returns its records, the first of which is the start, and the problems."""
    records, problems = [], []
    silent = sorted({" ".join(words_of(word)) for word in KINDS[reader].sign_words()} - {""}, key=len, reverse=True)
    keys = keys_of(task["keys"])
    folder = pathlib.Path(tempfile.mkdtemp(prefix="heard-"))
    program = folder / task["program"]
    for source in (HERE / "programs" / task["program"], ROOT / "Tests/Programs" / task["program"]):
        if source.exists():
            shutil.copy(source, program)
    session = Session(reader, [binary, "--plain", program.name], folder)
    key = START
    try:
        answer = session.answer()
        records.append(record(key, answer, answer.sentence, silent))
        for key in keys:
            previous = answer.sentence
            answer = session.press(key.name, key.until)
            # The last key may end the program.
            if not session.is_open and len(records) == len(keys):
                break
            records.append(record(key, answer, previous, silent))
    except HeardError as error:
        problems.append(f"{key.name}, key {len(records)} of {len(keys)}: {error}")
    finally:
        session.close()
    problems += task_problems(task, records, program)
    shutil.rmtree(folder)
    return records, problems


def record(key, answer, previous, silent):
    """Returns the record of a key from its answer and the sentence before it."""
    spoken = [text for text in answer.spoken if text.strip()]
    before = position(words_of(answer.sentence, silent), words_of(" ".join(spoken), silent))
    return Record(key, spoken, len(" ".join(spoken).split()), answer.sentence,
                  key.is_answered or answer.sentence != previous, before, is_felt(key, answer))


def is_felt(key, answer):
    """Whether the braille cells show the beginning of the sentence or, for a key that edits text, its end at the
    cursor."""
    left, right = answer.cells
    if left.endswith(key.name) if key.is_typed else not key.is_answered and left:
        return True
    shown = (left + right).strip()
    return bool(shown) and answer.sentence.startswith(shown)


def task_problems(task, records, program):
    """The requirements of single tasks: the number of words, lines that sound different, and the saved program."""
    problems = []
    words = sum(item.words for item in records)
    if words > task.get("words", words):
        problems.append(f"{words} words are spoken; at most {task['words']} are allowed")
    if task.get("differ"):
        heard = collections.defaultdict(list)
        for item in records:
            heard[" ".join(words_of(" ".join(item.spoken[:1])))].append(item.sentence)
        problems += [f"these sound the same, “{text}”: {' | '.join(lines)}" for text, lines in heard.items()
                     if len(lines) > 1]
    if "saves" in task:
        saved = program.read_text() if program.exists() else ""
        if saved != (HERE / "programs" / task["saves"]).read_text():
            problems.append(f"the saved program differs from {task['saves']}:\n{saved}")
    return problems


# MARK: Figures

def belongs(item, group):
    """Whether a record belongs to a group of BOUNDS."""
    return group == "all" or (item.key.is_typed if group == "typing" else item.key.name in ARROWS)


def words_by_group(records):
    return {group: [item.words for item in records if belongs(item, group)] for group in BOUNDS}


def counts(records):
    """The number of keys that fulfil each of SHARES, and of those that should."""
    needed = [item for item in records if item.is_needed]
    return {"whole": (sum(item.before is not None for item in needed), len(needed)),
            "first": (sum(item.before == 0 for item in needed), len(needed)),
            "braille": (sum(item.is_felt for item in records), len(records))}


def median_and_worst(numbers):
    return f"{statistics.median(numbers):g}/{max(numbers)}" if numbers else "–"


def row(name, records):
    """A row of the table."""
    groups = words_by_group(records)
    cells = [median_and_worst(numbers) for numbers in groups.values()]
    cells += [f"{count}/{total}" for count, total in counts(records).values()]
    return f"{name:<28}{len(records):>5}{sum(groups['all']):>7}" + "".join(f"{cell:>10}" for cell in cells)


def misses(records):
    """The keys that miss a bound of single keys, as text."""
    for item in records:
        reasons = []
        if any(belongs(item, group) and item.words > worst for group, (_, worst) in BOUNDS.items()):
            reasons.append(f"{item.words} words")
        if item.is_needed and item.before is None:
            reasons.append("not heard whole" if item.spoken else "silent")
        elif item.is_needed and item.before:
            reasons.append(f"{item.before} words before")
        if not item.is_felt:
            reasons.append("not felt")
        if reasons:
            heard = textwrap.shorten(" | ".join(item.spoken), 300, placeholder="…")
            yield f"{item.key.name}: {', '.join(reasons)}; sentence “{item.sentence}”; heard “{heard}”"


def exceeded(records):
    """The bounds that all keys together exceed, as text."""
    for group, numbers in words_by_group(records).items():
        middle, worst = BOUNDS[group]
        if numbers and (statistics.median(numbers) > middle or max(numbers) > worst):
            yield f"{group}: {median_and_worst(numbers)} words, at most {middle}/{worst}"
    for name, (count, total) in counts(records).items():
        if count < SHARES[name] * total:
            yield f"{name}: {count} of {total}, at least {SHARES[name]:.0%}"


# MARK: The program

def default_binary():
    built = [ROOT / ".build" / configuration / "mortise" for configuration in ("release", "debug")]
    return os.environ.get("MORTISE_BINARY") or next((path for path in built if path.exists()), built[-1])


def obstacle():
    """Why the readers can't be used; empty if they can."""
    if not READERS.exists():
        return f"there are no screen readers in {READERS}; bin/test downloads them"
    for reader, kind in KINDS.items():
        folder = pathlib.Path(tempfile.mkdtemp(prefix="heard-"))
        try:
            kind.prepare()
            # A program that is idle at once, and ends with the terminal.
            session = Session(reader, ["sh", "-c", "echo heard; echo >&9; read line"], folder)
            try:
                if not any("heard" in text for text in session.answer().spoken):
                    return f"{reader} doesn't speak: {session.sentence()}"
            finally:
                session.close()
        except (HeardError, ImportError, OSError) as error:
            return f"{reader} doesn't start: {error}"
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="*")
    parser.add_argument("--try", action="store_true", dest="only_tries")
    parser.add_argument("--reader", choices=KINDS)
    parser.add_argument("--keys", action="store_true")
    options = parser.parse_args()
    reason = obstacle()
    if reason or options.only_tries:
        print(reason)
        return 1 if reason else 0
    binary = shutil.which(default_binary())
    if not binary:
        sys.exit(f"{default_binary()} can't be run; MORTISE_BINARY names the binary")
    tasks = json.loads((HERE / "tasks.json").read_text())
    tasks = {name: tasks[name] for name in options.tasks or tasks}
    readers = [options.reader] if options.reader else list(KINDS)
    failures, notes = [], []
    print(f"{'':<28}{'keys':>5}{'words':>7}" + "".join(f"{name:>10}" for name in [*BOUNDS, *SHARES]))
    with concurrent.futures.ThreadPoolExecutor(SESSIONS) as pool:
        # The longest tasks come first.
        order = sorted(tasks, key=lambda name: -len(keys_of(tasks[name]["keys"])))
        runs = {(reader, name): pool.submit(run, reader, tasks[name], os.path.abspath(binary))
                for name in order for reader in readers}
        for reader in readers:
            together = []
            for name in tasks:
                records, problems = runs[reader, name].result()
                together += records[1:]
                print(row(f"{reader} {name}", records[1:]), flush=True)
                failures += [f"{reader} {name}: {problem}" for problem in problems]
                notes += [f"{reader} {name}: {miss}" for miss in misses(records[1:])]
                for item in records if options.keys else ():
                    print(f"  {item.key.name:<10}{item.words:>3}  {item.sentence}\n{'':15}{' | '.join(item.spoken)}")
            print(row(f"{reader}, all", together))
            failures += [f"{reader}: {text}" for text in exceeded(together)]
    for title, lines in (("keys that miss a bound", notes), ("FAILED", failures)):
        if lines:
            print(f"\n{title}:\n" + "\n".join(lines))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
