// Lets a page with Blockly (9 or newer) edit a program together with others, in terminals and browsers.
// Part of Mortise. SPDX-License-Identifier: Apache-2.0
//
//   const live = MortiseLive.connect(workspace, {name: 'anna'});
//
// Options, all of them optional:
//   name       what the others see
//   url        of the WebSocket; without it, the page was opened by the link that ‘mortise serve --web’ prints
//   program    which of a folder's programs
//   Blockly    if it is not window.Blockly
//   onStatus   (text, isConnected): what is going on, in words
//   onMessage  (text): what the user should read, such as why a change was taken back
//   onChoice   (text, choice): what the host could not save, and why; whether to save it anyway, which does what choice says
//   onPeople   (people): who else is there: {author, name, role, block, hand, run, color, letter}
//   onState    ({name, role}): the program, and what one may do: 'owner', 'editor' or 'watcher'
//   onChat     ({name, text})
//   onPrograms (names): the host serves a folder, and `program` says none of them
//   onCopy     ({program}): the user got a copy of a program, which may be edited on a page of that `program` in this tab
//   onRun      ({name, state, lines, block}): the output of a person's run, or null when it is no longer shown
// The result has save(), chat(text), raiseHand(isRaised), showRunning(isRunning), generate(language), which resolves to code,
// close(), and isConfirmed: whether the host has all own changes. What it doesn't have is kept in the tab over a reload.
(function (global) {
'use strict';

const {Program, effect, toJson, jsonForHost} = global.MortiseProgram;
const {TabMemory, tabStorage, newIdentity, claim} = global.MortiseTab;
const PROTOCOL = 1;
/** Colours that can be told apart, on light and on dark. */
const COLORS = ['#1f77b4', '#d62728', '#2ca02c', '#9467bd', '#ff7f0e', '#17becf', '#e377c2', '#8c564b'];
/** Compared with the host's program after so many batches, and when something was taken back; in milliseconds at most so often. */
const BATCHES_PER_CHECK = 500;
const CHECK_INTERVAL = 5000;
const LONGEST_PAUSE = 10000;
const LOST_LINK = 'this link isn’t valid any more: ask for a new one, and open it in this tab';
/** How many lines of a run are kept. */
const RUN_LINES = 500;
/** How long the host may take to make code, in milliseconds. */
const ANSWER_TIME = 10000;
const MARKER = 'mortise_live_marker';
/** Begins the groups of events that undo or redo. Blockly gives them none. */
const UNDO_GROUP = 'mortise_undo ';

/** Takes the token of the link out of the address line; an empty one if there is none. */
function takeToken() {
  const token = location.hash.slice(1);
  if (token) history.replaceState(null, '', location.pathname + location.search);
  return token;
}

/** Shows a link's token to the host. Returns the path of the WebSocket. */
async function enter(token) {
  const answer = await fetch('/enter', {method: 'POST', body: token, credentials: 'same-origin'});
  const text = (await answer.text()).trim();
  if (!answer.ok) throw new Refusal(text);
  return text;
}

/** A link or a cookie that the host doesn't take. */
class Refusal extends Error {}

/** Which programs' parts others have changed, and when. */
class Traces {
  constructor() {
    this.time = 0;
    this.latest = new Map();
  }

  /** The parts that an event changes. */
  static parts({type, blockId, ids, element, name, newParentId, varId, commentId}) {
    if (type === 'create' || type === 'delete') return (ids ?? []).map((id) => id + ' all');
    if (type === 'change') return [[blockId, element, name].join(' ')];
    if (type === 'move') return [blockId + ' place'];
    return [[varId ?? commentId ?? blockId, type].join(' ')];
  }

  note(json) {
    this.time += 1;
    const owners = [json.blockId, json.newParentId].filter(Boolean).map((id) => id + ' all');
    for (const part of [...Traces.parts(json), ...owners]) this.latest.set(part, this.time);
  }

  areNewer(json, time) { return Traces.parts(json).some((part) => (this.latest.get(part) ?? 0) > time); }
}

/** A page's part in a session. */
class Session {
  constructor(workspace, options) {
    this.Blockly = options.Blockly ?? global.Blockly;
    this.workspace = workspace;
    this.options = options;
    this.program = new Program(this.Blockly, workspace);
    this.memory = new TabMemory(options.storage ?? tabStorage(), options.program);
    this.people = new Map();
    /** What others show of their runs, by author. */
    this.runs = new Map();
    this.marks = [];
    this.traces = new Traces();
    this.times = new WeakMap();
    this.derived = new WeakSet();
    /**
     * Own changes that the log doesn't have: {count, sent, derived, made, events}. `derived` has the indices of what only
     * follows; `made` is null after a reload, until they are made again; `events` is null while they don't fit.
     */
    this.pending = [];
    this.collected = [];
    this.received = [];
    this.count = 0;
    this.number = undefined;
    this.session = undefined;
    this.awaitsState = false;
    this.isChecking = false;
    this.pause = 1000;
    /** How often the program had to be mended. */
    this.mended = 0;
    this.noteCollapsed();
    this.listener = (event) => this.hear(event);
    workspace.addChangeListener(this.listener);
    this.guardUndo();
    this.remember(this.memory.load());
    this.ready = this.begin();
  }

  /** Takes over what the tab's last page kept, or begins with nothing. */
  remember(kept) {
    const {author, secret, count, name, batches = []} = kept ?? newIdentity();
    Object.assign(this, {author, secret, count, keptName: name});
    this.pending = batches.map(({count, sent, derived}) => ({count, sent, derived: derived ?? [], made: null, events: null}));
  }

  keepHead() { this.memory.keepHead({author: this.author, secret: this.secret, count: this.count, name: this.keptName}); }

  async begin() {
    if (!await claim(this.author)) {
      // The tab was duplicated: what is kept belongs to the other one.
      this.memory.dropAll();
      this.remember(null);
      await claim(this.author);
    }
    this.keepHead();
    if (!this.options.url) this.token = takeToken();
    this.listenToPage('add');
    await this.open();
  }

  listenToPage(action) {
    for (const [name, listener] of Object.entries(this.pageListeners ??= {
      pagehide: () => this.flush(),
      beforeunload: (event) => { if (!this.isConfirmed) event.preventDefault(); },
      // A new link is opened in this tab.
      hashchange: () => this.enterAnew(),
    })) global[action + 'EventListener']?.(name, listener);
  }

  get isConfirmed() { return !this.pending.length && !this.collected.length; }

  // The connection

  async open() {
    if (this.isOver) return;
    this.status(this.reason ? `${this.reason}; connecting …` : 'connecting …', false);
    let url;
    try {
      url = this.options.url ?? await this.address();
    } catch (error) {
      if (!(error instanceof Refusal)) return this.retry();
      return this.status(error.message, false);
    }
    if (this.isOver || this.socket) return;
    const socket = new global.WebSocket(url);
    this.socket = socket;
    let hasOpened = false;
    socket.onopen = () => {
      hasOpened = true;
      const {author, secret, session, number} = this;
      const {name = 'guest', program} = this.options;
      const known = this.awaitsState || this.cantShow ? {} : {session, number, shapes: this.shapes};
      const copy = program && this.memory.copyToken(program);
      this.send({type: 'hello', version: PROTOCOL, author, secret, name, program, copy, ...known});
    };
    socket.onmessage = ({data}) => {
      this.received.push(JSON.parse(data));
      this.drainSoon();
    };
    socket.onclose = async () => {
      if (this.socket !== socket) return;
      // A reason may have arrived just before.
      for (const message of this.received.splice(0)) if (message.type === 'bye') this.receive(message);
      this.socket = null;
      this.isOnline = this.isChecking = false;
      if (this.isOver) return;
      if (!hasOpened && await this.isRefused()) this.reason = LOST_LINK;
      if (!this.isOver && !this.socket) this.retry();
    };
  }

  retry() {
    this.status(`${this.reason ?? 'not connected'}; your changes are kept until the host is back`, false);
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  /** The address of the WebSocket. */
  async address() {
    if (this.token) {
      this.memory.path = await enter(this.token);
      this.token = '';
    }
    const {path} = this.memory;
    if (!path) throw new Refusal('open this page by the link that ‘mortise serve’ prints');
    return location.protocol.replace('http', 'ws') + '//' + location.host + path;
  }

  /** Whether the host is there, but doesn't know this visitor: the WebSocket itself doesn't tell. */
  async isRefused() {
    if (this.options.url || !this.memory.path) return false;
    try {
      return (await fetch(this.memory.path, {credentials: 'same-origin'})).status === 403;
    } catch {
      return false;
    }
  }

  /** Connects by another link, which was opened in this tab. */
  enterAnew() {
    const token = takeToken();
    if (!token || this.isOver) return;
    this.token = token;
    this.reason = undefined;
    this.pause = 1000;
    clearTimeout(this.retryTimer);
    const {socket} = this;
    this.socket = null;
    this.isOnline = this.isChecking = false;
    socket?.close();
    this.open();
  }

  /** Returns whether there is a connection. */
  send(message) {
    if (this.socket?.readyState !== 1) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.isOver = true;
    this.workspace.removeChangeListener(this.listener);
    delete this.workspace.undo;
    this.listenToPage('remove');
    clearTimeout(this.retryTimer);
    this.socket?.close();
  }

  save() { this.send({type: 'save'}); }
  chat(text) { return this.send({type: 'chat', text}); }

  /** Tells the others where the user is, and what they do. */
  sendPresence() { this.send({type: 'presence', block: this.place, hand: this.hand || undefined, run: this.run}); }

  raiseHand(isRaised) {
    this.hand = isRaised;
    this.sendPresence();
  }

  showRunning(isRunning) {
    this.run = isRunning ? 'runs' : undefined;
    this.sendPresence();
  }

  /** Resolves to the code of the program; rejects with the reason if the host makes none. */
  async generate(language) {
    const end = Date.now() + ANSWER_TIME;
    // The host makes the code of what it has.
    while (!this.isConfirmed && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
    return new Promise((resolve, reject) => {
      this.generating = {resolve, reject};
      setTimeout(() => reject(new Error('the host doesn’t answer')), ANSWER_TIME);
      if (!this.isConfirmed || !this.send({type: 'generate', language})) reject(new Error('not connected'));
    });
  }
  status(text, isConnected) {
    if (text === this.said && isConnected === this.isSaidConnected) return;
    [this.said, this.isSaidConnected] = [text, isConnected];
    this.options.onStatus?.(text, isConnected);
  }
  tell(text) { this.options.onMessage?.(text); }

  // Own changes

  hear(event) {
    if (!event.isUiEvent) this.showMarksSoon();
    if (event.type === MARKER) return void Promise.resolve().then(() => this.passMarker(event));
    if (event.type === 'selected') {
      this.place = event.newElementId ?? undefined;
      this.sendPresence();
    }
    if (event.type === 'drag' && !event.isStart) this.drainSoon();
    if (event.isUiEvent || event.type === 'finished_loading' || event.type === 'block_field_intermediate_change') return;
    if (this.collapsesNothing(event)) return;
    this.times.set(event, this.traces.time);
    if (this.isDerived(event)) this.derived.add(event);
    this.collected.push(event);
    this.flushSoon();
  }

  /**
   * Whether an event collapses a comment that is collapsed, or opens an open one: Blockly reports that, too, and taking it
   * back would change the comment.
   */
  collapsesNothing({type, commentId, newCollapsed, json}) {
    if (type === 'comment_create') this.collapsed.set(commentId, Boolean(json?.collapsed));
    if (type !== 'comment_collapse') return false;
    const isSame = this.collapsed.get(commentId) === newCollapsed;
    this.collapsed.set(commentId, newCollapsed);
    return isSame;
  }

  /** Notes which comments are collapsed. */
  noteCollapsed() {
    this.collapsed = new Map((this.workspace.getTopComments?.() ?? []).map((comment) => [comment.id, comment.isCollapsed?.()]));
  }

  /** Whether an event only reports that a shadow was covered, or has come back: that happens by itself. */
  isDerived(event) {
    if (event.recordUndo) return false;
    switch (event.type) {
      case 'create': return event.xml?.tagName?.toLowerCase() === 'shadow';
      case 'delete': return event.wasShadow ?? false;
      case 'move': return this.program.block(event.blockId)?.isShadow() ?? true;
      default: return false;
    }
  }

  changes(events) { return events.filter((event) => !this.derived.has(event)); }

  get isDragging() { return this.workspace.isDragging?.() ?? false; }

  flushSoon() {
    if (this.flushTimer) return;
    this.flushTimer = setTimeout(() => {
      this.flushTimer = null;
      if (this.isDragging) this.flushSoon(); else this.flush();
    }, this.isDragging ? 100 : 0);
  }

  /** Sends what the user has changed. */
  flush() {
    while (this.collected.length) {
      const {group} = this.collected[0];
      const end = this.collected.findIndex((event) => event.group !== group);
      const events = this.collected.splice(0, end < 0 ? this.collected.length : end);
      const sent = events.map(jsonForHost);
      const derived = [...events.keys()].filter((index) => this.derived.has(events[index]));
      const entry = {count: ++this.count, sent, derived, made: events, events: this.changes(events)};
      this.pending.push(entry);
      this.memory.keep(entry);
      this.keepHead();
      if (this.isOnline && !this.awaitsState) this.sendEdit(entry);
    }
  }

  /** Sends own changes. The host refuses to undo a change that another user has changed since. */
  sendEdit({count, sent}) {
    const undo = sent[0].group?.startsWith(UNDO_GROUP) || undefined;
    this.send({type: 'edit', count, undo, events: sent});
  }

  // Messages of the host

  /** Handles what has arrived once Blockly has fired the events of what the user did before. */
  drainSoon() {
    if (this.isDraining || !this.received.length) return;
    this.isDraining = true;
    if (this.isDragging) {
      setTimeout(() => {
        this.isDraining = false;
        this.drainSoon();
      }, 100);
    } else if (global.document?.hidden) {
      this.drain();
    } else {
      this.fireMarker(1);
    }
  }

  fireMarker(round) {
    const {Events} = this.Blockly;
    const marker = new Events.UiBase(this.workspace.id);
    Events.fire(Object.assign(marker, {type: MARKER, round}));
  }

  /** Listeners have answered the events before the marker with events of their own, which come before the second one. */
  passMarker({round}) {
    if (!this.isDraining) return;
    if (round === 1) return this.fireMarker(2);
    this.drain();
  }

  drain() {
    this.isDraining = false;
    if (this.isDragging) return this.drainSoon();
    this.flush();
    this.program.still(() => { for (const message of this.received.splice(0)) this.receive(message); });
    this.noteCollapsed();
    this.showMarksSoon();
  }

  receive(message) {
    switch (message.type) {
      case 'state': case 'resumed': return this.enterSession(message);
      case 'applied': return this.applied(message);
      case 'confirmed': return this.confirmed(message);
      case 'refused': return this.refused(message);
      case 'person': return this.setPerson(message);
      case 'gone': return this.removePerson(message.author);
      case 'saved':
        this.tell(message.message);
        if (message.choice && this.options.onChoice?.(message.message, message.choice)) this.send({type: 'save', anyway: true});
        return;
      case 'run': return this.takeRun(message);
      case 'handed-out': return this.takeCopy(message);
      case 'generated':
        if (message.problem === undefined) this.generating?.resolve(message.code);
        else this.generating?.reject(new Error(message.problem));
        return;
      case 'chat': return this.options.onChat?.({name: this.nameOf(message.author), text: message.text});
      case 'bye': return this.leave(message);
    }
  }

  takeCopy({program, token}) {
    if (token) this.memory.keepCopyToken(program, token);
    if (this.options.onCopy) this.options.onCopy({program});
    else this.tell(`you got ${program}: open this page with ?program=${encodeURIComponent(program)}`);
  }

  /** The host ends the connection. Its reason stays while the page tries again; it doesn't if the reason is final. */
  leave({reason, final, programs}) {
    this.reason = reason;
    if (!final && !programs) return;
    this.close();
    this.status(reason, false);
    if (programs) this.options.onPrograms?.(programs);
  }

  enterSession(message) {
    const {session, name, role, lastCount, people, program, shapes} = message;
    this.pause = 1000;
    this.reason = undefined;
    if (name && name !== this.keptName) this.enterProgram(name);
    if (program) this.takeDefinitions(program.definitions ?? {}, shapes);
    if (program) this.adopt(program, lastCount);
    this.session = session;
    if (!this.cantShow && (this.isResending || !this.isOnline)) this.resend(lastCount);
    this.isResending = false;
    this.status(this.cantShow ?? 'connected', !this.cantShow);
    if (!this.isOnline) {
      this.isOnline = true;
      if (this.hand || this.run) this.sendPresence();
      for (const person of people) this.setPerson(person);
    }
    this.setRole(role, name);
  }

  /** Takes over the definitions that this page lacks, and says whether it has the same ones now. */
  takeDefinitions({blocks = [], placeholders = []}, shapes) {
    this.program.silently(() => this.program.definePlaceholders(placeholders));
    if (!blocks.length || this.shapes === shapes) return;
    this.differing = this.program.define(blocks);
    this.shapes = this.differing.length ? '0' : shapes;
    this.send({type: 'shapes', hash: this.shapes});
    if (this.differing.length) {
      this.tell(`this page’s definitions of “${this.differing.join('”, “')}” differ; you may only watch`);
    }
  }

  /** What was kept belongs to the program of that name. */
  enterProgram(name) {
    const isOther = this.keptName !== undefined && this.number === undefined && this.pending.some(({made}) => !made);
    if (isOther) {
      this.pending = this.pending.filter(({made}) => made);
      this.memory.dropAll();
      this.tell(`changes of “${this.keptName}” that weren’t sent are lost: the host serves “${name}” now`);
    }
    this.keptName = name;
    this.keepHead();
  }

  resend(lastCount) {
    for (const entry of this.pending) if (entry.count > lastCount) this.sendEdit(entry);
  }

  setRole(role, name) {
    this.role = role;
    this.setReadOnly(role === 'watcher' || Boolean(this.cantShow));
    this.options.onState?.({name, role});
  }

  setReadOnly(isReadOnly) {
    if (this.workspace.setIsReadOnly) this.workspace.setIsReadOnly(isReadOnly); else this.workspace.options.readOnly = isReadOnly;
  }

  isNext(number) {
    if (this.cantShow) {
      // Perhaps others have removed what can't be shown.
      this.checkSoon();
      return false;
    }
    if (this.awaitsState || number <= this.number) return false;
    if (number === this.number + 1) return true;
    this.reload(`the number ${this.number + 1} is missing`);
    return false;
  }

  confirmed({number, count}) {
    if (!this.isNext(number)) return;
    this.dropRefused(count);
    if (this.pending[0]?.count !== count) return this.reload(`this page’s batch ${count} is unknown`);
    this.confirm(number);
  }

  confirm(number) {
    this.number = number;
    this.memory.drop(this.pending.shift().count);
    if (!this.pending.length && (this.isSuspect || number % BATCHES_PER_CHECK === 0)) this.checkSoon();
  }

  /** A batch is in the log: own changes are taken back, made again after it, and sent no second time. */
  applied({number, author, count, events}) {
    if (!this.isNext(number)) return;
    const isOwn = author === this.author;
    if (isOwn) this.dropRefused(count);
    const first = this.pending[0];
    if (isOwn && first?.count === count && first.events && !first.isChanged && isSame(first.events, events)) {
      return this.confirm(number);
    }
    if (!isOwn) for (const event of events) this.traces.note(event);
    const problem = this.rebase(0, () => {
      for (const event of events) this.program.apply(event);
      if (isOwn) this.forget((entry) => entry.count === count);
    });
    if (problem) return this.reload(`the number ${number} can’t be applied: ${problem}`);
    this.number = number;
    if (this.pending.length === 0 && this.isSuspect) this.checkSoon();
  }

  /** Changes the program below own changes, from an index on. Returns why that failed. */
  rebase(index, change) {
    const selected = this.selected?.id;
    let problem;
    this.program.silently(() => {
      try {
        this.takeBack(index, false);
        change();
        this.rerun(index);
      } catch (error) {
        problem = error.message;
      }
    });
    const block = selected && this.program.block(selected);
    if (block && this.selected !== block) block.select?.();
    return problem;
  }

  /** The selected block. Without a screen there is none, and Blockly 12 fails on the question. */
  get selected() { return this.workspace.rendered ? this.Blockly.getSelected?.() : null; }

  /** Takes own changes back. If the program is about to be loaded, it doesn't matter whether that works. */
  takeBack(index, isForced) {
    for (const entry of this.pending.slice(index).reverse()) {
      this.isSuspect = true;
      const events = entry.events ?? [];
      entry.events = null;
      try {
        this.program.revert(events);
      } catch (error) {
        if (!isForced) throw error;
      }
    }
  }

  /** Makes own changes again. What doesn't fit waits for its answer. */
  rerun(index) {
    for (const entry of this.pending.slice(index)) {
      try {
        entry.made ??= this.restored(entry);
        entry.events = this.program.rerun(this.changes(entry.made));
      } catch {
        // The host says what becomes of them.
      }
    }
  }

  /** The events of a batch that the page before a reload made. */
  restored({sent, derived}) {
    for (const json of sent) this.program.placeholders.learnEvent(json);
    this.program.placeholders.define();
    const events = sent.map((json) => this.program.read(json));
    for (const index of derived) if (events[index]) this.derived.add(events[index]);
    return events;
  }

  /** Drops own batches that have their answer. */
  forget(isAnswered) {
    for (const entry of this.pending) if (isAnswered(entry)) this.memory.drop(entry.count);
    this.pending = this.pending.filter((entry) => !isAnswered(entry));
  }

  /** The host answers in order: own batches before an answered one were refused, and the answer was lost. */
  dropRefused(count) {
    while (this.pending.length && this.pending[0].count < count) {
      this.refused({count: this.pending[0].count, reason: 'its place was changed by another user'});
    }
  }

  /** An own batch was refused as a whole. Without a reason, another user has made the same change. */
  refused({count, reason}) {
    const index = this.pending.findIndex((entry) => entry.count === count);
    if (index < 0) return;
    const entry = this.pending[index];
    const problem = this.rebase(index, () => this.forget((other) => other === entry));
    for (const stack of [this.workspace.undoStack_, this.workspace.redoStack_]) {
      if (!stack) continue;
      for (const event of entry.made ?? []) if (stack.includes(event)) stack.splice(stack.indexOf(event), 1);
    }
    this.isSuspect = true;
    if (reason) this.tell(`reverted: ${reason}${textsOf(entry.sent)}`);
    if (problem) this.reload(problem); else if (!this.pending.length) this.checkSoon();
  }

  // Differences

  /** Asks for the program, because it differs. */
  reload(report) {
    this.awaitsState = true;
    this.isResending = true;
    this.send({type: 'reload', report});
  }

  /** Compares the program with the host's, when there is time. */
  checkSoon() {
    if (this.checkTimer) return;
    const wait = Math.max(0, (this.lastCheck ?? 0) + CHECK_INTERVAL - Date.now());
    this.checkTimer = setTimeout(() => {
      this.checkTimer = null;
      this.checkNow();
    }, wait);
  }

  checkNow() {
    this.lastCheck = Date.now();
    this.isSuspect = false;
    this.isChecking = true;
    this.send({type: 'reload', report: ''});
  }

  /** Takes over the host's program, and makes own changes again that the host doesn't know. */
  adopt({number, text}, lastCount) {
    const isCheck = this.isChecking && !this.awaitsState;
    this.isChecking = false;
    // Own changes since the question make the two differ. There will be another time.
    if (isCheck && this.pending.length && !this.cantShow) return void (this.isSuspect = true);
    let difference = null;
    this.program.silently(() => this.takeBack(0, true));
    const problem = this.rebase(0, () => {
      this.forget((entry) => entry.count <= lastCount);
      difference = this.program.become(text);
    });
    if (problem) return this.giveUp(problem);
    this.cantShow = undefined;
    if (difference && this.number !== undefined) {
      this.mended += 1;
      if (isCheck && !difference.isLossy) this.tell('the program differed from the others’, and was loaded again');
    }
    if (this.number === undefined) this.workspace.clearUndo();
    this.number = number;
    this.awaitsState = false;
  }

  /** Shows nothing, and only watches, until the program can be shown. */
  giveUp(problem) {
    this.cantShow = `this page can’t show the program: ${problem}; you may only watch`;
    this.program.silently(() => this.workspace.clear());
  }

  // Undo

  /** Undoes own changes, except those that another user has changed since. */
  guardUndo() {
    const {workspace} = this;
    const undo = workspace.undo;
    workspace.undo = (isRedo) => {
      const stack = isRedo ? workspace.redoStack_ : workspace.undoStack_;
      if (!stack?.length) return undo.call(workspace, isRedo);
      const {group} = stack[stack.length - 1];
      let start = stack.length - 1;
      while (group && start > 0 && stack[start - 1].group === group) start -= 1;
      const events = stack.slice(start);
      const isStale = events.some((event) => this.traces.areNewer(toJson(event), this.times.get(event) ?? 0))
        || this.lacks(events);
      const {Events} = this.Blockly;
      const before = Events.getGroup();
      try {
        if (!isStale) {
          Events.setGroup(UNDO_GROUP + Math.random().toString(36).slice(2));
          return this.program.withoutComments(() => undo.call(workspace, isRedo));
        }
        stack.splice(start);
      } catch {
        // The part that was done is sent like any change.
      } finally {
        Events.setGroup(before);
      }
      this.tell(`not ${isRedo ? 'redone' : 'undone'}: another user has changed it since`);
    };
  }

  /** Whether what a group changes is gone, through somebody else. */
  lacks(events) {
    const own = new Set(events.flatMap((event) =>
      /create|delete/.test(event.type) ? [...(event.ids ?? []), event.varId, event.commentId] : []));
    return events.some(({type, blockId, varId, commentId}) => {
      if (/create|delete/.test(type)) return false;
      if (blockId && !own.has(blockId)) return !this.program.block(blockId);
      if (varId && !own.has(varId)) return !this.program.variable(varId);
      return commentId && !own.has(commentId) && this.workspace.getCommentById?.(commentId) === null;
    });
  }

  // People

  nameOf(author) { return author === this.author ? this.options.name : this.people.get(author)?.name ?? 'somebody'; }

  setPerson(person) {
    if (person.author === this.author) {
      if (person.role !== this.role) this.setRole(person.role);
      return;
    }
    const old = this.people.get(person.author);
    const color = old?.color ?? COLORS.find((color) => ![...this.people.values()].some((other) => other.color === color))
      ?? COLORS[this.people.size % COLORS.length];
    const letter = (person.name.trim()[0] ?? '?').toUpperCase();
    this.people.set(person.author, {...person, color, letter});
    this.showPeople();
  }

  /** Takes what follows of somebody's run: lines that replace those with their numbers. */
  takeRun({author, run: number, first, lines, block, state}) {
    if (!Array.isArray(lines)) {
      if (!this.runs.delete(author)) return;
      this.workspace.highlightBlock?.(null);
      return this.options.onRun?.(null);
    }
    let run = this.runs.get(author);
    const before = first - (run?.first ?? 0);
    if (run?.number !== number || before < 0 || before > run.lines.length) run = {number, first, lines};
    else run.lines = [...run.lines.slice(0, before), ...lines];
    const surplus = Math.max(0, run.lines.length - RUN_LINES);
    run.lines = run.lines.slice(surplus);
    run.first += surplus;
    this.runs.set(author, run);
    this.workspace.highlightBlock?.(block ?? null);
    this.options.onRun?.({name: this.nameOf(author), state, lines: run.lines, block});
  }

  removePerson(author) {
    this.takeRun({author});
    this.people.delete(author);
    this.showPeople();
  }

  showPeople() {
    this.showMarks();
    this.options.onPeople?.([...this.people.values()]);
  }

  /** Puts the names of those who are in a row behind it. Left of it, they could be under the toolbox. */
  showMarks() {
    this.marks.forEach((mark) => mark.remove());
    this.marks = [];
    if (!this.workspace.rendered) return;
    const rows = new Map();
    for (const person of this.people.values()) {
      const row = rowOf(person.block && this.program.block(person.block));
      if (row?.getSvgRoot?.()) rows.set(row, [...rows.get(row) ?? [], person]);
    }
    for (const [row, people] of rows) this.marks.push(markOf(people, row));
  }

  /** Moves the names once Blockly has drawn the blocks anew. */
  showMarksSoon() {
    if (!this.workspace.rendered || !this.people.size) return;
    this.marksTimer ??= setTimeout(() => {
      this.marksTimer = null;
      if (!this.isOver) this.showMarks();
    }, 100);
  }
}

/** The block in whose row a block is: that of a value. */
function rowOf(block) {
  while (block?.outputConnection?.isConnected()) block = block.getParent();
  return block;
}

/** Puts names behind a block. */
function markOf(people, row) {
  const make = (name, attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const mark = make('text', {
    class: 'mortiseLivePerson', x: (row.RTL ? -1 : 1) * (row.width + 8), y: 17, 'text-anchor': row.RTL ? 'end' : 'start',
    stroke: 'white', 'stroke-width': 3, 'paint-order': 'stroke', 'font-size': 12, 'font-weight': 'bold', 'pointer-events': 'none',
  });
  for (const {name, color} of people) {
    const part = make('tspan', {fill: color, dx: mark.childNodes.length ? 8 : 0});
    part.textContent = name;
    mark.append(part);
  }
  row.getSvgRoot().append(mark);
  return mark;
}

const isSame = (own, events) =>
  own.length === events.length && own.every((event, index) => effect(toJson(event)) === effect(events[index]));

/** The texts that were typed, for a message that keeps them. */
function textsOf(events) {
  const texts = events.filter(({type, element}) => type === 'change' && ['field', 'comment'].includes(element))
    .map(({newValue}) => newValue).filter((text) => typeof text === 'string' && text);
  return texts.length ? ` (“${texts.join('”, “')}”)` : '';
}

global.MortiseLive = {connect: (workspace, options = {}) => new Session(workspace, options)};
})(typeof window === 'undefined' ? globalThis : window);
