// The page of ‘mortise serve --web’: mirrors the program in Blockly, with a toolbox of the stock blocks.
// SPDX-License-Identifier: Apache-2.0
'use strict';

const byID = (id) => document.getElementById(id);
/** How many chat lines are kept. */
const CHAT_LINES = 100;
const SHOWN_RUN_LINES = 12;

async function start() {
  const {Blockly} = window;
  if (!Blockly) {
    byID('status').textContent = 'There is no Blockly: run ‘mortise fetch-blockly’, then start ‘mortise serve’ again.';
    return;
  }
  const load = async (name) => (await fetch(name)).json();
  const [toolbox, messages, hasPictures] = await Promise.all([
    load('mortise-toolbox.json'), load('mortise-messages.json'),
    fetch('media/sprites.png', {method: 'HEAD'}).then(({ok}) => ok, () => false),
  ]);
  // The toolbox's words, where Blockly has none.
  for (const [key, text] of Object.entries(messages)) Blockly.Msg[key] ??= text;
  const workspace = Blockly.inject('blocks', {
    toolbox, media: 'media/', sounds: hasPictures, trashcan: hasPictures, zoom: {controls: hasPictures, wheel: true},
    move: {wheel: true},
  });
  new ResizeObserver(() => Blockly.svgResize(workspace)).observe(byID('blocks'));
  const query = new URLSearchParams(location.search);
  const name = query.get('name') || askName();
  window.mortiseLive = MortiseLive.connect(workspace, {name, program: query.get('program') ?? undefined, ...listeners(name)});
  connectButtons(workspace, window.mortiseLive);
}

/** What the session reports, on the page. */
function listeners(ownName) {
  return {
    onStatus(text, isConnected) {
      byID('status').textContent = text;
      byID('status').classList.toggle('offline', !isConnected);
    },
    onMessage(text) { byID('message').textContent = text; },
    onChoice: (text, choice) => confirm(`${text}\n\n${choice}?`),
    onChat: showChat,
    onRun(run) {
      byID('run').hidden = !run;
      if (run) byID('run').replaceChildren(`${run.name}’s run: ${run.state}\n`, run.lines.slice(-SHOWN_RUN_LINES).join('\n'));
    },
    onPeople(people) { showPeople(ownName, people); },
    onState({name, role}) {
      if (name) byID('program').textContent = document.title = name;
      byID('actions').hidden = byID('chat').hidden = false;
      const isWatcher = role === 'watcher';
      for (const id of ['save', 'undo', 'redo']) byID(id).hidden = isWatcher;
      const {textContent} = byID('message');
      if (isWatcher && !textContent) byID('message').textContent = 'You may watch this program, not change it.';
      if (!isWatcher && textContent.startsWith('You may watch')) byID('message').textContent = '';
      showPeople(ownName);
    },
    onPrograms: showPrograms,
    onCopy({program}) { byID('message').replaceChildren('You got a copy: ', linkTo(program)); },
  };
}

// The list of people

let others = [];

function showPeople(ownName, people = others) {
  others = people;
  const {role, hand, run} = window.mortiseLive ?? {};
  const all = [{name: `${ownName} (you)`, role, hand, run, color: '#888'}, ...others];
  byID('people').replaceChildren(...all.map(({name, color, role, hand, run}) => {
    const item = document.createElement('li');
    const remarks = [role === 'watcher' && 'watches', role === 'owner' && 'owner', hand && 'raises a hand', run];
    item.textContent = [name, ...remarks.filter(Boolean)].join(', ');
    item.style.borderColor = color;
    return item;
  }));
}

// Programs of a folder

/** A link to another of the folder's programs, which this tab may open. */
function linkTo(program) {
  const query = new URLSearchParams(location.search);
  query.set('program', program);
  const link = document.createElement('a');
  link.href = '?' + query;
  link.textContent = program;
  return link;
}

function showPrograms(programs) {
  byID('blocks').hidden = byID('actions').hidden = byID('chat').hidden = true;
  byID('programs').hidden = false;
  byID('programs').querySelector('ul').replaceChildren(...programs.map((program) => {
    const item = document.createElement('li');
    item.append(linkTo(program));
    return item;
  }));
  byID('status').textContent = programs.length ? 'Choose a program.' : 'The folder has no programs.';
  byID('status').classList.remove('offline');
}

// Chat

function showChat({name, text}) {
  const lines = byID('lines');
  const line = document.createElement('li');
  line.textContent = `${name}: ${text}`;
  lines.append(line);
  while (lines.childElementCount > CHAT_LINES) lines.firstElementChild.remove();
  lines.scrollTop = lines.scrollHeight;
}

// Buttons

function connectButtons(workspace, live) {
  const on = (id, action) => byID(id).addEventListener('click', action);
  on('save', () => live.save());
  on('undo', () => workspace.undo(false));
  on('redo', () => workspace.undo(true));
  on('hand', () => {
    live.raiseHand(!live.hand);
    byID('hand').setAttribute('aria-pressed', live.hand);
    byID('hand').textContent = live.hand ? 'Lower hand' : 'Raise hand';
    showPeople(live.options.name);
  });
  byID('speak').addEventListener('submit', (event) => {
    event.preventDefault();
    if (byID('text').value.trim() && live.chat(byID('text').value)) byID('text').value = '';
  });
  const run = new ProgramRun(Object.fromEntries(['printed', 'question', 'answer', 'cancel'].map((id) => [id, byID(id)])),
    (isRunning) => {
      byID('stop').disabled = !isRunning;
      live.showRunning(isRunning);
      showPeople(live.options.name);
    });
  on('start', async () => {
    byID('output').hidden = false;
    try {
      run.start(await live.generate('javascript'));
    } catch (error) {
      run.stop();
      byID('printed').textContent = error.message;
    }
  });
  on('stop', () => run.stop('stopped'));
  on('close', () => {
    run.stop('stopped');
    byID('output').hidden = true;
  });
}

function askName() {
  const name = sessionStorage.getItem('mortise-name') || prompt('Your name, for the others?') || 'guest';
  sessionStorage.setItem('mortise-name', name);
  return name;
}

start();
