// Runs a program: see docs/develop/runtimes.md for the lines on descriptors 3 and 4.
{
  const fs = require('fs');
  const vm = require('vm');

  /** Reads a descriptor without giving other code a turn. */
  const reader = (descriptor) => {
    let rest = Buffer.alloc(0);
    const fill = () => {
      const bytes = Buffer.alloc(65536);
      for (;;) {
        try {
          const count = fs.readSync(descriptor, bytes);
          rest = Buffer.concat([rest, bytes.subarray(0, count)]);
          return count > 0;
        } catch (error) {
          if (error.code === 'EOF') return false;
          if (error.code !== 'EAGAIN') throw error;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
        }
      }
    };
    const take = (count) => {
      const text = rest.subarray(0, count).toString();
      rest = rest.subarray(count);
      return text;
    };
    return {
      line() {
        while (rest.indexOf(10) < 0) if (!fill()) return rest.length > 0 ? take(rest.length) : null;
        return take(rest.indexOf(10) + 1).slice(0, -1);
      },
      bytes(count) {
        while (rest.length < count && fill());
        return take(count);
      },
    };
  };
  const write = (descriptor, text) => {
    let bytes = typeof text === 'string' ? Buffer.from(text) : text;
    while (bytes.length > 0) {
      try {
        bytes = bytes.subarray(fs.writeSync(descriptor, bytes));
      } catch (error) {
        if (error.code !== 'EAGAIN') throw error;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
      }
    }
  };

  const commands = reader(3);
  const input = reader(0);
  // Modules come from node's own and this folder only, if there is one.
  const [modules] = process.argv.splice(1, 1);
  module.paths = modules ? [modules] : [];
  const start = JSON.parse(commands.line());
  const code = commands.bytes(start.code);
  let breakpoints = new Set(start.breakpoints);
  // Breakpoints whose conditions are asked of Mortise.
  let asked = new Set();
  let mode = start.do;
  let [until, now, first, last, depth, count, time, questions] = [0, 0, 0, 0, 0, 0, Date.now(), 0];
  const calls = [];

  /** Returns the beginning of a text, without half a character. */
  const cut = (text, count) => text.length <= count ? text : text.slice(0, count).replace(/[\ud800-\udbff]$/, '');
  const show = (value, level = 4) => {
    let text = '';
    if (typeof value === 'string') {
      text = JSON.stringify(cut(value, 200));
    } else if (Array.isArray(value)) {
      for (const item of value) {
        if (text.length > 200 || level === 0) {
          text += ', …';
          break;
        }
        text += (text ? ', ' : '') + show(item, level - 1);
      }
      text = '[' + text + ']';
    } else {
      try {
        text = value == null ? 'null' : String(value);
      } catch {
        text = typeof value;
      }
    }
    return text.length <= 200 ? text : cut(text, 199) + '…';
  };
  const log = start.records ? module.makeLog(start, code, show, write, calls) : null;
  delete module.makeLog;
  const variables = () => {
    const result = {};
    for (const name of start.watch) if (name in globalThis) result[name] = show(globalThis[name]);
    return result;
  };
  const end = () => log?.send();
  const report = (message, hasState) => {
    log?.tick();
    message.at = now;
    if (hasState) {
      message.variables = variables();
      message.calls = calls.slice(-100).reverse().map(
        (call) => ({function: call.n, at: call.from, arguments: Array.from(call.values, (value) => show(value))}));
    }
    write(4, JSON.stringify(message) + '\n');
    const hasOrder = !('error' in message) && obey();
    time = Date.now();
    return hasOrder;
  };
  // Returns whether it is another order than to go on as before.
  const obey = () => {
    const line = commands.line();
    if (line === null) process.exit(1);
    const order = JSON.parse(line);
    if (order.breakpoints) [breakpoints, asked] = [new Set(order.breakpoints), new Set(order.asked)];
    if (order.do === 'go') return false;
    [mode, until, first, last, depth] = [order.do, order.until ?? 0, now, order.last ?? now, calls.length];
    if (until) breakpoints.add(until);
    return true;
  };
  const check = (n, condition) => {
    let why = null;
    if (breakpoints.has(n) && n !== until) {
      try {
        why = !condition || asked.has(n) || condition() ? 'stop' : null;
      } catch (error) {
        why = String(error.message);
      }
    }
    // A breakpoint, whatever the order was. It isn't one if the program goes on as before.
    if (why && report({stop: why}, true)) return;
    why = null;
    if (mode === 'into' || n === until) {
      why = 'step';
    } else if (mode === 'over' && calls.length <= depth && !(calls.length === depth && first <= n && n <= last)) {
      why = 'step';
    } else if (mode === 'out' && calls.length < depth) {
      why = 'step';
    }
    if (why) report({stop: why}, true);
  };
  const recordedHook = (n, condition) => {
    log.step(n);
    hook(n, condition);
  };
  const hook = (n, condition) => {
    now = n;
    if ((++count & 15) === 0 && Date.now() - time >= 30) report({}, false);
    if (mode !== 'run' || breakpoints.has(n)) check(n, condition);
  };

  const fail = (error) => {
    log?.send();
    const stack = String(error?.stack ?? '');
    const isSyntax = error instanceof SyntaxError;
    const matches = stack.matchAll(isSyntax ? /^program\.js:(\d+)/g : /program\.js:(\d+):(\d+)/g);
    const places = Array.from(matches).slice(0, 100);
    const lines = places.map((match) => Number(match[1]));
    const texts = code.split('\n');
    const columns = places.map(([, line, column]) => {
      if (!column) return null;
      const start = Buffer.byteLength((texts[line - 1] ?? '').slice(0, column - 1));
      return [start, start + 1];
    });
    const message = String(error?.message ?? error).slice(0, 1000);
    report({error: message, kind: error?.name ?? '', lines, columns}, true);
    process.exit(1);
  };

  globalThis.window = globalThis;
  const print = (text) => {
    log?.told(text);
    write(1, text);
  };
  globalThis.alert = (text) => print(String(text) + '\n');
  globalThis.prompt = (text) => {
    print(String(text ?? ''));
    if (!start.hooks) return input.line();
    report({asks: ++questions}, false);
    const line = input.line();
    log?.read(line);
    report({}, false);
    return line;
  };
  globalThis._b = log ? recordedHook : hook;
  globalThis._f = (n, body) => (...values) => {
    calls.push({n, from: now, values});
    const result = body(...values);
    now = calls.pop().from;
    return result;
  };
  if (!log) {
    // The object follows the parameters when the function assigns to them.
    globalThis._a = (values) => {
      calls[calls.length - 1].values = values;
    };
  }
  Error.stackTraceLimit = 100;
  process.on('uncaughtException', fail);
  process.on('exit', end);
  try {
    vm.runInThisContext(code, {filename: 'program.js'});
  } catch (error) {
    fail(error);
  }
}
