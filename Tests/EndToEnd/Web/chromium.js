// A page in a real browser, for tests.
'use strict';
const {spawn} = require('child_process');
const fs = require('fs');
const path = require('path');
const WebSocket = require('ws');
const {MODULES} = require('../../Interop/blockly.js');

/** Blockly's script files, as its package has them; made from the bundle if there is one. */
function makeBlockly(bundle, folder) {
  if (fs.existsSync(path.join(bundle, 'blockly_compressed.js'))) return fs.cpSync(bundle, folder, {recursive: true});
  fs.mkdirSync(path.join(folder, 'msg'), {recursive: true});
  const chunks = fs.readdirSync(bundle).filter((name) => /^\d+\.\w+\.js$/.test(name));
  const loader = `
    const chunks = self[Object.keys(self).find((key) => key.startsWith('webpackChunk'))];
    const definitions = Object.assign({}, ...chunks.map(([, modules]) => modules));
    const loaded = {};
    self.load = (id) => {
      if (!loaded[id]) {
        loaded[id] = {exports: {}};
        definitions[id].call(loaded[id].exports, loaded[id], loaded[id].exports, load);
      }
      return loaded[id].exports;
    };
    self.Blockly = load(${MODULES.core});`;
  const source = chunks.map((name) => fs.readFileSync(path.join(bundle, name), 'utf8')).join('\n;\n');
  fs.writeFileSync(path.join(folder, 'blockly_compressed.js'), `${source}\n;(() => {${loader}})();`);
  fs.writeFileSync(path.join(folder, 'blocks_compressed.js'), `load(${MODULES.stockBlocks});`);
  fs.writeFileSync(path.join(folder, 'msg', 'en.js'), `Blockly.setLocale(load(${MODULES.english}));`);
}

/** A page in a headless Chromium; \`run\` evaluates an expression in it, and waits for its promise. */
async function openPage(folder, link) {
  const browser = spawn('chromium', ['--headless=new', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0',
    '--no-first-run', `--user-data-dir=${folder}/chromium`, '--window-size=1000,700', 'about:blank'],
  {stdio: ['ignore', 'ignore', 'pipe']});
  process.on('exit', () => browser.kill('SIGKILL'));
  let errors = '';
  const address = await new Promise((resolve, reject) => {
    browser.stderr.on('data', (data) => {
      errors += data;
      const found = errors.match(/listening on (ws:\S+)/);
      if (found) resolve(found[1]);
    });
    browser.on('exit', () => reject(new Error(`chromium has ended: ${errors}`)));
  });
  const socket = new WebSocket(address);
  await new Promise((resolve) => socket.on('open', resolve));
  const answers = new Map();
  let count = 0;
  let loaded = () => {};
  socket.on('message', (data) => {
    const {id, result, error, method} = JSON.parse(data);
    if (method === 'Page.loadEventFired') loaded();
    if (id) answers.get(id)(error ? Promise.reject(new Error(error.message)) : result);
  });
  const call = (method, params = {}, sessionId = undefined) => new Promise((resolve) => {
    answers.set(++count, resolve);
    socket.send(JSON.stringify({id: count, method, params, sessionId}));
  });
  const {targetId} = await call('Target.createTarget', {url: 'about:blank'});
  const {sessionId} = await call('Target.attachToTarget', {targetId, flatten: true});
  await call('Page.enable', {}, sessionId);
  const isLoaded = new Promise((resolve) => { loaded = resolve; });
  await call('Page.navigate', {url: link}, sessionId);
  await isLoaded;
  return {
    async run(expression) {
      const {result, exceptionDetails} =
        await call('Runtime.evaluate', {expression, awaitPromise: true, returnByValue: true}, sessionId);
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    async reload() {
      const isLoaded = new Promise((resolve) => { loaded = resolve; });
      await call('Page.reload', {}, sessionId);
      await isLoaded;
    },
    size: (width, height) =>
      call('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile: false}, sessionId),
    async picture(file) {
      const {data} = await call('Page.captureScreenshot', {}, sessionId);
      fs.writeFileSync(file, Buffer.from(data, 'base64'));
    },
    async close() {
      await call('Browser.close');
      await new Promise((resolve) => browser.on('exit', resolve));
    },
  };
}

/** For the page: waits until the program has a text. */
const until = (condition) => `new Promise((resolve) => {
  const look = () => { if (${condition}) resolve(true); else setTimeout(look, 20); };
  look();
})`;

module.exports = {makeBlockly, openPage, until};
