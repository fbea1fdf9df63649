// The environment of block definitions, in place of a browser. This script runs where the app's files run.
'use strict';
var standIns = {};

/// Stands for anything that the app has and we don't: it can be called, constructed, extended, read and written, and has
/// no items. Called with a word that a table of the app knows, it answers with the words on the block.
standIns.unknown = function (name) {
  const members = new Map();
  const target = function () {};
  return new Proxy(target, {
    get(target, key) {
      if (members.has(key)) return members.get(key);
      switch (key) {
        case 'prototype': return target.prototype;
        case 'length': return 0;
        case 'name': return name;
        case 'then': case 'toJSON': case 'nodeType': return undefined;
        case Symbol.toPrimitive: return (hint) => (hint === 'number' ? 0 : '');
        case Symbol.iterator: return function* () {};
        case 'toString': case 'valueOf': case 'trim': return () => '';
        case 'map': case 'filter': case 'concat': case 'slice': case 'split': case 'sort': case 'reverse': return () => [];
        case 'forEach': return () => {};
        case 'call': case 'apply': case 'bind': return Function.prototype[key];
      }
      if (typeof key === 'symbol') return undefined;
      const member = standIns.unknown(key);
      members.set(key, member);
      return member;
    },
    set(target, key, value) {
      members.set(key, value);
      return true;
    },
    has: () => true,
    deleteProperty: (target, key) => members.delete(key) || true,
    getPrototypeOf: () => Function.prototype,
    apply(target, self, values) {
      const word = typeof values[0] === 'string' ? standIns.word(values[0]) : undefined;
      return word === undefined ? standIns.unknown(name) : word;
    },
    construct: (target, values, of) => Object.create(of.prototype ?? Object.prototype),
  });
};

/// The words that the app has for a key, in a table of texts, or of texts by language.
standIns.word = function (key) {
  const { Blockly, language } = standIns;
  for (const table of [Blockly.Msg, ...standIns.tables]) {
    const found = Object.hasOwn(table, key) ? table[key] : undefined;
    if (typeof found === 'string') return found;
    const text = found && typeof found === 'object' ? found[language] ?? found.en : undefined;
    if (typeof text === 'string') return text;
  }
  return undefined;
};
standIns.tables = [];

// MARK: - Elements

standIns.Element = class Element {
  constructor(name) {
    this.nodeName = this.tagName = this.localName = String(name);
    this.nodeType = 1;
    this.attributes = [];
    this.childNodes = [];
    this.parentNode = null;
    this.style = {};
    this.classList = { add() {}, remove() {}, toggle() {}, contains: () => false };
  }
  getAttribute(name) { return this.attributes.find((one) => one.name === name)?.value ?? null; }
  hasAttribute(name) { return this.getAttribute(name) !== null; }
  setAttribute(name, value) {
    this.removeAttribute(name);
    this.attributes.push({ name: String(name), value: String(value) });
  }
  removeAttribute(name) { this.attributes = this.attributes.filter((one) => one.name !== name); }
  appendChild(child) {
    this.childNodes.push(child);
    if (child && typeof child === 'object') child.parentNode = this;
    return child;
  }
  append(...children) {
    for (const child of children) this.appendChild(typeof child === 'string' ? standIns.text(child) : child);
  }
  removeChild(child) {
    this.childNodes = this.childNodes.filter((one) => one !== child);
    return child;
  }
  get children() { return this.childNodes.filter((one) => one.nodeType === 1); }
  get firstChild() { return this.childNodes[0] ?? null; }
  get firstElementChild() { return this.children[0] ?? null; }
  get textContent() { return this.childNodes.map((one) => one.textContent ?? '').join(''); }
  set textContent(text) { this.childNodes = [standIns.text(text)]; }
  get innerText() { return this.textContent; }
  set innerText(text) { this.textContent = text; }
  get innerHTML() { return this.childNodes.map(standIns.xmlText).join(''); }
  set innerHTML(text) { this.childNodes = [standIns.text(text)]; }
  get outerHTML() { return standIns.xmlText(this); }
  cloneNode() { return standIns.element(standIns.xmlText(this)); }
  getElementsByTagName(name) {
    return this.children.flatMap((one) => [
      ...(name === '*' || one.tagName === name ? [one] : []), ...one.getElementsByTagName(name),
    ]);
  }
  querySelector(name) { return this.getElementsByTagName(name)[0] ?? null; }
  querySelectorAll(name) { return this.getElementsByTagName(name); }
  addEventListener() {}
  removeEventListener() {}
};

