// Makes the code of an ioBroker script with ioBroker's own Blockly, blocks and generators.
//   node iobroker-code.js ADAPTER_FOLDER [OBJECTS] < PROGRAM.xml > CODE.js
// ADAPTER_FOLDER is that of the adapter iobroker.javascript; blocks of other adapters are found in the folders beside it.
// This runs the adapters' code, as ioBroker's page does. OBJECTS is ioBroker's objects.jsonl, or a JSON file of objects as
// its page exports them; by default the file of the same installation, if there is one.
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

// MARK: - As much of a DOM as Blockly needs to read a program

class Node {
  constructor(nodeType, nodeName, text) {
    Object.assign(this, { nodeType, nodeName, tagName: nodeName, localName: nodeName, nodeValue: text });
    Object.assign(this, { childNodes: [], attributes: [], parentNode: null });
  }
  get children() { return this.childNodes.filter((child) => child.nodeType === 1); }
  hasAttributes() { return this.attributes.length > 0; }
  hasChildNodes() { return this.childNodes.length > 0; }
  get firstChild() { return this.childNodes[0] ?? null; }
  get lastChild() { return this.childNodes.at(-1) ?? null; }
  get firstElementChild() { return this.children[0] ?? null; }
  get documentElement() { return this.firstElementChild; }
  get nextSibling() { return this.sibling(1); }
  get previousSibling() { return this.sibling(-1); }
  sibling(step) { return this.parentNode?.childNodes[this.parentNode.childNodes.indexOf(this) + step] ?? null; }
  get id() { return this.getAttribute('id') ?? ''; }

  getAttribute(name) { return this.attributes.find((one) => one.name === name)?.value ?? null; }
  hasAttribute(name) { return this.getAttribute(name) !== null; }
  setAttribute(name, value) {
    this.removeAttribute(name);
    this.attributes.push({ name, nodeName: name, value: String(value) });
  }
  removeAttribute(name) { this.attributes = this.attributes.filter((one) => one.name !== name); }

  appendChild(child) { return this.insertBefore(child, null); }
  insertBefore(child, next) {
    child.parentNode?.removeChild(child);
    this.childNodes.splice(next ? this.childNodes.indexOf(next) : this.childNodes.length, 0, child);
    child.parentNode = this;
    return child;
  }
  removeChild(child) {
    this.childNodes = this.childNodes.filter((one) => one !== child);
    child.parentNode = null;
    return child;
  }

  /// This node and all below it, in their order.
  * all() {
    const waiting = [this];
    while (waiting.length) {
      const node = waiting.pop();
      yield node;
      for (let index = node.childNodes.length; index > 0; index -= 1) waiting.push(node.childNodes[index - 1]);
    }
  }
  getElementsByTagName(name) {
    return [...this.all()].filter((node) => node !== this && node.nodeType === 1 && (name === '*' || node.nodeName === name));
  }
  get textContent() { return [...this.all()].map((node) => node.nodeValue ?? '').join(''); }
  set textContent(text) { this.childNodes = [Object.assign(new Node(3, '#text', String(text)), { parentNode: this })]; }
  cloneNode(isDeep) {
    const copies = new Map();
    for (const node of isDeep ? this.all() : [this]) {
      const copy = new Node(node.nodeType, node.nodeName, node.nodeValue);
      copy.attributes = node.attributes.map((one) => ({ ...one }));
      copies.set(node, copy);
      if (node !== this) copies.get(node.parentNode).appendChild(copy);
    }
    return copies.get(this);
  }
}

const entities = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
function decoded(text) {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => (
    name ? entities[name] ?? whole : String.fromCodePoint(hex ? parseInt(hex, 16) : parseInt(decimal, 10))));
}

class DOMParser {
  /// Reads XML that Mortise has written.
  parseFromString(xml) {
    const root = new Node(9, '#document');
    let node = root;
    const part = /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[([^]*?)\]\]>|<\/[^>]*>|<([^\s/>]+)((?:"[^"]*"|'[^']*'|[^>"'])*?)(\/?)>|([^<]+)/gy;
    for (const [whole, data, name, attributes, end, text] of xml.matchAll(part)) {
      if (data !== undefined || text !== undefined) {
        node.appendChild(new Node(3, '#text', data ?? decoded(text)));
      } else if (name) {
        const element = node.appendChild(new Node(1, name));
        for (const [, key, one, other] of attributes.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
          element.setAttribute(key, decoded(one ?? other));
        }
        if (!end) node = element;
      } else if (whole.startsWith('</')) {
        node = node.parentNode ?? root;
      }
    }
    return root;
  }
}

