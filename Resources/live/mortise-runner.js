// Runs a program's JavaScript in a worker, away from the page: mortise-run.js. Its answer from the host forbids all network.
// SPDX-License-Identifier: Apache-2.0
'use strict';

/** How much a run may print. A page that can't keep up would run out of memory. */
const LINE_LIMIT = 10_000;
const LENGTH_LIMIT = 1_000_000;

onmessage = ({data: {code, memory}}) => {
  const post = self.postMessage.bind(self);
  let [lines, length] = [0, 0];
  const print = (value) => {
    const text = String(value);
    lines += 1;
    length += text.length;
    if (lines > LINE_LIMIT || length > LENGTH_LIMIT) {
      post({error: 'the program prints too much'});
      self.close();
      throw new Error('the program prints too much');
    }
    post({line: text});
  };
  const ask = (question = '') => {
    if (!memory) throw new Error('questions need a page from 127.0.0.1 or through https');
    const state = new Int32Array(memory, 0, 2);
    Atomics.store(state, 0, 0);
    post({question: String(question)});
    Atomics.wait(state, 0, 0);
    if (Atomics.load(state, 0) === 2) return null;
    // Shared bytes can't be decoded in place.
    return new TextDecoder().decode(new Uint8Array(memory, 8, state[1]).slice());
  };
  self.window = self;
  self.alert = print;
  self.prompt = ask;
  self.console.log = (...values) => print(values.join(' '));
  onmessage = null;
  try {
    new Function(code)();
    post({hasEnded: true});
  } catch (error) {
    post({error: String(error?.message ?? error)});
  }
};
