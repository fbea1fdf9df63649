// The log of a run that is recorded: see docs/develop/runtimes.md for its items. They are written in the opcodes of pickle.
module.makeLog = (start, code, show, write, calls) => {
  // Larger texts and lists are missing.
  const [longest, mostCharacters, mostItems] = [200, 4000000, 1000000];
  // The bytes that texts and lists may add to the log. They grow with time, so that nothing is slowed down by much more.
  const [mostRoom, newRoom] = [2 ** 28, 2 ** 20];
  // The size of a batch, and the maximum part of it for a list before its items are sent one by one.
  const [portion, mostOfList] = [2 ** 18, 2 ** 23];
  // The opcodes before and behind the items, and where these begin: behind the line with their size.
  const [startLength, tailLength, first] = [4, 2, 32];
  const hasUnknown = code.includes('_u(');
  const globals = new Set(start.slots.map(([, key]) => key));
  // The log, where it ends, and where the item does that is being written.
  let bytes = Buffer.alloc(2 ** 20);
  let view = new DataView(bytes.buffer, bytes.byteOffset);
  let [end, at, hasFailed, room] = [first, first, false, mostRoom];
  // Lists by themselves: {number, isMissing, items as they were noted or null, whether nothing else can change them, the
  // number of unknown statements that it was looked at after, whether its number is given up}.
  const known = new WeakMap();
  let [lists, unknowns] = [0, 0];
  // The known facts about the lists that aren't forgotten.
  let entries = [];
  let mostEntries = 2 ** 14;
  // Long texts that were noted last, and of those that variables have: how long they are, and in how many calls they were
  // set.
  const texts = [];
  const lengths = new Map();
  let [numbers, kept, added] = [0, 0, null];

  const send = () => {
    if (end === first) return;
    const size = end - first + startLength + tailLength;
    const head = '{"log":' + size + '}\n\x80\x02](';
    bytes.write(head, first - head.length, 'latin1');
    bytes.write('e.', end, 'latin1');
    try {
      if (!hasFailed) write(4, bytes.subarray(first - head.length, end + tailLength));
    } catch {
      // Later parts of the log would be wrong without it.
      hasFailed = true;
    }
    end = first;
    if (bytes.length > 2 ** 20) resize(2 ** 20);
  };
  const resize = (size) => {
    const old = bytes;
    bytes = Buffer.alloc(size);
    old.copy(bytes, 0, 0, at);
    view = new DataView(bytes.buffer, bytes.byteOffset);
  };
  const hasRoom = (cost) => {
    if (cost > room) return false;
    room -= cost;
    return true;
  };

  const begin = () => {
    if (end > portion) send();
    at = end;
  };
  const ensure = (count) => {
    if (at + count + 64 > bytes.length) resize(Math.max(2 * bytes.length, at + count + 64));
  };
  /** Writes a value; a list or a long text by its number, which `refer` returns. It is one function, as it is too large to
   *  be compiled into those that call it. */
  const put = (value, reference) => {
    if (at + 64 > bytes.length) ensure(0);
    if (reference !== 0) {
      put(reference, 0);
      bytes[at++] = 0x85;
    } else if (typeof value === 'number') {
      if ((value | 0) !== value || value === 0 && 1 / value < 0) {
        bytes[at] = 0x47;
        view.setFloat64(at + 1, value);
        at += 9;
      } else if (value >= 0 && value < 65536) {
        bytes[at] = value < 256 ? 0x4b : 0x4d;
        bytes[at + 1] = value;
        bytes[at + 2] = value >> 8;
        at += value < 256 ? 2 : 3;
      } else {
        bytes[at] = 0x4a;
        view.setInt32(at + 1, value, true);
        at += 5;
      }
    } else if (typeof value === 'string') {
      const count = value.length;
      ensure(3 * count + 5);
      const start = at;
      at += 5;
      for (let index = 0; index < count; index++) {
        let unit = value.charCodeAt(index);
        if (unit < 0x80) {
          bytes[at++] = unit;
        } else if (unit < 0x800) {
          bytes[at++] = 0xc0 | unit >> 6;
          bytes[at++] = 0x80 | unit & 63;
        } else {
          const next = unit >= 0xd800 && unit < 0xdc00 && index + 1 < count ? value.charCodeAt(index + 1) : 0;
          if (next >= 0xdc00 && next < 0xe000) {
            index++;
            unit = 0x10000 + (unit - 0xd800 << 10) + next - 0xdc00;
            bytes[at++] = 0xf0 | unit >> 18;
            bytes[at++] = 0x80 | unit >> 12 & 63;
          } else {
            bytes[at++] = 0xe0 | unit >> 12;
          }
          bytes[at++] = 0x80 | unit >> 6 & 63;
          bytes[at++] = 0x80 | unit & 63;
        }
      }
      bytes[start] = 0x58;
      view.setUint32(start + 1, at - start - 5, true);
    } else if (typeof value === 'boolean') {
      bytes[at++] = value ? 0x88 : 0x89;
    } else if (value == null) {
      bytes[at++] = 0x4e;
    } else {
      put(show(value), 0);
      bytes[at++] = 0x85;
    }
  };
  const pair = (key, value) => {
    const reference = typeof value === 'number' ? 0 : refer(value);
    begin();
    put(key, 0);
    put(value, reference);
    bytes[at++] = 0x86;
    end = at;
  };
  const triple = (kind, number, value) => {
    const reference = refer(value);
    begin();
    put(kind, 0);
    put(number, 0);
    put(value, reference);
    bytes[at++] = 0x87;
    end = at;
  };
  const place = (kind, list, index, value) => {
    const reference = refer(value);
    begin();
    bytes[at++] = 0x28;
    put(kind, 0);
    put(list, 0);
    put(index, 0);
    put(value, reference);
    bytes[at++] = 0x74;
    end = at;
  };

  const refer = (value) => {
    if (typeof value === 'string') return value.length > longest ? -textNumber(value) : 0;
    return Array.isArray(value) ? listNumber(value) : 0;
  };
  /** Writes a text, which has a number and may be long. */
  const long = (kind, number, value) => {
    begin();
    put(kind, 0);
    put(number, 0);
    put(value, 0);
    bytes[at++] = 0x87;
    end = at;
  };
  const textNumber = (value) => {
    const old = texts.find((each) => each.value === value);
    if (old) return old.number;
    const count = value.length;
    numbers++;
    if (count > mostCharacters || !hasRoom(count)) {
      triple(-14, numbers, count);
      return numbers;
    }
    if (count > portion) send();
    long(-9, numbers, value);
    texts.push({value, number: numbers});
    kept += count;
    while (texts.length > 8 || kept > mostCharacters && texts.length > 1) kept -= texts.shift().value.length;
    return numbers;
  };
  /** Returns the number of a list. Lists in it are noted before it, unless it is in them. */
  const listNumber = (list) => {
    const entry = known.get(list);
    if (entry && !entry.isForgotten) {
      if (entry.unknowns !== unknowns) lookAgain(list, entry);
      return entry.number;
    }
    const work = [add(list)];
    while (work.length > 0) {
      const top = work[work.length - 1];
      const inner = next(top);
      if (inner) {
        work.push(add(inner));
      } else {
        work.pop();
        look(top.list, known.get(top.list));
      }
    }
    if (entries.length > mostEntries) forget(list);
    return known.get(list).number;
  };
  const isKnown = (list) => known.get(list)?.isForgotten === false;
  /** Forgets the lists that can't be reached from variables, calls and a list. They may come again. */
  const forget = (list) => {
    const old = entries;
    entries = [];
    for (const reached of reachable([list])) {
      const entry = known.get(reached);
      if (!entry || entry.isForgotten) continue;
      entry.isForgotten = true;
      entries.push(entry);
    }
    for (const entry of old) if (!entry.isForgotten) triple(-8, entry.number, 0);
    for (const entry of old) entry.isForgotten = !entry.isForgotten;
    mostEntries = Math.max(2 ** 14, 2 * entries.length);
  };
  /** Returns the lists that variables, calls and some values are or have. */
  const reachable = (values) => {
    const found = new Set();
    const work = [];
    const visit = (value) => {
      if (!Array.isArray(value) || found.has(value)) return;
      found.add(value);
      work.push(value);
    };
    values.forEach(visit);
    for (const [name] of start.slots) if (name in globalThis) visit(globalThis[name]);
    for (const call of calls) Array.from(call.values).forEach(visit);
    while (work.length > 0) {
      const list = work.pop();
      if (list.length <= mostItems && !known.get(list)?.isMissing) list.forEach(visit);
    }
    return found;
  };
  const add = (list) => {
    const entry = {number: ++lists, isMissing: false, isForgotten: false, items: null, isPlain: true, unknowns};
    known.set(list, entry);
    entries.push(entry);
    return {list, index: list.length > mostItems ? list.length : 0};
  };
  const next = (top) => {
    while (top.index < top.list.length) {
      const item = top.list[top.index++];
      if (Array.isArray(item) && !isKnown(item)) return item;
    }
    return null;
  };
  const miss = (list, entry) => {
    triple(-7, entry.number, list.length);
    [entry.isMissing, entry.items] = [true, null];
  };
  /** Notes the items of a list. */
  const look = (list, entry) => {
    const count = list.length;
    entry.unknowns = unknowns;
    if (count > mostItems || !hasRoom(8 * count)) return miss(list, entry);
    entry.items = hasUnknown ? list.slice() : null;
    entry.isPlain = true;
    let references = null;
    for (let index = 0; index < count; index++) {
      const item = list[index];
      if (typeof item === 'number' || item == null) continue;
      const reference = refer(item);
      if (reference !== 0) (references ??= new Map()).set(index, reference);
      else if (!isPlain(item)) entry.isPlain = false;
    }
    if (9 * count > portion) send();
    begin();
    put(-3, 0);
    put(entry.number, 0);
    bytes[at++] = 0x5d;
    bytes[at++] = 0x28;
    let index = 0;
    for (; index < count && at - end < mostOfList; index++) put(list[index], references?.get(index) ?? 0);
    bytes[at++] = 0x65;
    bytes[at++] = 0x87;
    end = at;
    for (; index < count; index++) place(-5, entry.number, index, list[index]);
  };
  /** Whether a value can't change, but for the items of a list. */
  const isPlain = (value) => value === null || typeof value !== 'object' && typeof value !== 'function' ||
    Array.isArray(value);
  /** Notes what has changed in a list. */
  const lookAgain = (list, entry) => {
    entry.unknowns = unknowns;
    if (entry.isMissing) return;
    if (!hasRoom(list.length)) return miss(list, entry);
    const {items} = entry;
    if (items && entry.isPlain) {
      let index = 0;
      while (index < items.length && index < list.length && Object.is(items[index], list[index])) index++;
      if (index === items.length && index === list.length) return;
    }
    for (const item of list) if (Array.isArray(item)) listNumber(item);
    look(list, entry);
  };
  /** Returns what is known about a list that changes; null if that isn't to be noted. */
  const changed = (list) => {
    const entry = Array.isArray(list) ? known.get(list) : null;
    return entry && !entry.isMissing && !entry.isForgotten ? entry : null;
  };

  const step = (n) => {
    begin();
    put(n, 0);
    end = at;
  };
  const told = (text) => {
    for (let index = 0; index < text.length; index += portion) long(-11, 0, text.slice(index, index + portion));
  };
  const set = (key, value) => {
    if (typeof value === 'number' && lengths.size === 0) return pair(key, value);
    const isText = typeof value === 'string';
    const more = added;
    const old = lengths.get(key);
    added = null;
    if (isText && more?.key === key && value.length <= mostCharacters &&
      old?.count === value.length - more.text.length) {
      long(-10, key, more.text);
      old.count = value.length;
      return;
    }
    pair(key, value);
    if (!isText || value.length <= longest || texts[texts.length - 1]?.value !== value) lengths.delete(key);
    else lengths.set(key, {count: value.length, depth: calls.length});
  };
  // Parameters are others after a call and a return. What is appended around a call was read before it, so a text that was
  // set in the call doesn't count.
  const leave = (depth) => {
    for (const [key, text] of lengths) if (!globals.has(key) || text.depth >= depth) lengths.delete(key);
  };
  const call = (n, values) => {
    if (lengths.size > 0) leave(Infinity);
    const references = values.map(refer);
    begin();
    put(-1, 0);
    put(n, 0);
    bytes[at++] = 0x5d;
    bytes[at++] = 0x28;
    values.forEach((value, index) => put(value, references[index]));
    bytes[at++] = 0x65;
    bytes[at++] = 0x87;
    end = at;
  };

  globalThis._w = set;
  globalThis._v = (n, value) => {
    pair(n, value);
    return value;
  };
  globalThis._t = (key, text) => {
    added = typeof text === 'string' ? {key, text} : null;
    return text;
  };
  // The hook that follows parameters has the same name.
  globalThis._a = (n, ...values) => {
    if (typeof n === 'number') call(n, values);
    else calls[calls.length - 1].values = n;
  };
  globalThis._r = (n, value) => {
    if (lengths.size > 0) leave(calls.length);
    triple(-2, n, value);
    return value;
  };
  globalThis._s = (list, index, value) => {
    const entry = changed(list);
    const count = entry?.isMissing === false ? list.length : 0;
    list[index] = value;
    if (!entry) return;
    if (list.length === count && Number.isInteger(index) && index >= 0 && index < count) {
      place(-4, entry.number, index, value);
      if (entry.items) entry.items[index] = value;
    } else if (list.length === count + 1 && index === count && count < mostItems) {
      place(-5, entry.number, index, value);
      if (entry.items) entry.items.push(value);
    } else {
      look(list, entry);
    }
    if (!isPlain(value)) entry.isPlain = false;
  };
  globalThis._i = (list, index, value) => {
    const entry = changed(list);
    list.splice(index, 0, value);
    if (!entry) return;
    const count = list.length - 1;
    if (count >= mostItems) return miss(list, entry);
    const start = Math.trunc(index) || 0;
    const found = start < 0 ? Math.max(count + start, 0) : Math.min(start, count);
    place(-5, entry.number, found, value);
    if (entry.items) entry.items.splice(found, 0, value);
    if (!isPlain(value)) entry.isPlain = false;
  };
  globalThis._p = (list, index) => {
    const entry = changed(list);
    const count = entry ? list.length : 0;
    const [value] = list.splice(index, 1);
    if (entry && list.length < count) {
      const start = Math.trunc(index) || 0;
      const found = start < 0 ? Math.max(count + start, 0) : start;
      triple(-6, entry.number, found);
      entry.items?.splice(found, 1);
    }
    return value;
  };
  // Anything may have changed.
  globalThis._u = (n, ...values) => {
    unknowns++;
    for (const list of reachable(values)) {
      const entry = known.get(list);
      if (entry && !entry.isForgotten) lookAgain(list, entry);
    }
    for (const [name, key] of start.slots) if (name in globalThis) set(key, globalThis[name]);
    (start.locals[n] ?? []).forEach((key, index) => index < values.length && set(key, values[index]));
    lengths.clear();
  };
  const {get} = Object.getOwnPropertyDescriptor(process, 'stdout');
  let output = null;
  Object.defineProperty(process, 'stdout', {configurable: true, enumerable: true, get() {
    if (output) return output;
    output = get.call(process);
    const {write} = output;
    output.write = function (chunk, encoding, ...rest) {
      told(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
      return write.call(this, chunk, encoding, ...rest);
    };
    return output;
  }});
  return {
    send, step, told,
    read(line) {
      if (line !== null) long(-12, 0, line.slice(0, mostCharacters));
    },
    tick() {
      room = Math.min(mostRoom, room + newRoom);
      send();
    },
  };
};
