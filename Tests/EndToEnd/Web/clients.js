// Clients that others have written, with node's ws and with Python's websockets, edit one program in a real server that is
// killed and started again: nothing that they do is lost, or done twice.
//   node clients.js MORTISE KILLS PYTHON     prints “ok”, or what went wrong; without PYTHON, both are node's
'use strict';
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const readline = require('readline');
const {spawn} = require('child_process');
const {withServer} = require('./served.js');

const [mortise, kills, python] = [process.argv[2], Number(process.argv[3]), process.argv[4]];
/** How many each client makes before a kill, at most, and in all. */
const SHARE = 20;
const CHANGES = SHARE * (kills + 1);

/** A client in a process of its own. */
function startClient(author, command) {
  const client = spawn(command[0], [...command.slice(1), author, CHANGES], {stdio: ['pipe', 'pipe', 'inherit']});
  process.on('exit', () => client.kill('SIGKILL'));
  const lines = readline.createInterface({input: client.stdout})[Symbol.asyncIterator]();
  return {
    join: (link, count) => client.stdin.write(`${link.href} ${count}\n`),
    /** What it prints next, but for what is passed over. */
    next: async (but) => {
      for (;;) {
        const {value = 'the client has ended'} = await lines.next();
        if (value !== but) return value;
      }
    },
  };
}

(async () => {
  const script = (name) => path.join(__dirname, name);
  const commands = [['node', script('client.js')], python ? [python, script('client.py')] : ['node', script('client.js')]];
  const code = await withServer(mortise, [], async ({editing, server, ended, file, restart}) => {
    const clients = commands.map((command, index) => startClient(`web-${index}`, command));
    let present = {editing, server, ended};
    for (let kill = 0; kill < kills; kill += 1) {
      for (const client of clients) {
        client.join(present.editing, SHARE);
        assert.strictEqual(await client.next(), 'joined editor');
      }
      // In the midst of the work of one or the other.
      assert.strictEqual(await clients[kill % clients.length].next(), 'at 10');
      present = await restart();
      for (const client of clients) assert.strictEqual(await client.next('at 10'), 'lost');
    }
    const numbers = await Promise.all(clients.map(async (client) => {
      let answer = 'lost';
      while (!answer.startsWith('done')) {
        // Who sends too many frames a second is cut off, and comes again.
        if (answer === 'lost') client.join(present.editing, CHANGES);
        answer = await client.next('at 10');
        assert(/^(joined editor|lost|done)/.test(answer), answer);
      }
      return answer;
    }));
    const all = `done ${CHANGES * clients.length}`;
    assert(numbers.includes(all), `each change is in the log once: ${numbers} instead of ${all}`);
    present.server.kill('SIGTERM');
    await present.ended;
    const saved = fs.readFileSync(file, 'utf8');
    assert.strictEqual(saved.split(`>é ${CHANGES - 1}<`).length, 3, saved);
  });
  assert.strictEqual(code, 0, `the server has ended with ${code}`);
  console.log('ok');
  process.exit(0);
})().catch((error) => {
  console.log(error.stack);
  process.exit(1);
});
