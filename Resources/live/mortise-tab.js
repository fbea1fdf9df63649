// Part of mortise-live.js: the browser tab's memory, so that a reload loses no change.
// SPDX-License-Identifier: Apache-2.0
(function (global) {
'use strict';

/** How many characters of unconfirmed changes are kept. Browsers allow about 5 MB for everything. */
const LIMIT = 2 << 20;

/** What a tab keeps for one program: the author with its secret, and the changes that the host hasn't confirmed. */
class TabMemory {
  /** @param storage the tab's sessionStorage, or an object like it; nothing is kept without one. */
  constructor(storage, program = '') {
    this.storage = storage;
    this.prefix = `mortise ${program} `;
    /** The length of each kept batch, by its count. */
    this.sizes = new Map();
    this.size = 0;
  }

  /** The address of the WebSocket that the tab has been given, for all programs. */
  get path() { return this.read('mortise-live'); }
  set path(path) { this.write('mortise-live', path); }

  /** The token of a copy that was handed out, for the page of that program. */
  copyToken(program) { return this.read('mortise-copy ' + program) ?? undefined; }
  keepCopyToken(program, token) { this.write('mortise-copy ' + program, token); }

  /** Returns what the tab's last page of this program kept: {author, secret, count, name, batches}; null for nothing. */
  load() {
    const head = parsed(this.read(this.prefix + 'head'));
    if (typeof head?.author !== 'string') return null;
    const batches = [];
    for (let index = 0; index < this.storage.length; index++) {
      const key = this.storage.key(index);
      const count = key.startsWith(this.prefix) ? Number(key.slice(this.prefix.length)) : NaN;
      if (!Number.isInteger(count)) continue;
      const text = this.read(key);
      const batch = parsed(text);
      if (!Array.isArray(batch?.sent)) continue;
      batches.push({...batch, count});
      this.note(count, text.length);
    }
    batches.sort((one, other) => one.count - other.count);
    const count = Math.max(head.count ?? 0, batches.at(-1)?.count ?? 0);
    return {...head, count, batches};
  }

  keepHead(head) { this.write(this.prefix + 'head', JSON.stringify(head)); }

  /** Keeps a batch if there is room. */
  keep({count, sent, derived}) {
    const text = JSON.stringify({sent, derived});
    if (this.size + text.length <= LIMIT && this.write(this.prefix + count, text)) this.note(count, text.length);
  }

  drop(count) {
    const size = this.sizes.get(count);
    if (size === undefined) return;
    this.sizes.delete(count);
    this.size -= size;
    this.storage.removeItem(this.prefix + count);
  }

  dropAll() { for (const count of [...this.sizes.keys()]) this.drop(count); }

  note(count, size) {
    this.size += size - (this.sizes.get(count) ?? 0);
    this.sizes.set(count, size);
  }

  read(key) { return this.storage?.getItem(key) ?? null; }

  write(key, text) {
    try {
      this.storage?.setItem(key, text);
      return Boolean(this.storage);
    } catch {
      return false; // The tab's memory is full.
    }
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The tab's storage; nothing where the browser forbids it. */
function tabStorage() {
  try {
    return global.sessionStorage ?? null;
  } catch {
    return null;
  }
}

/** A new identity. */
function newIdentity() {
  const digits = (count) => Array.from(global.crypto.getRandomValues(new Uint8Array(count)),
    (byte) => byte.toString(16).padStart(2, '0')).join('');
  return {author: 'web-' + digits(12), secret: digits(16), count: 0};
}

/**
 * Whether no other tab has this author: duplicating a tab duplicates its memory. The page before a reload may take a moment
 * to end. Resolves to true where the browser has no locks.
 */
async function claim(author) {
  const locks = global.navigator?.locks;
  if (!locks) return true;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), 1000);
  return new Promise((resolve) => {
    locks.request('mortise ' + author, {signal: controller.signal}, () => {
      clearTimeout(timer);
      resolve(true);
      return new Promise(() => {}); // Until the page ends.
    }).catch(() => resolve(false));
  });
}

global.MortiseTab = {TabMemory, tabStorage, newIdentity, claim};
})(typeof window === 'undefined' ? globalThis : window);
