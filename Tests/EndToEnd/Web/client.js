// A client of ‘mortise serve --web’ that is written with node's ws; as client.py.
//   node client.js AUTHOR CHANGES
'use strict';
const assert = require('assert');
const readline = require('readline');
const WebSocket = require('ws');
const {enter} = require('./served.js');

const [author] = process.argv.slice(2);
const block = `block of ${author}`;
let left = Number(process.argv[3]);
let [session, number, count, pending] = [undefined, undefined, 0, []];
let [quota, confirmed] = [0, 0];

/** A batch with a new block, and then with one text after the other. */
function nextEdit() {
  count += 1;
  left -= 1;
  quota -= 1;
  const start = {group: `${author} ${count}`, blockId: block};
  const event = count === 1
    ? {type: 'create', ids: [block], json: {type: 'text', id: block, x: 10, y: 400, fields: {TEXT: 'é 0'}}}
    : {type: 'change', element: 'field', name: 'TEXT', oldValue: `é ${count - 2}`, newValue: `é ${count - 1}`};
  return {type: 'edit', count, events: [{...start, ...event}]};
}

function send(socket, message) { socket.send(JSON.stringify(message)); }

/** Sends what is left, at most three batches at once. */
function goOn(socket) {
  while (left && quota && pending.length < 3) {
    pending.push(nextEdit());
    send(socket, pending[pending.length - 1]);
  }
  if (!left && !pending.length) {
    console.log('done', number);
    socket.close();
    lines.close();
  }
}

function receive(socket, message) {
  switch (message.type) {
    case 'state': case 'resumed':
      session = message.session;
      if (message.type === 'state') {
        number = message.program.number;
        pending = pending.filter((edit) => edit.count > message.lastCount);
      }
      console.log('joined', message.role);
      for (const edit of pending) if (edit.count > message.lastCount) send(socket, edit);
      break;
    case 'applied': case 'confirmed':
      assert.strictEqual(message.number, number + 1);
      number += 1;
      if ((message.author ?? author) !== author) break;
      assert.strictEqual(pending.shift().count, message.count);
      confirmed += 1;
      if (confirmed === 10) console.log('at 10');
      break;
    default: assert(['person', 'gone', 'saved', 'chat', 'bye'].includes(message.type), JSON.stringify(message));
  }
  goOn(socket);
}

const entries = {};
const lines = readline.createInterface({input: process.stdin});
lines.on('line', async (line) => {
  const link = new URL(line.split(' ')[0]);
  [quota, confirmed] = [Number(line.split(' ')[1]), 0];
  // The author belongs to the cookie.
  entries[link] ??= await enter(link);
  const {path, cookie} = entries[link];
  const socket = new WebSocket(`ws://${link.host}${path}`, {headers: {cookie: cookie.split(';')[0]}});
  socket.on('open', () => send(socket, {type: 'hello', version: 1, author, name: author, session, number}));
  socket.on('message', (data) => receive(socket, JSON.parse(data)));
  socket.on('error', () => {});
  socket.on('close', () => { if (left || pending.length) console.log('lost'); });
});
