// What strangers could do to the memory of ‘mortise serve --web’: ask for large files without reading them, begin messages
// without ending them, and take all connections.
//   node floods.js MORTISE      prints “ok”, or what went wrong
'use strict';
const fs = require('fs');
const net = require('net');
const path = require('path');
const os = require('os');
const {withServer, request, enter} = require('./served.js');

const failures = [];
function expect(is, what) { if (!is) failures.push(what); }

const MB = 1024 * 1024;

/** The memory of a process, in MB. */
function memory({pid}) {
  return Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}

/** A connection that has sent something, and reads nothing. */
function connect(link, ...parts) {
  return new Promise((resolve) => {
    const socket = net.connect(link.port, '127.0.0.1', () => {
      socket.pause();
      socket.write(Buffer.concat(parts.map((part) => Buffer.from(part))), () => resolve(socket));
    });
    socket.on('error', () => resolve(socket));
  });
}

/** A text frame that is masked with zeros, with a part of its payload. */
function frame(payload, length = payload.length) {
  const head = Buffer.alloc(14);
  head[0] = 0x81;
  head[1] = 0xff;
  head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, Buffer.from(payload)]);
}

/** Waits until something can be read, and throws it away. */
function read(socket) {
  return new Promise((resolve) => {
    socket.once('data', () => { socket.pause(); resolve(); });
    socket.once('close', resolve);
    socket.resume();
  });
}

(async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mortise-blockly-'));
  fs.writeFileSync(path.join(folder, 'large.js'), 'x'.repeat(3 * MB));
  const code = await withServer(process.argv[2], ['--blockly', folder], async ({watching, server}) => {
    const host = `127.0.0.1:${watching.port}`;
    const before = memory(server);
    const file = `GET /large.js HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    let sockets = await Promise.all(Array.from({length: 250}, () => connect(watching, file)));
    // The server handles requests in order.
    expect((await request(watching)).status === 200, 'the page is there');
    expect(memory(server) - before < 64, `250 files that nobody reads take ${Math.round(memory(server) - before)} MB`);
    const whole = await request(watching, {path: '/large.js'});
    expect(whole.status === 200 && whole.text.length === 3 * MB, 'who reads gets all of it');
    for (const socket of sockets) socket.destroy();

    // Strangers that begin heads, and watchers that begin messages of 4 MB.
    sockets = await Promise.all(Array.from({length: 300}, () => connect(watching, 'GET / HTTP/1.1\r\nX: ', 'a'.repeat(10000))));
    for (let index = 0; index < 200; index++) {
      const {path, cookie} = await enter(watching);
      const upgrade = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie.split(';')[0]}\r\nConnection: Upgrade\r\n` +
        'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
      const socket = await connect(watching, upgrade);
      await read(socket);
      socket.write(frame(JSON.stringify({type: 'hello', version: 1, author: `web-${index}`, name: 'x'})));
      await read(socket);
      socket.write(frame(Buffer.alloc(2 * MB), 4 * MB - 100));
      sockets.push(socket);
    }
    expect((await request(watching)).status === 200, 'there is room for one more');
    expect(memory(server) < 256, `500 hostile connections take ${Math.round(memory(server))} MB in all`);
    for (const socket of sockets) socket.destroy();
    expect((await request(watching)).status === 200, 'the server lives');
  });
  fs.rmSync(folder, {recursive: true, force: true});
  expect(code === 0, `the server has ended with ${code}`);
  console.log(failures.length ? failures.join('\n') : 'ok');
  process.exit(0);
})().catch((error) => {
  console.log(error.stack);
  process.exit(1);
});