standIns.text = (text) => ({ nodeType: 3, nodeName: '#text', nodeValue: String(text), textContent: String(text) });

standIns.xmlText = function (node) {
  const escaped = (text) =>
    String(text).replace(/[&<>"\n\r\t]/g, (one) => `&#${one.charCodeAt(0)};`);
  if (node.nodeType !== 1) return escaped(node.textContent ?? '');
  const attributes = node.attributes
    .filter((one) => /^[\w.:-]+$/.test(one.name) && one.name !== 'xmlns')
    .map((one) => ` ${one.name}="${escaped(one.value)}"`);
  if (!/^[\w.:-]+$/.test(node.nodeName)) return '';
  return `<${node.nodeName}${attributes.join('')}>${node.childNodes.map(standIns.xmlText).join('')}</${node.nodeName}>`;
};

/// The first element in a text: enough of XML for mutations and shadows.
standIns.element = function (text) {
  const root = new standIns.Element('#document');
  let open = root;
  const named = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
  const plain = (text) => text.replace(/&(#x?[0-9a-fA-F]+|\w+);/g, (all, name) =>
    name[0] !== '#' ? named[name] ?? all
    : String.fromCodePoint(Math.min(0x10ffff, name[1] === 'x' ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10) || 0)));
  for (const part of String(text).matchAll(/<!--[\s\S]*?-->|<[?!][^>]*>|<(\/?)([\w.:-]+)([^>]*?)(\/?)>|([^<]+)/g)) {
    const [, closing, name, attributes, isEmpty, words] = part;
    if (words !== undefined) {
      open.appendChild(standIns.text(plain(words)));
    } else if (closing) {
      open = open.parentNode ?? root;
    } else if (name) {
      const element = new standIns.Element(name);
      for (const one of attributes.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
        element.setAttribute(one[1], plain(one[2] ?? one[3]));
      }
      open.appendChild(element);
      if (!isEmpty) open = element;
    }
  }
  return root.children[0] ?? root;
};

// MARK: - The page

standIns.document = Object.assign(new standIns.Element('#document'), {
  createElement: (name) => new standIns.Element(name),
  createElementNS: (space, name) => new standIns.Element(name),
  createTextNode: standIns.text,
  getElementById: () => null,
  documentElement: new standIns.Element('html'),
  head: new standIns.Element('head'),
  body: new standIns.Element('body'),
  cookie: '',
  readyState: 'loading',
});

var window = globalThis, self = globalThis, top = globalThis, parent = globalThis;
var document = standIns.document;
var navigator = { userAgent: '', platform: '', language: 'en', languages: ['en'] };
var location = { href: '', search: '', hash: '', hostname: '', pathname: '', protocol: 'http:' };
var console = { log() {}, info() {}, warn() {}, error() {}, debug() {}, trace() {}, group() {}, groupEnd() {} };
var localStorage = { getItem: () => null, setItem() {}, removeItem() {} }, sessionStorage = localStorage;
var setTimeout = () => 0, setInterval = () => 0, clearTimeout = () => {}, clearInterval = () => {};
var requestAnimationFrame = () => 0;
var addEventListener = () => {}, removeEventListener = () => {}, alert = () => {}, confirm = () => false, prompt = () => null;
var DOMParser = class { parseFromString(text) { return { documentElement: standIns.element(text), firstChild: standIns.element(text) }; } };
var XMLSerializer = class { serializeToString(node) { return standIns.xmlText(node); } };
