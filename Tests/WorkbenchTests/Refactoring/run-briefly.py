# Runs programs for a test: a line with the code of one, in hexadecimal, is answered with a line of what it prints, in
# hexadecimal, and “!” if it fails or takes too many steps.
import contextlib
import io
import sys

MOST_STEPS = 20000


class Stop(BaseException):
    pass


for line in sys.stdin:
    output = io.StringIO()
    steps = 0

    def trace(frame, event, argument):
        global steps
        steps += 1
        if steps > MOST_STEPS:
            raise Stop
        return trace

    end = ""
    with contextlib.redirect_stdout(output):
        try:
            code = compile(bytes.fromhex(line).decode(), "program", "exec")
            sys.settrace(trace)
            exec(code, {})
        except (Exception, Stop):
            end = "!"
        finally:
            sys.settrace(None)
    print(output.getvalue().encode()[:100000].hex() + end, flush=True)
