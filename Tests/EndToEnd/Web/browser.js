// A real browser with Blockly and an editor in a terminal edit one program.
//   node browser.js MORTISE FOLDER [PICTURE]     FOLDER contains the chunks of a bundle with Blockly, or Blockly's scripts;
//                                                prints “ok”, or what went wrong
'use strict';
const {spawn} = require('child_process');
const fs = require('fs');
const path = require('path');
const {makeBlockly, openPage, until} = require('./chromium.js');
const {withServer} = require('./served.js');

const [mortise, bundle, picture] = process.argv.slice(2);

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

const hasText = (text) =>
  until(`window.mortiseLive && JSON.stringify(Blockly.serialization.workspaces.save(mortiseLive.workspace)).includes('${text}')`);

(async () => {
  const blockly = fs.mkdtempSync(path.join(require('os').tmpdir(), 'mortise-blockly-'));
  makeBlockly(bundle, blockly);
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
