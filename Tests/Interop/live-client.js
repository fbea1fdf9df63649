// Pages with Blockly that join a session through Mortise's script, without a browser: reads one request per line on
// standard input and answers each with one line. The session's messages are part of requests and answers.
//   node live-client.js FOLDER SCRIPT …   FOLDER contains the chunks of a bundle with Blockly, or Blockly's scripts
// Requests: {"do": "start", "seed": N, "program": TEXT}, which begins anew, with the program's blocks known
//           {"do": "connect", "client": NAME}   {"do": "cut", "client": NAME}
//           {"do": "reload", "client": NAME}
//           {"do": "receive", "client": NAME, "messages": [...]}   {"do": "act", "client": NAME}
//           {"do": "perform", "client": NAME, "action": JAVASCRIPT}   {"do": "check", "client": NAME}
//           {"do": "save", "client": NAME}, which then saves anyway
//           {"do": "state", "client": NAME}
// Answers:  {"sent": [...], "state": ..., "mended": N, "confirmed": BOOL, "told": [...], "problems": [...]}, or {"error": TEXT}
'use strict';
const readline = require('readline');
const {loadBlockly} = require('./blockly.js');
const {RandomActions} = require('./random-actions.js');
const {seeded, Chance} = require('./random.js');

let random = seeded(1);
const {Blockly, flush, takeWarnings} = loadBlockly(process.argv[2], () => random());

/** Timers that wait until the test says that time has passed. */
let timers = [];
globalThis.setTimeout = (call, wait = 0) => {
  const timer = {call, wait};
  timers.push(timer);
  return timer;
};

/** Keeps what a client sends, and is told what it receives. */
globalThis.WebSocket = class {
  constructor(name) {
    this.readyState = 0;
    clients.get(name).socket = this;
    this.sent = [];
  }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  send(text) { this.sent.push(JSON.parse(text)); }
  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose();
  }
};

for (const script of process.argv.slice(3)) require(script);

const clients = new Map();

/** Lets everything happen that follows without a wait, or within a longest one. */
async function settle(wait = 0) {
  for (let isBusy = true; isBusy; ) {
    flush();
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    const due = timers.filter((timer) => timer.wait <= wait);
    timers = timers.filter((timer) => timer.wait > wait);
    for (const {call} of due) call();
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    flush();
    isBusy = due.length > 0;
  }
}

/** What a tab keeps while its page is loaded again. */
class Storage {
  constructor() { this.items = new Map(); }
  get length() { return this.items.size; }
  key(index) { return [...this.items.keys()][index]; }
  getItem(key) { return this.items.get(key) ?? null; }
  setItem(key, value) { this.items.set(key, value); }
  removeItem(key) { this.items.delete(key); }
}

function client(name, storage = new Storage()) {
  if (!clients.has(name)) {
    const workspace = new Blockly.Workspace(new Blockly.Options({comments: true, collapse: true, disable: true}));
    const entry = {workspace, storage, told: [], actor: new RandomActions(Blockly, workspace, new Chance(() => random()), false)};
    clients.set(name, entry);
    entry.live = MortiseLive.connect(workspace, {Blockly, url: name, name, storage, onMessage: (text) => entry.told.push(text),
      onChoice: (text, choice) => entry.told.push(choice),
      onRun: (run) => entry.told.push(run ? `${run.name}, ${run.state}: ${run.lines.join('|')}` : 'no run'),
      onStatus: (text, isConnected) => { if (!isConnected) entry.told.push(text); }});
  }
  return clients.get(name);
}

const requests = {
  async start({seed}) {
    random = seeded(seed);
    for (const {live, workspace} of clients.values()) {
      live.close();
      workspace.dispose();
    }
    timers = [];
    clients.clear();
  },

  async connect(entry) {
    // Either this is the first time, or a timer waits to try again.
    await settle(1e6);
    entry.socket.open();
  },
  async cut({socket}) { socket.close(); },

  /** The page is loaded again. What was under way is lost. */
  async reload({live, workspace, storage}, {client: name}) {
    live.flush();
    clients.delete(name);
    live.close();
    workspace.dispose();
    client(name, storage);
  },
  async receive({socket}, {messages}) { for (const message of messages) socket.onmessage({data: JSON.stringify(message)}); },
  async check({live}) { live.checkNow(); },

  async act({workspace, actor}) {
    actor.act();
  },

  async perform({workspace}, {action}) {
    Blockly.Events.setGroup(true);
    new Function('Blockly', 'workspace', 'block', action)(Blockly, workspace, (id) => workspace.getBlockById(id));
    Blockly.Events.setGroup(false);
  },

  async save({live}) { live.save(); },
  async state() {},
};

async function answer(request) {
  if (request.do === 'start') {
    await requests.start(request);
    return {};
  }
  const entry = client(request.client);
  await requests[request.do](entry, request);
  await settle();
  const {workspace, live, told, socket} = client(request.client);
  const answer = {
    sent: socket?.sent.splice(0) ?? [], mended: live.mended, confirmed: live.isConfirmed, told: told.splice(0),
    problems: takeWarnings(),
  };
  if (request.do === 'state') answer.state = Blockly.serialization.workspaces.save(workspace);
  return answer;
}

(async () => {
  for await (const line of readline.createInterface({input: process.stdin})) {
    let result;
    try {
      result = await answer(JSON.parse(line));
    } catch (error) {
      result = {error: error.stack};
    }
    process.stdout.write(JSON.stringify(result) + '\n');
  }
})();
