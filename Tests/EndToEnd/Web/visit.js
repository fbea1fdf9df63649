// Opens links as a browser does, and says what the visitor may do there. ?copy=TOKEN shows the token of a copy.
//   node visit.js LINK...      prints “NAME ROLE” for each
'use strict';
const WebSocket = require('ws');
const {enter} = require('./served.js');

(async () => {
  for (const text of process.argv.slice(2)) {
    const link = new URL(text);
    const program = link.searchParams.get('program');
    const copy = link.searchParams.get('copy') ?? undefined;
    const {path, cookie} = await enter(link);
    const socket = new WebSocket(`ws://127.0.0.1:${link.port}${path}`, {headers: {cookie: cookie.split(';')[0]}});
    await new Promise((resolve, reject) => {
      socket.on('open', () => socket.send(JSON.stringify({type: 'hello', version: 1, author: `web-${program}`, name: 'x', program, copy, secret: program})));
      socket.on('error', reject);
      socket.on('message', (data) => {
        const {type, name, role, reason} = JSON.parse(data);
        if (type === 'state' || type === 'bye') resolve(console.log(type === 'state' ? `${name} ${role}` : reason));
      });
    });
    socket.terminate();
  }
  process.exit(0);
})();
