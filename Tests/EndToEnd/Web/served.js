// Starts ‘mortise serve --web’ for a test, and ends it.
'use strict';
const {spawn} = require('child_process');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');

const PROGRAM = `<xml xmlns="https://developers.google.com/blockly/xml">
  <block type="text_print" id="a" x="10" y="10"><value name="TEXT"><shadow type="text" id="b"><field name="TEXT">abc</field></shadow></value></block>
</xml>
`;

/** Starts the server, and waits for its links. */
async function start(binary, options, file, folder) {
  const server = spawn(binary, ['serve', '--web', '0', ...options, file],
    {env: {...process.env, XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder}, stdio: ['ignore', 'pipe', 'inherit']});
  const ended = new Promise((resolve) => server.on('exit', (code) => resolve(code)));
  let output = '';
  await new Promise((resolve, reject) => {
    server.stdout.on('data', (data) => {
      output += data;
      if (/watch: .*\n/.test(output)) resolve();
    });
    server.on('exit', () => reject(new Error(`the server has ended: ${output}`)));
  });
  const [editing, watching] = output.match(/http:\S+/g).map((link) => new URL(link));
  return {server, ended, editing, watching};
}

/**
 * Calls with the server's links, file and process, and what kills it and starts another one, in a folder that is removed in
 * the end. Returns the server's exit status.
 */
async function withServer(binary, options, action) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mortise-web-'));
  const file = path.join(folder, 'p.xml');
  fs.writeFileSync(file, PROGRAM);
  let state;
  const restart = async () => {
    state.server.kill('SIGKILL');
    await state.ended;
    state = await start(binary, options, file, folder);
    return state;
  };
  try {
    state = await start(binary, options, file, folder);
    await action({...state, file, folder, restart});
    state.server.kill('SIGTERM');
    return await state.ended;
  } catch (error) {
    // Others may still write into the folder.
    console.log(error.stack);
    process.exit(1);
  } finally {
    state?.server.kill('SIGKILL');
    await state?.ended;
    fs.rmSync(folder, {recursive: true, force: true});
  }
}

/** Sends a request; the answer has status, headers and text. */
function request(link, {method = 'GET', path = '/', headers = {}, body = ''} = {}) {
  return new Promise((resolve, reject) => {
    const sent = http.request({host: '127.0.0.1', port: link.port, method, path, headers}, (answer) => {
      let text = '';
      answer.on('data', (data) => { text += data; });
      answer.on('end', () => resolve({status: answer.statusCode, headers: answer.headers, text}));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Shows the token of a link: the path of the WebSocket, and the cookie. */
async function enter(link, headers = {}) {
  const answer = await request(link, {method: 'POST', path: '/enter', body: link.hash.slice(1), headers});
  return {...answer, path: answer.text.trim(), cookie: answer.headers['set-cookie']?.[0]};
}

module.exports = {withServer, request, enter};
