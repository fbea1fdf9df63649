// The page of ‘mortise serve --web’: mirrors the program in Blockly, with a toolbox of the stock blocks.
'use strict';

const byID = (id) => document.getElementById(id);

async function start() {
  if (!window.Blockly) {
    byID('status').textContent = 'There is no Blockly: start ‘mortise serve’ with --blockly and the folder of its scripts.';
    return;
  }
  const [toolbox, messages] = await Promise.all(
    ['mortise-toolbox.json', 'mortise-messages.json'].map(async (name) => (await fetch(name)).json()));
  // The toolbox's words, where Blockly has none.
  for (const [key, text] of Object.entries(messages)) Blockly.Msg[key] ??= text;
  const workspace = Blockly.inject('blocks', {
    toolbox, media: 'media/', trashcan: true, zoom: {controls: true, wheel: true}, move: {wheel: true},
  });
  const query = new URLSearchParams(location.search);
  const live = MortiseLive.connect(workspace, {
    name: query.get('name') ?? askName(),
    program: query.get('program') ?? undefined,
    onStatus(text, isConnected) {
      byID('status').textContent = text;
      byID('status').classList.toggle('offline', !isConnected);
    },
    onMessage(text) { byID('message').textContent = text; },
    onChoice: (text, choice) => confirm(`${text}\n\n${choice}?`),
    onChat({name, text}) { byID('message').textContent = `${name}: ${text}`; },
    onRun(run) {
      byID('run').hidden = !run;
      if (run) byID('run').replaceChildren(`${run.name}’s run: ${run.state}\n`, run.lines.slice(-12).join('\n'));
    },
    onPeople(people) {
      byID('people').replaceChildren(...people.map(({name, color, role}) => {
        const item = document.createElement('li');
        item.textContent = role === 'watcher' ? `${name} (watches)` : name;
        item.style.borderColor = color;
        return item;
      }));
    },
    onState({name, role}) {
      if (name) byID('program').textContent = document.title = name;
      byID('save').hidden = role === 'watcher';
      if (role === 'watcher') byID('message').textContent = 'You may watch this program, not change it.';
    },
  });
  byID('save').addEventListener('click', () => live.save());
  window.mortiseLive = live;
}

function askName() {
  const name = sessionStorage.getItem('mortise-name') ?? prompt('Your name, for the others?') ?? 'somebody';
  sessionStorage.setItem('mortise-name', name);
  return name;
}

start();
