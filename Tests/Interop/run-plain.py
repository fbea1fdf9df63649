# Runs programs for a test: a line with the code of each, in hexadecimal, is answered with a line of what each prints.
# Answers to prompts and random numbers are always the same, and a program that doesn't end is stopped.
import contextlib
import io
import random
import signal
import sys


class Output(io.StringIO):
    def write(self, text):
        if self.tell() > 100_000:
            raise RuntimeError("too much output")
        return super().write(text)


def stop(*_):
    raise RuntimeError("this takes too long")


signal.signal(signal.SIGALRM, stop)
for line in sys.stdin:
    answers = []
    for word in line.split():
        output = Output()
        random.seed(1)
        signal.setitimer(signal.ITIMER_REAL, 2)
        with contextlib.redirect_stdout(output):
            try:
                exec(bytes.fromhex(word).decode(), {"input": lambda prompt="": str(random.randint(1, 9))})
            except Exception:
                pass
        signal.setitimer(signal.ITIMER_REAL, 0)
        answers.append((output.getvalue() + "\n").encode().hex())
    print(" ".join(answers), flush=True)
