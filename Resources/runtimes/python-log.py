# The log of a run that is recorded: see docs/develop/runtimes.md for its items.
import gc, io, operator, pickle, signal, sys, types


def make_log(start, code, program, show, reports):
  # The events since the log was last sent. Nothing notes a statement faster than this list's own method.
  log = []
  put = log.append
  # Values of these types are noted as they are, and so are whole numbers of 64 bits and short texts.
  plain = {float, bool, type(None)}
  least, most, longest = -1 << 63, (1 << 63) - 1, 200
  # These can't change, apart from lists, whose changes are noted.
  known_types = plain | {int, str, list}
  # Larger texts and lists are missing.
  most_characters, most_items = 4_000_000, 1_000_000
  # The bytes that texts and lists may add to the log. They grow with time, so that nothing is slowed down by much more.
  most_room, new_room = 1 << 28, 1 << 20
  room = most_room
  # The bytes of large items in the log, and what is sent at once.
  size, most_size, portion = 0, 1 << 20, 10_000
  last, is_sending, has_failed = 0, False, False
  # The lists that are known, by their identities: [number, list, items as they were noted or None, whether nothing else
  # can change them; None if it is missing]. Their weight is that of their items.
  known, lists, weight, most_weight = {}, 0, 0, 1 << 16
  # Long texts that were noted last, by their identities, and of those that variables have: how long they are, and in how
  # many calls they were set.
  texts, numbers, kept, lengths, added, depth = {}, 0, 0, {}, None, 0
  keys = {key for _, key in start['slots']}
  has_unknown, seen = b'_u(' in code, {}
  out, buffer = reports.buffer, io.BytesIO()
  pickler = pickle.Pickler(buffer, 2)
  pickler.fast = True
  # The log contains no garbage.
  gc.set_threshold(500_000)

  def send():
    nonlocal last, is_sending, has_failed, size
    if is_sending or not log: return
    is_sending = True
    # An interrupt would leave half of it.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGALRM})
    try:
      size = 0
      while log:
        part = log[:portion]
        del log[:portion]
        last = next((item for item in reversed(part) if type(item) is int), last)
        if has_failed: continue
        buffer.seek(0)
        buffer.truncate()
        pickler.dump(part)
        out.write(b'{"log":%d}\n' % buffer.tell())
        with buffer.getbuffer() as view: out.write(view)
      out.flush()
    # Later parts of the log would be wrong without it.
    except (MemoryError, OSError): has_failed = True
    finally:
      signal.pthread_sigmask(signal.SIG_SETMASK, mask)
      is_sending = False

  # The number of the statement that runs.
  def place(): return next((item for item in reversed(log) if type(item) is int), last)

  def tick():
    nonlocal room
    room = min(most_room, room + new_room)
    send()

  def grow(count):
    nonlocal size
    size += count
    if size > most_size: send()

  def has_room(cost):
    nonlocal room
    if cost > room: return False
    room -= cost
    return True

  # Returns a value as it is written down.
  def note(value):
    kind = type(value)
    if kind is int and least <= value <= most or kind in plain: return value
    if kind is str: return value if len(value) <= longest else (-text(value),)
    return (number(value),) if kind is list else (show(value),)

  # Returns the number of a long text.
  def text(value):
    nonlocal numbers, kept
    if id(value) in texts: return texts[id(value)][1]
    numbers += 1
    count, n = len(value), numbers
    if count > most_characters or not has_room(count): put((-14, n, count))
    else:
      if 4 * count > most_size: send()
      put((-9, n, value))
      texts[id(value)] = (value, n)
      kept += count
      while len(texts) > 8 or kept > most_characters and len(texts) > 1: kept -= len(texts.pop(next(iter(texts)))[0])
      grow(4 * count)
    return n

  # Returns the number of a list. Lists in it are noted before it, unless it is in them.
  def number(value):
    if id(value) in known: return known[id(value)][0]
    work = [add(value)]
    while work:
      entry, rest = work[-1]
      inner = next((each for each in rest if type(each) is list and id(each) not in known), None)
      if inner is not None: work.append(add(inner))
      else:
        work.pop()
        look(entry)
    if weight > most_weight: drop()
    return known[id(value)][0]

  def add(value):
    nonlocal lists, weight
    lists += 1
    weight += 1 + len(value)
    entry = known[id(value)] = [lists, value, None, True]
    return entry, iter(value if list in set(map(type, value)) else ())

  # Forgets the lists that have no other references: later ones first, as they may have earlier ones.
  def drop():
    nonlocal weight, most_weight
    weight = 0
    for key in reversed(list(known)):
      entry = known[key]
      if sys.getrefcount(entry[1]) > 2: weight += 1 + len(entry[1])
      else:
        put((-8, entry[0], 0))
        del known[key]
    most_weight = max(1 << 16, 2 * weight)

  def miss(entry):
    put((-7, entry[0], len(entry[1])))
    entry[2:] = None, None

  # Notes the items of a list.
  def look(entry):
    value = entry[1]
    count = len(value)
    if count > most_items or not has_room(8 * count): return miss(entry)
    kinds = set(map(type, value))
    entry[3] = kinds <= known_types
    entry[2] = value[:] if has_unknown else None
    if kinds == {int}: is_plain = least <= min(value) and max(value) <= most
    elif kinds == {str}: is_plain = max(map(len, value)) <= longest
    else: is_plain = kinds <= plain
    items = value[:] if is_plain else [note(each) for each in value]
    if 12 * count > most_size: send()
    # Many texts could be too much for one portion: most of them come one by one.
    first = portion if str in kinds and count > portion else count
    put((-3, entry[0], items[:first]))
    grow(12 * first)
    for index in range(first, count):
      put((-5, entry[0], index, items[index]))
      if index % portion == 0: send()

  # Notes what has changed in a list.
  def look_again(entry):
    _, value, old, is_known = entry
    if is_known is None or known.get(id(value)) is not entry: return
    if not has_room(len(value)): return miss(entry)
    if old is not None and is_known and len(old) == len(value) and all(map(operator.is_, old, value)): return
    for each in value:
      if type(each) is list: number(each)
    look(entry)

  # Most values are small numbers, so these get the fastest check.
  def write(key, value):
    if lengths: write_other(key, value)
    elif type(value) is int and -1073741823 <= value <= 1073741823 or type(value) in plain: put((key, value))
    else: write_other(key, value)

  def write_other(key, value):
    nonlocal added
    is_text, more, old = type(value) is str, added, lengths.get(key)
    added = None
    if is_text and more is not None and more[0] == key and old is not None:
      more, count = more[1], len(value)
      if count <= most_characters and old[0] == count - len(more) and value.endswith(more):
        put((-10, key, more))
        grow(4 * len(more))
        lengths[key] = count, old[1]
        return
    put((key, note(value)))
    if is_text and id(value) in texts: lengths[key] = len(value), depth
    else: lengths.pop(key, None)

  def write_seen(key, value):
    seen[key] = value
    write(key, value)

  def adding(key, value):
    nonlocal added
    added = (key, value) if type(value) is str else None
    return value

  # Parameters are others after a call and a return. What is appended around a call was read before it, so a text that was
  # set in the call doesn't count.
  def leave(depth):
    for key in [key for key, (_, own) in lengths.items() if key not in keys or own >= depth]: del lengths[key]

  def call(n, *values):
    nonlocal depth
    if lengths: leave(sys.maxsize)
    depth += 1
    put((-1, n, [note(value) for value in values]))

  def result(n, value=None):
    nonlocal depth
    if lengths: leave(depth)
    depth -= 1
    put((-2, n, note(value)))
    return value

  # The fast path covers most programs: setting items of a known list to simple values.
  def set_item(value, items, index):
    items[index] = value
    entry = known.get(id(items))
    if entry is None or entry[3] is None: return
    if index < 0: index += len(items)
    if type(value) in plain: put((-4, entry[0], index, value))
    else: put((-4, entry[0], index, note(value)))
    if has_unknown: keep(entry, value).__setitem__(index, value)

  def insert_item(items, index, value):
    items.insert(index, value)
    entry = known.get(id(items))
    if entry is None or entry[3] is None: return
    count = len(items) - 1
    if count >= most_items: return miss(entry)
    index = min(index, count) if index >= 0 else max(0, index + count)
    put((-5, entry[0], index, note(value)))
    if has_unknown: keep(entry, value).insert(index, value)

  def remove_item(items, index=-1):
    value = items.pop(index)
    entry = known.get(id(items))
    if entry is not None and entry[3] is not None:
      put((-6, entry[0], index if index >= 0 else index + len(items) + 1))
      if has_unknown: del entry[2][index]
    return value

  # Returns the items as they were noted, before another one comes.
  def keep(entry, value):
    if type(value) not in known_types: entry[3] = False
    return entry[2]

  # Anything may have changed.
  def look_around(n, *values):
    for entry in list(known.values()): look_again(entry)
    for name, key in start['slots']:
      if name not in program: continue
      value = program[name]
      if key not in seen or seen[key] is not value or type(value) not in known_types:
        write_seen(key, value)
        lengths.pop(key, None)
    for key, value in zip(start['locals'].get(str(n), ()), values): write(key, value)

  def show_value(n, value):
    if type(value) is int and -1073741823 <= value <= 1073741823 or type(value) in plain: put((n, value))
    else: put((n, note(value)))
    return value

  def tell(text):
    for first in range(0, len(text), portion):
      part = text[first:first + portion]
      put((-11, 0, part))
      grow(4 * len(part))

  def read(line):
    if 4 * len(line) > most_size: send()
    put((-12, 0, line[:most_characters]))

  class Output(io.TextIOWrapper):
    def write(self, text):
      count = io.TextIOWrapper.write(self, text)
      tell(text)
      return count

  if sys.stdout:
    old = sys.stdout
    options = dict(
      encoding=old.encoding, errors=old.errors, newline='\n', line_buffering=old.line_buffering,
      write_through=old.write_through)
    sys.stdout = sys.__stdout__ = Output(old.detach(), **options)
    sys.stdout.mode = 'w'
  program.update(
    _a=call, _i=insert_item, _p=remove_item, _r=result, _s=set_item, _t=adding, _u=look_around, _v=show_value,
    _w=write_seen if has_unknown else write)
  return types.SimpleNamespace(
    place=place, put=put, read=read, send=send, tick=tick)
