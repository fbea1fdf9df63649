// Runs an app's files in a context of their own, and prints the definitions of what they define, a line of JSON each. It
// works until it is killed: a file or a block that takes too long is named by the last line.
'use strict';
const fs = require('fs');
const path = require('path');
const vm = require('vm');

const print = (line) => {
  const bytes = Buffer.from(JSON.stringify(line) + '\n');
  for (let done = 0; done < bytes.length;) {
    try { done += fs.writeSync(1, bytes, done); } catch (error) { if (error.code !== 'EAGAIN') throw error; }
  }
};
/// The message of an error, and its line in the file.
const reason = (error, file) => {
  const line = String(error?.stack ?? '').split('\n').find((one) => one.includes(`${file}:`));
  const number = line && /^\d+/.exec(line.slice(line.indexOf(`${file}:`) + file.length + 1))?.[0];
  return String(error?.message ?? error).split('\n')[0].slice(0, 300) + (number ? ` (line ${number})` : '');
};

// MARK: - A context with the stand-ins

let context, standIns, modules, scripts;

function begin() {
  context = vm.createContext({}, { codeGeneration: { strings: true, wasm: false } });
  const setUp = `standIns.language = ${JSON.stringify(request.language)};
    standIns.messages = ${JSON.stringify(request.messages)}; standIns.stockTypes = ${JSON.stringify(request.stockTypes)};
    standIns.samples = ${JSON.stringify(request.samples)};`;
  for (const [name, source] of [['page', parts.page], ['set up', setUp], ['fields', parts.fields], ['blocks', parts.blocks],
    ['blockly', parts.blockly], ['describe', parts.describe]]) {
    vm.runInContext(source, context, { filename: `mortise:${name}` });
  }
  standIns = vm.runInContext('standIns', context);
  [modules, scripts] = [new Map(), new Map()];
}

// MARK: - Files

const readText = (file) => fs.readFileSync(path.join(request.folder, file), 'utf8');
const isPage = (file) => /\.(?:html?|vue)$/.test(file);
const sourceOf = (file) => (isPage(file) ? scriptsOf(readText(file)) : readText(file));

