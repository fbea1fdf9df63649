// Part of the page of ‘mortise serve --web’: runs the program's JavaScript and shows what it prints.
// SPDX-License-Identifier: Apache-2.0
'use strict';

/** How many lines of output are kept, and how long each may be. */
const OUTPUT_LINES = 500;
const OUTPUT_LINE_LENGTH = 2_000;
/** How many bytes an answer may have. */
const ANSWER_SIZE = 1 << 16;

/** A run of the program in a worker. */
class ProgramRun {
  /** @param elements the page's: printed, question, answer, cancel. @param onState whether it runs. */
  constructor(elements, onState) {
    Object.assign(this, {elements, onState, lines: []});
    elements.question.addEventListener('submit', (event) => {
      event.preventDefault();
      this.reply(elements.answer.value);
    });
    elements.cancel.addEventListener('click', () => this.reply(null));
  }

  start(code) {
    this.stop();
    this.lines = [];
    this.show();
    // Browsers share memory with a worker only on pages that nothing else can look into.
    this.memory = window.crossOriginIsolated ? new SharedArrayBuffer(8 + ANSWER_SIZE) : null;
    const worker = new Worker('mortise-runner.js');
    this.worker = worker;
    worker.onmessage = ({data}) => { if (this.worker === worker) this.receive(data); };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.worker === worker) this.receive({error: event.message || 'the program can’t be started'});
    };
    worker.postMessage({code, memory: this.memory});
    this.onState(true);
  }

  /** Ends the run, also an endless loop. */
  stop(remark) {
    if (!this.worker) return;
    this.worker.terminate();
    this.worker = null;
    this.elements.question.hidden = true;
    if (remark) this.print(`— ${remark}`);
    this.onState(false);
  }

  receive({line, question, error, hasEnded}) {
    if (line !== undefined) this.print(line);
    if (question !== undefined) this.ask(question);
    if (error !== undefined) this.stop(`stopped: ${error}`);
    if (hasEnded) this.stop('ended');
  }

  print(text) {
    this.lines.push(text.length > OUTPUT_LINE_LENGTH ? text.slice(0, OUTPUT_LINE_LENGTH) + '…' : text);
    if (this.lines.length > OUTPUT_LINES) this.lines.splice(0, this.lines.length - OUTPUT_LINES);
    // Many lines are drawn at once.
    this.timer ??= setTimeout(() => this.show(), 50);
  }

  show() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const {printed} = this.elements;
    printed.textContent = this.lines.join('\n');
    printed.scrollTop = printed.scrollHeight;
  }

  ask(question) {
    const {elements} = this;
    this.print(question);
    elements.answer.labels[0].textContent = question.slice(0, OUTPUT_LINE_LENGTH) || 'Answer';
    elements.answer.value = '';
    elements.question.hidden = false;
    elements.answer.focus();
  }

  /** Gives the waiting program its answer; null if the question was cancelled. */
  reply(text) {
    if (!this.worker || this.elements.question.hidden) return;
    this.elements.question.hidden = true;
    this.print(text === null ? '— no answer' : `> ${text}`);
    const state = new Int32Array(this.memory, 0, 2);
    const bytes = new Uint8Array(ANSWER_SIZE);
    const {written} = new TextEncoder().encodeInto(text ?? '', bytes);
    new Uint8Array(this.memory, 8).set(bytes);
    state[1] = written;
    Atomics.store(state, 0, text === null ? 2 : 1);
    Atomics.notify(state, 0);
  }
}
