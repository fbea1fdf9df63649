# Runs programs for a test: a line with the code of each, in hexadecimal, is answered with a line of what each prints.
import contextlib
import io
import sys

for line in sys.stdin:
    answers = []
    for word in line.split():
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            try:
                exec(bytes.fromhex(word).decode(), {})
            except Exception:
                print("failed")
        answers.append(output.getvalue().encode().hex() or "0a")
    print(" ".join(answers), flush=True)
