// A real browser with Blockly and an editor in a terminal edit one program.
//   node browser.js MORTISE FOLDER [PICTURE]     FOLDER contains the chunks of a bundle with Blockly, or Blockly's scripts;
//                                                prints “ok”, or what went wrong
'use strict';
const {spawn} = require('child_process');
const fs = require('fs');
const path = require('path');
const WebSocket = require('ws');
const {MODULES} = require('../../Interop/blockly.js');
const {withServer} = require('./served.js');

const [mortise, bundle, picture] = process.argv.slice(2);

/** Blockly's script files, as its package has them; made from the bundle if there is one. */
function makeBlockly(folder) {
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

/** An editor on a terminal; \`shows\` waits for a text on it. */
function openEditor(folder, file) {
  const command = `stty cols 80 rows 24; exec '${mortise}' join --name anna '${file}'`;
  const editor = spawn('script', ['-qfec', command, '/dev/null'], {
    env: {...process.env, TERM: 'xterm-256color', XDG_STATE_HOME: `${folder}/editor`, XDG_CONFIG_HOME: `${folder}/editor`},
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let output = '';
  let look = () => {};
  editor.stdout.on('data', (data) => {
    output += data;
    look();
  });
  return {
    type(keys) { editor.stdin.write(keys); },
    shows: (text) => new Promise((resolve) => {
      look = () => {
        if (!output.includes(text)) return;
        output = '';
        resolve();
      };
      look();
    }),
    close() { editor.kill(); },
  };
}

/** For the page: waits until the program has a text. */
const until = (condition) => `new Promise((resolve) => {
  const look = () => { if (${condition}) resolve(true); else setTimeout(look, 20); };
  look();
})`;
const hasText = (text) =>
  until(`window.mortiseLive && JSON.stringify(Blockly.serialization.workspaces.save(mortiseLive.workspace)).includes('${text}')`);

(async () => {
  const blockly = fs.mkdtempSync(path.join(require('os').tmpdir(), 'mortise-blockly-'));
  makeBlockly(blockly);
  const code = await withServer(mortise, ['--blockly', blockly], async ({editing, file, folder}) => {
    const link = new URL(editing);
    link.search = '?name=ben';
    const page = await openPage(folder, link.href);
    await page.run(hasText('abc'));
    if (await page.run('location.hash') !== '') throw new Error('the token is still in the address');
    if (await page.run('document.cookie') !== '') throw new Error('scripts see the cookie');
    const editor = openEditor(folder, file);
    await editor.shows('abc');
    // From the page to the terminal.
    await page.run(`(() => {
      Blockly.Events.setGroup(true);
      const {workspace} = mortiseLive;
      Blockly.serialization.blocks.append({type: 'text_print', id: 'ben', x: 10, y: 120,
        inputs: {TEXT: {shadow: {type: 'text', fields: {TEXT: 'fromben'}}}}}, workspace, {recordUndo: true});
      Blockly.Events.setGroup(false);
    })()`);
    await editor.shows('fromben');
    // And back.
    editor.type('a');
    await editor.shows('type a statement');
    editor.type('print "fromanna"\r');
    await page.run(hasText('fromanna'));
    await page.run(until('mortiseLive.isConfirmed'));
    await page.run(until(`document.getElementById('people').textContent.includes('anna')`));
    // Names can be read, wherever the block is.
    const mark = `document.querySelector('.mortiseLivePerson')`;
    await page.run('mortiseLive.workspace.scroll(0, 0)');
    await page.run(until(`${mark}?.textContent === 'anna'`));
    const edges = await page.run(`[${mark}.getBoundingClientRect().left,
      document.querySelector('.blocklyToolboxDiv, .blocklyToolbox').getBoundingClientRect().right]`);
    if (edges[0] < edges[1]) throw new Error(`the name is under the toolbox: ${edges}`);
    if (picture) await page.picture(picture);
    await page.run(`new Promise((resolve) => {
      const tell = mortiseLive.options.onMessage;
      mortiseLive.options.onMessage = (text) => { tell(text); resolve(); };
      mortiseLive.save();
    })`);
    const saved = fs.readFileSync(file, 'utf8');
    for (const text of ['abc', 'fromben', 'fromanna']) if (!saved.includes(text)) throw new Error(`${text} is not saved`);
    if (await page.run('mortiseLive.mended') !== 0) throw new Error('the page differed');
    editor.close();
    await page.close();
  });
  fs.rmSync(blockly, {recursive: true, force: true});
  if (code !== 0) throw new Error(`the server has ended with ${code}`);
  console.log('ok');
  process.exit(0);
})().catch((error) => {
  console.log(error.stack);
  process.exit(1);
});
