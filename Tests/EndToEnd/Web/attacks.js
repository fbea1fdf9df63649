// What a browser, a page of somebody else or a program that speaks no WebSocket could send to ‘mortise serve --web’:
// everything wrong is refused with one line, and the others never notice.
//   node attacks.js MORTISE      prints “ok”, or what went wrong
'use strict';
const net = require('net');
const WebSocket = require('ws');
const {withServer, request, enter} = require('./served.js');

const failures = [];
function expect(is, what) { if (!is) failures.push(what); }

/** A WebSocket with what it has received; `next` waits for a message of a type. */
function open(link, {path, cookie}, headers = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${link.port}${path}`, {headers: {...(cookie && {cookie: cookie.split(';')[0]}), ...headers}});
  const state = {socket, messages: [], waiting: []};
  state.closed = new Promise((resolve) => socket.on('close', (code, reason) => resolve({code, reason: String(reason)})));
  state.opened = new Promise((resolve) => {
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_, answer) => resolve(answer.statusCode));
    socket.on('error', () => resolve(0));
  });
  socket.on('message', (data) => {
    state.messages.push(JSON.parse(data));
    state.waiting.splice(0).forEach((look) => look());
  });
  state.next = (type) => new Promise((resolve) => {
    const look = () => {
      const index = state.messages.findIndex((message) => type.split('|').includes(message.type));
      if (index < 0) state.waiting.push(look); else resolve(state.messages.splice(index, 1)[0]);
    };
    look();
  });
  state.send = (message) => socket.send(JSON.stringify(message));
  return state;
}

const hello = (author) => ({type: 'hello', version: 1, author, name: author});
const edit = (count, text) => ({type: 'edit', count, events: [
  {type: 'change', group: 'g' + count, blockId: 'b', element: 'field', name: 'TEXT', oldValue: 'abc', newValue: text}]});

/** Sends bytes, and returns what comes until the other side ends the connection. */
function raw(link, ...parts) {
  return new Promise((resolve) => {
    const socket = net.connect(link.port, '127.0.0.1', () => { for (const part of parts) socket.write(part); });
    let answer = Buffer.alloc(0);
    socket.on('data', (data) => { answer = Buffer.concat([answer, data]); });
    socket.on('end', () => socket.end());
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

const upgrade = (link, {path, cookie}) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${link.port}\r\nCookie: ${cookie.split(';')[0]}\r\n` +
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

/** Sends bytes once the WebSocket is open; returns the code of the frame that ends it. */
function frames(link, entry, ...parts) {
  return new Promise((resolve) => {
    let answer = Buffer.alloc(0);
    let isOpen = false;
    const socket = net.connect(link.port, '127.0.0.1', () => socket.write(upgrade(link, entry)));
    socket.on('data', (data) => {
      answer = Buffer.concat([answer, data]);
      const end = answer.indexOf('\r\n\r\n');
      if (isOpen || end < 0) return;
      isOpen = true;
      answer = answer.subarray(end + 4);
      for (const part of parts) socket.write(part);
    });
    socket.on('end', () => socket.end());
    socket.on('error', () => {});
    socket.on('close', () => {
      let last = 0;
      for (let at = 0; at + 2 <= answer.length; ) {
        const length = answer[at + 1] & 127;
        const [start, size] = length === 126 ? [4, answer.readUInt16BE(at + 2)] : [2, length];
        if (answer[at] === 0x88) last = answer.readUInt16BE(at + start);
        at += start + size;
      }
      resolve(last);
    });
  });
}

/** A frame of a client. */
function frame(start, payload, {isMasked = true, length = payload.length} = {}) {
  const head = length < 126 ? [start, length] : length < 65536 ? [start, 126, length >> 8, length & 255]
    : [start, 127, 0, 0, 0, 0, (length / 2 ** 24) & 255, (length >> 16) & 255, (length >> 8) & 255, length & 255];
  if (isMasked) head[1] |= 128;
  return Buffer.concat([Buffer.from(head), isMasked ? Buffer.alloc(4) : Buffer.alloc(0), Buffer.from(payload)]);
}

async function checkRequests(editing, watching) {
  const host = `127.0.0.1:${editing.port}`;
  const page = await request(editing);
  expect(page.status === 200 && /mortise-live\.js/.test(page.text), 'the page is there');
  expect(/script-src 'self';/.test(page.headers['content-security-policy']), 'no inline scripts');
  expect(page.headers['referrer-policy'] === 'no-referrer', 'no referrer');
  expect(page.headers['x-content-type-options'] === 'nosniff', 'nothing is guessed');
  expect((await request(editing, {path: '/mortise-live.js'})).status === 200, 'the script is there');
  for (const path of ['/../p.xml', '/%2e%2e/p.xml', '/.p.xml', '/p.xml', '//etc/passwd', '/x.js', '/%00.js', '/%zz.js']) {
    expect([400, 404].includes((await request(editing, {path})).status), `${path} is not there`);
  }
  const foreign = ['evil.example', `evil.example:${editing.port}`, '127.0.0.1.evil.example', '[::1]evil.example',
    `[::1]evil.example:${editing.port}`, '[::1]x', 'localhost:1@evil', `localhost:${editing.port}@evil`, 'localhost:'];
  for (const name of foreign) {
    expect((await request(editing, {headers: {host: name}})).status === 403, `the host “${name}” is refused`);
  }
  for (const name of [host, `localhost:${editing.port}`, 'localhost:9999', '[::1]:80']) {
    expect((await request(editing, {headers: {host: name}})).status === 200, `the host “${name}” is right`);
  }
  for (const origin of ['http://evil.example', 'null', `http://localhost:${editing.port}`, `https://${host}`]) {
    expect((await enter(editing, {host, origin})).status === 403, `the origin ${origin} is refused`);
  }
  expect((await enter(editing, {host, 'sec-fetch-site': 'same-site'})).status === 403, 'another port is another site');
  const wrong = new URL(editing.href.slice(0, -1) + (editing.href.endsWith('0') ? '1' : '0'));
  for (const link of [wrong, new URL(`http://${host}/#`), new URL(`http://${host}/#${'a'.repeat(32)}`)]) {
    expect((await enter(link)).status === 403, `the token ${link.hash} is wrong`);
  }
  const long = await request(editing, {method: 'POST', path: '/enter', body: 'a'.repeat(1000)});
  expect(long.status === 413 && long.text.trim().split('\n').length === 1, 'a long token is refused with one line');
  const right = await enter(editing, {host, origin: `http://${host}`});
  expect(right.status === 200 && /; Path=\/live\/\w+; HttpOnly; SameSite=Strict$/.test(right.cookie), 'the cookie is bound');
  expect((await request(editing, {method: 'PUT'})).status === 405, 'PUT is refused');
  const cookie = right.cookie.split(';')[0];
  expect((await request(editing, {path: right.path, headers: {cookie}})).status === 426, 'a WebSocket is no page');
  expect((await request(editing, {path: right.path})).status === 403, 'without the cookie, the link is said to be invalid');

  const other = await enter(watching);
  expect(await open(editing, {path: right.path}).opened === 403, 'no cookie');
  expect(await open(editing, {path: right.path, cookie: other.cookie}).opened === 403, 'somebody else’s cookie');
  expect(await open(editing, {path: '/live/x', cookie: right.cookie}).opened === 403, 'a wrong path');
  expect(await open(editing, right, {origin: 'http://evil.example'}).opened === 403, 'another page’s WebSocket');
  expect(await open(editing, right, {host: 'evil.example'}).opened === 403, 'another name’s WebSocket');
}

async function checkBytes(editing) {
  const status = async (...parts) => Number(String(await raw(editing, ...parts)).split(' ')[1]);
  expect(await status('hello\r\n\r\n') === 400, 'no request');
  expect(await status('GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n') === 400, 'two hosts');
  expect(await status('GET / HTTP/1.1\r\n: a\r\n\r\n') === 400, 'a header without a name');
  expect(await status(Buffer.from([0xff, 0xfe, 13, 10, 13, 10])) === 400, 'no text');
  expect(await status('GET / HTTP/1.1\r\nX: ', 'a'.repeat(1 << 15)) === 431, 'a long head');
  expect(await status('GET / HTTP/1.1\r\nHost: local', 'host\r', '\n\r', '\n') === 200, 'a head in parts');

  const entry = await enter(editing);
  const text = JSON.stringify(hello('web-raw'));
  const code = (...parts) => frames(editing, entry, ...parts);
  expect(await code(frame(0x81, text, {isMasked: false})) === 1002, 'no mask');
  expect(await code(frame(0xc1, text)) === 1002, 'an extension');
  expect(await code(frame(0x82, text)) === 1003, 'binary');
  expect(await code(frame(0x83, text)) === 1002, 'an unknown kind');
  expect(await code(frame(0x80, text)) === 1002, 'nothing to go on with');
  expect(await code(frame(0x01, '{'), frame(0x81, text)) === 1002, 'a message within another one');
  expect(await code(frame(0x09, '')) === 1002, 'a ping in parts');
  expect(await code(frame(0x89, 'a'.repeat(126))) === 1002, 'a long ping');
  expect(await code(frame(0x81, Buffer.from([0xc3, 0x28]))) === 1007, 'no UTF-8');
  expect(await code(frame(0x81, '', {length: 2 ** 31})) === 1009, 'a message without end');
  expect(await code(frame(0x01, 'a'.repeat(60000)), frame(0x80, 'a'.repeat(60000))) === 1009, 'a long message in parts');
  expect(await code(frame(0x88, 'a')) === 1002, 'half a code');
  expect(await code(frame(0x88, '')) === 1000, 'a proper end');
  expect(await code(frame(0x81, '{"type":"edit"}')) === 1000, 'no hello');
  expect(await code(frame(0x81, 'nonsense')) === 1000, 'no JSON');
}

(async () => {
  const code = await withServer(process.argv[2], [], async ({editing, watching, server}) => {
    const right = await enter(editing);
    const anna = open(editing, right);
    expect(await anna.opened === 101, 'anna comes in');
    anna.send(hello('web-anna'));
    const state = await anna.next('state');
    expect(state.role === 'editor' && state.program.number === 0, 'anna may edit');

    await checkRequests(editing, watching);
    await checkBytes(editing);

    // Who only watches.
    const ben = open(watching, await enter(watching));
    await ben.opened;
    ben.send(hello('web-ben'));
    expect((await ben.next('state')).role === 'watcher', 'ben watches');
    ben.send(edit(1, 'ben'));
    expect(/watch/.test((await ben.next('refused')).reason), 'ben is told that he may only watch');

    // Nobody speaks as somebody else.
    const cleo = open(editing, await enter(editing));
    await cleo.opened;
    cleo.send(hello('web-anna'));
    const refusal = await cleo.next('bye');
    expect(/connected already/.test(refusal.reason) && refusal.final, 'cleo is not anna');
    const dan = open(editing, await enter(editing));
    await dan.opened;
    dan.send(hello('dan'));
    expect(/web-/.test((await dan.next('bye')).reason), 'names of terminals are not for browsers');

    // The second connection of an author takes the place of the first one, which is told so.
    const fay = open(editing, right);
    await fay.opened;
    fay.send({...hello('web-fay'), secret: 's'});
    await fay.next('state');
    const again = open(editing, right);
    await again.opened;
    again.send({...hello('web-fay'), secret: 's'});
    await again.next('state');
    const end = await fay.next('bye');
    expect(/another connection/.test(end.reason) && end.final, 'fay is told that she has come again');
    await fay.closed;
    again.socket.terminate();

    // A burst is slowed down: 200 messages at once, then 200 a second.
    const eve = open(editing, await enter(editing));
    await eve.opened;
    eve.send(hello('web-eve'));
    await eve.next('state');
    const begin = Date.now();
    for (let count = 0; count < 1000; count++) eve.send({type: 'chat', text: String(count)});
    for (let count = 0; count < 350; count++) expect((await anna.next('chat')).text === String(count), `line ${count} is there`);
    const milliseconds = Date.now() - begin;
    expect(milliseconds >= 600, `350 of 1,000 lines at once pass within ${milliseconds} ms`);
    eve.socket.terminate();

    // Anna has not noticed anything.
    anna.send(edit(1, 'anna'));
    expect((await anna.next('applied|confirmed')).number === 1, 'anna’s edit is in the log');
    ben.messages.length = 0;
    anna.send({type: 'save'});
    expect((await anna.next('saved')).done, 'the program is saved');
    anna.socket.ping();
    await new Promise((resolve) => anna.socket.on('pong', resolve));
    expect(server.exitCode === null, 'the server lives');
    for (const {socket} of [anna, ben]) socket.terminate();
  });
  expect(code === 0, `the server has ended with ${code}`);
  console.log(failures.length ? failures.join('\n') : 'ok');
  process.exit(0);
})().catch((error) => {
  console.log(error.stack);
  process.exit(1);
});
