// What the page of ‘mortise serve --web’ offers besides Blockly, in a real browser.
//   node page.js MORTISE FOLDER     FOLDER contains the chunks of a bundle with Blockly, or Blockly's scripts; prints “ok”, or
//                                   what went wrong
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const {makeBlockly, openPage, until} = require('./chromium.js');
const {withServer} = require('./served.js');

const [mortise, bundle] = process.argv.slice(2);

/** A program that asks, tries to reach the network, and never ends. */
const CODE = `
  window.alert('hello');
  window.alert('age ' + window.prompt('Your age?'));
  var isBlocked = false;
  try {
    var request = new XMLHttpRequest();
    request.open('GET', '/', false);
    request.send();
  } catch (error) { isBlocked = true; }
  window.alert('network ' + !isBlocked);
  while (true) {}`;

const expect = (condition, what) => { if (!condition) throw new Error(what); };
const printed = (text) => until(`document.getElementById('printed').textContent.includes(${JSON.stringify(text)})`);
const click = (id) => `document.getElementById('${id}').click()`;

(async () => {
  const blockly = fs.mkdtempSync(path.join(os.tmpdir(), 'mortise-blockly-'));
  makeBlockly(bundle, blockly);
  const code = await withServer(mortise, ['--blockly', blockly], async ({editing, folder, server}) => {
    const link = new URL(editing);
    link.search = '?name=ben';
    const page = await openPage(folder, link.href);
    await page.run(until('window.mortiseLive?.isOnline'));

    // Runs are shut in, can ask, and can be stopped.
    expect(await page.run('crossOriginIsolated'), 'the page shares no memory with its worker');
    await page.run(`mortiseLive.generate = async () => ${JSON.stringify(CODE)}; ${click('start')}`);
    await page.run(until("!document.getElementById('question').hidden"));
    expect(await page.run("document.activeElement.id") === 'answer', 'the answer has not the focus');
    await page.run("document.getElementById('answer').value = '42'; document.querySelector('#question button').click()");
    await page.run(printed('age 42'));
    await page.run(printed('network false'));
    await page.run(click('stop'));
    await page.run(printed('— stopped'));
    await page.run('delete mortiseLive.generate');

    // Undo and redo.
    const has = (id) => until(`mortiseLive.isConfirmed && ${id}`);
    await page.run(`Blockly.serialization.blocks.append({type: 'text_print', id: 'x', x: 50, y: 200}, mortiseLive.workspace,
      {recordUndo: true}); 0`);
    // Blockly fires its events a little later.
    await page.run(has("mortiseLive.workspace.getUndoStack().length"));
    await page.run(click('undo'));
    await page.run(has("!mortiseLive.program.block('x') && mortiseLive.workspace.getRedoStack().length"));
    await page.run(click('redo'));
    await page.run(has("mortiseLive.program.block('x')"));

    // Hands and chat.
    await page.run(click('hand'));
    await page.run(until("document.getElementById('people').textContent.includes('raises a hand')"));
    await page.run(`document.getElementById('text').value = 'hi all'; document.querySelector('#speak button').click()`);
    await page.run(until("document.getElementById('lines').textContent.includes('ben: hi all')"));

    // A reload while the host doesn't answer loses nothing.
    server.kill('SIGSTOP');
    await page.run("mortiseLive.program.block('x').setCommentText('kept')");
    await page.run(until('mortiseLive.pending.length'));
    await page.run('mortiseLive.listenToPage("remove"); mortiseLive.send = () => false');
    server.kill('SIGCONT');
    await page.reload();
    await page.run(until("window.mortiseLive?.isOnline && mortiseLive.isConfirmed"));
    expect(await page.run("mortiseLive.program.block('x').getCommentText()") === 'kept', 'a change is lost by the reload');

    // All fits on a small screen.
    await page.size(800, 600);
    expect(await page.run(`[...document.querySelectorAll('header, footer, main')].every((element) => {
      const {left, top, right, bottom, height} = element.getBoundingClientRect();
      return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && height > 30;
    })`), 'the page is larger than the screen');
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
