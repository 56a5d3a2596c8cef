// The person's proposals, and those that wait for a connection.

import { Problem, WORDS, randomUUID, storage } from './server.js';
import { idOf, isSame } from './texts.js';

const RETRY = 10_000;
const MOST = '1000';

/**
 * The open proposals of this browser: those on the server (state `open`), those that wait for a connection
 * (`unsent`), and those that the server refused afterwards (`refused`). All of them are shown in the page.
 */
export class Proposals {
  #server;
  #app;
  #changed;
  #timer = 0;
  // By the id of the string.
  mine = new Map();

  constructor(server, app, changed) {
    this.#server = server;
    this.#app = app;
    this.#changed = changed;
  }

  async load() {
    const open = this.#server.hasGuid ? await this.#server.get('/proposals', { mine: true, limit: MOST }) : [];
    const kept = storage.all(this.#prefix).map((text) => JSON.parse(text));
    [...open, ...kept].forEach((proposal) => this.#show(proposal));
    if (this.mine.size) this.#app.refresh();
    this.send();
  }

  get #prefix() {
    return `unsent:${this.#server.address}:`;
  }

  /** Proposes a value for a string. If there is no connection, the proposal is kept and sent later. */
  async propose({ locale, section, key, current }, value, note) {
    const known = this.mine.get(idOf({ locale, section, key }));
    if (known && isSame(known.value, value)) throw new Problem(WORDS.duplicate);
    const string = { locale, section, key, current };
    const proposal = { ...string, id: known?.id, value, note, state: 'unsent', request: randomUUID() };
    this.#server.makeGuid();
    try {
      await this.#post(proposal);
    } catch (problem) {
      if (!problem.isTemporary) throw problem;
      this.#retryLater();
    }
    this.#show(proposal);
    this.#keep(proposal);
    this.#settle();
    return proposal;
  }

  async delete(proposal) {
    try {
      if (proposal.id) await this.#server.post('/proposals/delete', { ids: [proposal.id] });
    } catch (problem) {
      if (!['already-decided', 'unknown-proposal'].includes(problem.code)) throw problem;
    }
    this.mine.delete(idOf(proposal));
    storage.delete(this.#prefix + idOf(proposal));
    this.#app.hide(proposal);
    this.#settle();
  }

  /** Sends what waits for a connection. */
  async send() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    for (const proposal of this.mine.values()) {
      if (proposal.state !== 'unsent') continue;
      try {
        await this.#post(proposal);
      } catch (problem) {
        if (problem.isTemporary) return void this.#retryLater();
        Object.assign(proposal, { state: 'refused', reason: problem.message });
      }
      this.#keep(proposal);
      this.#changed();
    }
  }

  /** Returns what people proposed: all open proposals for a language, and those of one's own of the last 30 days. */
  async list(locale) {
    const open = await this.#server.get('/proposals', { locale, limit: MOST });
    const mine = { mine: true, state: 'accepted,rejected', since: '30d', limit: MOST };
    const decided = this.#server.hasGuid ? await this.#server.get('/proposals', mine) : [];
    return [...this.mine.values(), ...open.filter((proposal) => !proposal.canDelete), ...decided.reverse()];
  }

  async #post(proposal) {
    const { locale, section, key, value, note, request } = proposal;
    const body = { locale, section, key, value, ...(note && { note }) };
    const { proposal: id } = await this.#server.post('/proposals', body, request);
    Object.assign(proposal, { id, state: 'open' });
  }

  #show(proposal) {
    this.mine.set(idOf(proposal), proposal);
    this.#app.show(proposal);
  }

  #settle() {
    this.#app.refresh();
    this.#changed();
  }

  // Stores a proposal that the server does not have. Other tabs store theirs under other names.
  #keep(proposal) {
    const name = this.#prefix + idOf(proposal);
    if (proposal.state === 'open') storage.delete(name);
    else storage.set(name, JSON.stringify(proposal));
  }

  #retryLater() {
    this.#timer ||= setTimeout(() => this.send(), RETRY);
  }
}
