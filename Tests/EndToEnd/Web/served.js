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

/** Calls with the server's links, file and process, in a folder that is removed in the end. */
async function withServer(binary, options, action) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mortise-web-'));
  const file = path.join(folder, 'p.xml');
  fs.writeFileSync(file, PROGRAM);
  const server = spawn(binary, ['serve', '--web', '0', ...options, file],
    {env: {...process.env, XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder}, stdio: ['ignore', 'pipe', 'inherit']});
  const ended = new Promise((resolve) => server.on('exit', (code) => resolve(code)));
  try {
    let output = '';
    await new Promise((resolve, reject) => {
      server.stdout.on('data', (data) => {
        output += data;
        if (/watch: .*\n/.test(output)) resolve();
      });
      server.on('exit', () => reject(new Error(`the server has ended: ${output}`)));
    });
    const [editing, watching] = output.match(/http:\S+/g).map((link) => new URL(link));
    await action({editing, watching, file, folder, server});
    server.kill('SIGTERM');
    return await ended;
  } catch (error) {
    // Others may still write into the folder.
    console.log(error.stack);
    process.exit(1);
  } finally {
    server.kill('SIGKILL');
    await ended;
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