/// The scripts of a page, on the lines where they are.
function scriptsOf(page) {
  let [code, end] = ['', 0];
  for (const match of page.matchAll(/(<script\b([^>]*)>)([\s\S]*?)<\/script\s*>/gi)) {
    const type = /\btype\s*=\s*["']?([^"'\s]*)/i.exec(match[2])?.[1] ?? '';
    if (!/^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i.test(type)) continue;
    const start = match.index + match[1].length;
    code += page.slice(end, start).replace(/[^\n]+/g, '') + match[3] + ';';
    end = start + match[3].length;
  }
  return code;
}

const hasTypes = (file) => /\.ts$/.test(file) || (isPage(file) && /<script\b[^>]*\blang\s*=\s*["']?ts\b/i.test(readText(file)));

function withoutTypes(file, source) {
  if (!hasTypes(file)) return source;
  const strip = require('module').stripTypeScriptTypes;
  if (!strip) throw new Error(`TypeScript needs node 22.13 or newer; this is node ${process.versions.node}`);
  let code;
  try { code = strip(source, { mode: 'strip' }); } catch (error) {
    // Enumerations and the like aren't types alone. Some versions of node can write them as JavaScript, on other lines.
    if (error.code !== 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') throw error;
    try { code = strip(source, { mode: 'transform' }); } catch { throw error; }
  }
  return isPage(file) ? code : code + exportedTypes(source, code);
}

/// Exports the names of types that a file exports: others may import them without saying that they are types.
function exportedTypes(source, code) {
  const names = new Set();
  for (const [, name] of source.matchAll(/^\s*export\s+(?:declare\s+)?(?:interface|type)\s+([A-Za-z_$][\w$]*)/gm)) names.add(name);
  for (const [, list] of source.matchAll(/^\s*export\s+type\s*\{([^}]*)\}/gm)) {
    for (const [, name] of list.matchAll(/([\w$]+)\s*(?:,|$)/g)) names.add(name);
  }
  return [...names].map((name) => {
    const word = `${name.replaceAll('$', '\\$')}(?![\\w$])`;
    if (new RegExp(`\\b(?:const|let|var|function\\*?|class)\\s+${word}`).test(code)) return '';
    return new RegExp(`\\bimport\\b[^;'"]*\\b${word}`).test(code) ? `;export { ${name} };` : `;export var ${name};`;
  }).join('');
}

const isModule = (source) => /^\s*(?:import\s*(?:[\w{*'"]|\/\*)|export\s+(?:default|const|let|var|function|class|async|\{|\*))/m.test(source);

/// Runs a file. Types that it defines are its own.
async function run(file) {
  standIns.file = file;
  const source = withoutTypes(file, sourceOf(file));
  if (file.endsWith('.json')) return takeJSON(file, source);
  if (isModule(source)) return runModule(file);
  const script = new vm.Script(source, { filename: file });
  try { script.runInContext(context); } catch (error) {
    if (!/^(?:require|module|exports) is not defined$/.test(error?.message)) throw error;
    requireScript(file, source);
  }
}

function takeJSON(file, source) {
  const json = vm.runInContext('JSON.parse', context)(source);
  if (Array.isArray(json) || typeof json.type === 'string') return standIns.defineAll([].concat(json));
  const take = (table) => {
    for (const [key, value] of Object.entries(table)) {
      if (typeof value === 'string') { if (/^[A-Za-z]\w*$/.test(key)) standIns.Msg[key] = value; }
      else if (value && typeof value === 'object' && !Array.isArray(value)) take(value);
    }
  };
  take(json);
}

/// The file that a module or script names; null for what is not the app's.
function resolveFile(name, from) {
  const base = name.startsWith('.') ? path.join(path.dirname(from), name)
    : name.startsWith('@/') || name.startsWith('~/') ? sourceFolder(from) + name.slice(2) : null;
  if (base === null || base.startsWith('..')) return null;
  for (const end of ['', '.js', '.mjs', '.ts', '/index.js', '/index.ts', '.json']) {
    try { if (fs.statSync(path.join(request.folder, base + end)).isFile()) return base + end; } catch { /* The next one. */ }
  }
  return null;
}

/// The meaning of `@`: the folder `src` around a file.
function sourceFolder(file) {
  const folders = file.split('/');
  const index = folders.lastIndexOf('src');
  return index < 0 ? '' : folders.slice(0, index + 1).join('/') + '/';
}

/// The exports of a package: Blockly's, or anything.
function packageMember(name, member) {
  const { Blockly } = standIns;
  if (!/^(@blockly\/|blockly\b)/.test(name)) return standIns.unknown(member);
  const generator = { javascriptGenerator: 'JavaScript', pythonGenerator: 'Python', luaGenerator: 'Lua', phpGenerator: 'PHP', dartGenerator: 'Dart' }[member];
  if (generator) return Blockly[generator];
  if (/^blockly\/msg\//.test(name)) return member === 'default' ? Blockly.Msg : Blockly.Msg[member];
  return member === 'default' ? Blockly : Blockly[member];
}

// MARK: - Modules

async function runModule(file) {
  const module = await moduleOf(file);
  if (module.status === 'unlinked') await module.link(linked);
  await module.evaluate();
  takeExports(file, module.namespace);
}

async function moduleOf(file) {
  if (!modules.has(file)) {
    const source = withoutTypes(file, sourceOf(file));
    modules.set(file, file.endsWith('.json')
      ? synthetic(['default'], () => vm.runInContext('JSON.parse', context)(source), file)
      : new vm.SourceTextModule(source, { context, identifier: file, importModuleDynamically: linked, initializeImportMeta() {} }));
  }
  return modules.get(file);
}

async function linked(name, from) {
  const file = resolveFile(name, from.identifier);
  // Blockly itself is left out, and so is what only draws.
  if (file !== null && !request.isBlockly.includes(file) && /\.(m?js|ts|json)$/.test(file)) return moduleOf(file);
  const key = `package:${name}`;
  const names = importedNames(name, modules.get(from.identifier) ? sourceOf(from.identifier) : '');
  const known = modules.get(key);
  if (known && names.every((one) => known.names.includes(one))) return known;
  const module = synthetic(names, (member) => packageMember(name, member), key);
  modules.set(key, module);
  return module;
}

function synthetic(names, value, identifier) {
  const module = new vm.SyntheticModule(names, function () {
    for (const name of names) this.setExport(name, value(name));
  }, { context, identifier });
  module.names = names;
  return module;
}

/// The names that a file takes from modules: in braces, and as members of what it imports with `*`.
function importedNames(name, source) {
  const names = new Set(['default']);
  const all = /import\s*\*\s*as\s+([\w$]+)\s+from\s*['"]/g;
  for (const [, alias] of source.matchAll(all)) {
    for (const [, member] of source.matchAll(new RegExp(`(?<![\\w$.])${alias.replaceAll('$', '\\$')}\\??\\.([A-Za-z_$][\\w$]*)`, 'g'))) names.add(member);
  }
  const quoted = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  for (const [, clause] of source.matchAll(new RegExp(`(?:import|export)([^;'"]*?)from\\s*['"]${quoted}['"]`, 'g'))) {
    const list = /\{([^}]*)\}/.exec(clause)?.[1] ?? '';
    for (const one of list.split(',')) {
      const word = /^\s*(?:type\s+)?([\w$]+)/.exec(one)?.[1];
      if (word) names.add(word);
    }
  }
  return [...names];
}

/// Calls what defines blocks only when the app calls it, and takes definitions that a file exports.
function takeExports(file, namespace) {
  standIns.file = file;
  for (const name of Object.keys(namespace)) {
    const value = namespace[name];
    if (typeof value === 'function') {
      const source = Function.prototype.toString.call(value);
      if (/\bBlocks\s*(?:\[|\.\w+\s*=)|defineBlocks|createBlockDefinitions/.test(source) && !/^class\b/.test(source)) {
        standIns.attempt(() => value(...Array.from({ length: 4 }, () => standIns.unknown('argument'))));
      }
    } else if (value && typeof value === 'object') {
      for (const [type, one] of Object.entries(value)) {
        if (one !== standIns.Blockly && typeof one?.init === 'function' && !standIns.definition(type)) standIns.Blockly.Blocks[type] = one;
      }
    }
  }
}

// MARK: - Scripts that require others

function requireScript(file, source) {
  if (scripts.has(file)) return scripts.get(file).exports;
  const module = { exports: {} };
  scripts.set(file, module);
  const require = (name) => {
    const found = resolveFile(String(name), file);
    if (found === null || request.isBlockly.includes(found)) {
      return /^(@blockly\/|blockly\b)/.test(name) ? standIns.Blockly : standIns.unknown(name);
    }
    const source = sourceOf(found);
    return found.endsWith('.json') ? JSON.parse(source) : requireScript(found, source);
  };
  const wrapped = vm.compileFunction(source, ['exports', 'require', 'module'], { filename: file, parsingContext: context });
  wrapped.call(module.exports, module.exports, require, module);
  return module.exports;
}

// MARK: - The order

/// Runs all files. Those that failed are run again, in a new context, behind those that did not, while that helps; then
/// with something in place of what no file defines.
/// - Returns: the files that failed, with their errors.
async function runAll() {
  let files = request.files;
  const missing = [];
  for (let pass = 0; ; pass += 1) {
    begin();
    for (const error of missing) standIns.provide(error);
    const [done, failed] = [[], []];
    for (const file of files) {
      print({ at: file });
      try {
        await run(file);
        done.push(file);
      } catch (error) {
        failed.push([file, error]);
      }
    }
    const order = [...done, ...failed.map(([file]) => file)];
    const isOrdered = order.every((file, index) => file === files[index]);
    const more = isOrdered ? failed.map(([, error]) => error).filter((error) => standIns.provide(error)) : [];
    if (pass === 60 || (isOrdered && more.length === 0)) return failed;
    missing.push(...more);
    files = order;
  }
}

(async () => {
  const failed = await runAll();
  for (const [file, error] of failed) print({ file, problem: reason(error, file) });
  standIns.findTables();
  for (const { type, file } of standIns.defined()) {
    if (request.excluded.includes(type)) continue;
    print({ at: file, type });
    try { print({ file, definition: standIns.record(type) }); } catch (error) { print({ file, type, problem: reason(error, file) }); }
  }
  print({ end: true });
  process.exit(0);
})();