const encoded = (text) => text.replace(/[<>&"]/g, (one) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' })[one]);

class XMLSerializer {
  serializeToString(root) {
    let xml = '';
    const waiting = [root];
    while (waiting.length) {
      const node = waiting.pop();
      if (typeof node === 'string') {
        xml += node;
      } else if (node.nodeType === 3) {
        xml += encoded(node.nodeValue);
      } else {
        const isElement = node.nodeType === 1;
        if (isElement) xml += `<${node.nodeName}${node.attributes.map((one) => ` ${one.name}="${encoded(one.value)}"`).join('')}>`;
        if (isElement) waiting.push(`</${node.nodeName}>`);
        for (let index = node.childNodes.length; index > 0; index -= 1) waiting.push(node.childNodes[index - 1]);
      }
    }
    return xml;
  }
}

// MARK: - The page

const document = Object.assign(new Node(9, '#document'), {
  createElement: (name) => new Node(1, name),
  createElementNS: (namespace, name) => new Node(1, name),
  createTextNode: (text) => new Node(3, '#text', String(text)),
  createDocumentFragment: () => new Node(11, '#document-fragment'),
});
const silent = () => {};
const page = vm.createContext({
  document, DOMParser, XMLSerializer, atob, btoa, navigator: { userAgent: '', language: 'en' }, systemLang: 'en',
  main: { objects: {}, instances: [] }, scripts: { loading: true },
  console: { log: silent, info: silent, debug: silent, warn: silent, error: silent },
  // Blocks complain of what they can't make code of.
  alert(complaint) { throw new Error(complaint); },
  setTimeout: silent, clearTimeout: silent, addEventListener: silent,
});
page.window = page;
page.self = page;

/// The files of the adapter, in the order in which its page loads them: those that others need come first.
function adapterFiles(folder) {
  const blockly = ['admin', 'src-editor/public', '.'].map((name) => path.join(folder, name, 'google-blockly'))
    .find((name) => fs.existsSync(path.join(name, 'blockly_compressed.js')));
  if (!blockly) throw new Error(`${folder} is not the folder of the adapter iobroker.javascript`);
  const first = ['blocks_words.js', 'blocks_procedures.js', 'blocks_logic.js', 'blocks_switch.js', 'blocks_text.js',
    'blocks_number.js', 'field_oid.js', 'field_cron.js', 'field_script.js', 'blocks_system.js', 'blocks_action.js'];
  const own = fs.readdirSync(path.join(blockly, 'own')).filter((name) => name.endsWith('.js')).sort();
  const files = ['blockly_compressed.js', 'msg/js/en.js', 'blocks_compressed.js', 'javascript_compressed.js'];
  for (const name of new Set([...first.filter((name) => own.includes(name)), ...own])) files.push(`own/${name}`);
  return files.map((name) => path.join(blockly, name));
}

/// The files with blocks of other adapters.
function otherAdaptersFiles(folder) {
  const beside = path.dirname(path.resolve(folder));
  return fs.readdirSync(beside).filter((name) => name.startsWith('iobroker.')).sort()
    .map((name) => path.join(beside, name, 'admin', 'blockly.js')).filter((name) => fs.existsSync(name));
}

/// Information about the devices: their names become comments, and some blocks make other code for numbers.
/// - Returns: undefined if nothing is.
function objects(folder, named) {
  const file = named ?? path.join(path.resolve(folder), '../../iobroker-data/objects.jsonl');
  if (!named && !fs.existsSync(file)) return undefined;
  const text = fs.readFileSync(file, 'utf8');
  if (!file.endsWith('.jsonl')) return JSON.parse(text);
  const found = {};
  for (const line of text.split('\n').filter((one) => one.startsWith('{'))) {
    // The last line may not be written to its end yet.
    try {
      const { k: id, v: object } = JSON.parse(line);
      if (object === undefined) delete found[id]; else found[id] = object;
    } catch { /* see above */ }
  }
  return found;
}

function run(file) {
  try {
    vm.runInContext(fs.readFileSync(file, 'utf8'), page, { filename: file });
  } catch (error) {
    throw new Error(`${file}: ${error?.message ?? error}`);
  }
}

function code(folder, known, xml) {
  if (known) page.main.objects = known;
  page.systemLang = known?.['system.config']?.common?.language ?? 'en';
  adapterFiles(folder).forEach(run);
  // A mistake in another adapter matters only to scripts with its blocks, and those then say so.
  for (const file of otherAdaptersFiles(folder)) { try { run(file); } catch { /* see above */ } }
  const { Blockly } = page;
  // Lists of instances are empty here: what a script has chosen from them is right.
  Blockly.FieldDropdown.prototype.doClassValidation_ = (value) => value;
  Blockly.Events.disable();
  const workspace = new Blockly.Workspace();
  page.scripts.blocklyWorkspace = workspace;
  Blockly.Xml.domToWorkspace(Blockly.utils.xml.textToDom(xml), workspace);
  page.scripts.loading = false;
  const unsure = known ? undefined : workspace.getAllBlocks(false).find((block) => block.type === 'toggle');
  if (unsure) throw new Error(`the code of “toggle” depends on the object “${unsure.getFieldValue('OID')}”: name a file of OBJECTS`);
  return Blockly.JavaScript.workspaceToCode(workspace);
}

try {
  const [folder, file, ...rest] = process.argv.slice(2);
  if (!folder || rest.length) throw new Error('usage: node iobroker-code.js ADAPTER_FOLDER [OBJECTS] < PROGRAM.xml');
  process.stdout.write(code(folder, objects(folder, file), fs.readFileSync(0, 'utf8')));
} catch (error) {
  process.stderr.write(`${String(error?.message ?? error).split('\n')[0]}\n`);
  process.exitCode = 1;
}
