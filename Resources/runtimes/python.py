# Runs a program: see docs/develop/runtimes.md for the lines on descriptors 3 and 4.
import builtins, collections, itertools, json, math, os, signal, sys


# Returns a `float` for the code of prompts for numbers, which keeps what was typed: 3 is 3, not 3.0.
def make_float():
  class Kind(type):
    def __instancecheck__(cls, value): return isinstance(value, float)

  class Number(float, metaclass=Kind):
    def __new__(cls, value=0.0):
      number = float(value)
      if isinstance(value, str):
        try: return int(value)
        except ValueError: pass
      return number

  return Number


def main():
  commands, reports = open(3, 'rb'), open(4, 'w', encoding='ascii')
  for descriptor in 3, 4: os.set_inheritable(descriptor, False)
  start = json.loads(commands.readline())
  code = commands.read(start['code'])
  # Breakpoints, and those whose conditions are asked of Mortise.
  breakpoints, asked, mode, until = set(start['breakpoints']), set(), start['do'], 0
  first = last = 0
  # The number of the statement that runs. Nothing records it faster than this object's own method.
  place = collections.deque([0], maxlen=1)
  step, log = place.append, None
  frame0, frames, codes = None, set(), {}
  is_busy = True
  # The number of the question that is asked, and of all questions.
  asking = questions = 0
  # Given back when memory has run out, so that there is some to say so.
  reserve = bytearray(1 << 21)
  # Modules come from Python's own folders and then from this one, if there is one.
  modules = sys.argv.pop(1)
  if modules: sys.path.append(modules)

  def show(value, depth=4):
    if isinstance(value, str): text = json.dumps(value[:200], ensure_ascii=False)
    elif isinstance(value, (list, tuple)):
      text = ''
      for item in value:
        if len(text) > 200 or not depth:
          text += ', …'
          break
        text += (', ' if text else '') + show(item, depth - 1)
      text = '[' + text + ']'
    else:
      try: text = json.dumps(value) if value is None or isinstance(value, (bool, int, float)) else repr(value)
      except Exception: text = type(value).__name__
    return text if len(text) <= 200 else text[:199] + '…'

  def variables(): return {name: show(program[name]) for name in start['watch'] if name in program}

  def callers(frame):
    while frame and frame.f_code.co_filename == 'program':
      yield frame
      frame = frame.f_back

  # The line of a call or error, and the part of it, which Python has reported since 3.11.
  def locate(step):
    positions = getattr(step.tb_frame.f_code, 'co_positions', tuple)()
    line, end, *part = next(itertools.islice(positions, step.tb_lasti // 2, None), (None,) * 4)
    return (line, part) if line and line == end and None not in part else (step.tb_lineno, None)

  def end():
    nonlocal is_busy
    is_busy = True
    signal.setitimer(signal.ITIMER_REAL, 0)
    if log: log.send()
    reports.flush()

  def report(frame, **message):
    nonlocal is_busy
    is_busy = True
    if log: log.send()
    message['at'] = at()
    if asking: message['asks'] = asking
    if frame:
      sys.stdout.flush()
      message['variables'] = variables()
      message['calls'] = [
        {'function': codes[each.f_code], 'line': each.f_back.f_lineno, 'arguments': [
          show(each.f_locals.get(name)) for name in each.f_code.co_varnames[:each.f_code.co_argcount]]}
        for each in list(callers(frame))[:100] if each.f_code in codes]
    reports.write(json.dumps(message) + '\n')
    reports.flush()
    has_order = 'error' not in message and obey(frame)
    is_busy = False
    return has_order

  # Returns whether it is another order than to go on as before.
  def obey(frame):
    nonlocal mode, breakpoints, asked, until, first, last, frame0, frames
    line = commands.readline()
    if not line: os._exit(1)
    order = json.loads(line)
    if 'breakpoints' in order: breakpoints, asked = set(order['breakpoints']), set(order['asked'])
    if order['do'] != 'go':
      mode, until, first, last = order['do'], order.get('until', 0), at(), order.get('last', at())
      if until: breakpoints.add(until)
      frame0, frames = frame, set(callers(frame))
      if mode == 'out': frames.discard(frame)
    choose()
    return order['do'] != 'go'

  def at(): return log.place() if log else place[0]

  def choose(): program['_b'] = hook if breakpoints or mode != 'run' else step

  def check(n, condition):
    frame, why = sys._getframe(2), None
    if n in breakpoints and n != until:
      try: why = 'stop' if condition is None or n in asked or condition() else None
      except Exception as error: why = str(error)
    # A breakpoint, whatever the order was. It isn't one if the program goes on as before.
    if why and report(frame, stop=why): return
    why = None
    if mode == 'into' or n == until: why = 'step'
    elif mode == 'over' and frame in frames and not (frame is frame0 and first <= n <= last): why = 'step'
    elif mode == 'out' and frame in frames: why = 'step'
    if why: report(frame, stop=why)

  def hook(n, condition=None):
    step(n)
    if mode != 'run' or n in breakpoints: check(n, condition)

  def tick(*_):
    if is_busy: return
    if log: log.tick()
    report(None)

  def function(n, function):
    codes[function.__code__] = n
    return function

  def ask(question=''):
    nonlocal asking, questions
    sys.stdout.write(str(question))
    sys.stdout.flush()
    asking = questions = questions + 1
    try:
      report(None)
      line = read()
      if log: log.read(line)
      return line
    finally:
      asking = 0
      report(None)

  program = {'__name__': '__main__', '_f': function, '_q': hook}
  if b'float(text_prompt' in code: program['float'] = make_float()
  # The absolute value of a whole number is one.
  if b'math.fabs(' in code: math.fabs = abs
  if start.get('records'):
    log = make_log(start, code, program, show, reports)
    step = log.put
  choose()
  sys.argv[0] = 'program'
  try:
    code = compile(code, 'program', 'exec')
    if start['hooks']:
      read, builtins.input = builtins.input, ask
      signal.signal(signal.SIGALRM, tick)
      signal.setitimer(signal.ITIMER_REAL, 0.03, 0.03)
    is_busy = False
    exec(code, program)
    sys.stdout.flush()
  except SystemExit: raise
  except KeyboardInterrupt:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    end()
    os.kill(os.getpid(), signal.SIGINT)
  except BaseException as error:
    reserve, is_busy = None, True
    step, frame, lines, columns = error.__traceback__, None, [], []
    if isinstance(error, SyntaxError) and error.filename == 'program': lines = [error.lineno]
    while step:
      if step.tb_frame.f_code.co_filename == 'program':
        frame = step.tb_frame
        line, part = locate(step)
        lines.append(line)
        columns.append(part)
      step = step.tb_next
    try: sys.stdout.flush()
    except OSError: os._exit(1)
    report(frame, error=str(error)[:1000], kind=type(error).__name__, lines=lines[:-101:-1],
      columns=columns[:-101:-1])
    sys.exit(1)
  finally: end()


main()
