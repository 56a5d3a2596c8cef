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
  // Requests that change proposals run one after another.
  #last = Promise.resolve();
  // By the id of the string.
  mine = new Map();

  constructor(server, app, changed) {
    this.#server = server;
    this.#app = app;
    this.#changed = changed;
  }

  async load() {
    const open = this.#server.guid ? await this.#server.get('/proposals', { mine: true, limit: MOST }) : [];
    const kept = storage.all(this.#prefix).map((text) => JSON.parse(text));
    [...open, ...kept].forEach((proposal) => this.#show(proposal));
    if (this.mine.size) this.#app.refresh();
    this.send();
  }

  get #prefix() {
    return `unsent:${this.#server.address}:`;
  }

  /** Returns this browser's proposal for a string. Throws if it has the same value, and there is no new picture. */
  replaced(string, value, picture) {
    const known = this.mine.get(idOf(string));
    const isRepeated = known && known.state !== 'refused' && isSame(known.value, value);
    if (isRepeated && !picture) throw new Problem(WORDS.duplicate);
    return known;
  }

  /** Proposes a value for a string. If there is no connection, the proposal is kept and sent later. */
  propose({ locale, section, key, current }, value, note, picture) {
    return this.#inTurn(async () => {
      const string = { locale, section, key, current };
      const known = this.replaced(string, value, picture);
      const request = randomUUID();
      const proposal = { ...string, id: known?.id, value, note, picture, state: 'unsent', request };
      this.#server.makeGuid();
      // The page may be closed before the server answers.
      this.#keep(string, proposal);
      try {
        await this.#post(proposal);
      } catch (problem) {
        if (!problem.isTemporary) {
          this.#keep(string, known);
          throw problem;
        }
        this.#retryLater();
      }
      this.#show(proposal);
      this.#keep(string, proposal);
      this.#settle();
      return proposal;
    });
  }

  /**
   * Deletes this browser's proposal for a string, and returns it. If it is decided already, removes it here and throws.
   */
  delete(string) {
    return this.#inTurn(async () => {
      // Another proposal may have replaced it meanwhile.
      const proposal = this.mine.get(idOf(string));
      if (!proposal) return;
      let decided;
      try {
        if (proposal.id) await this.#server.post('/proposals/delete', { ids: [proposal.id] });
      } catch (problem) {
        if (problem.code === 'already-decided') decided = problem;
        else if (problem.code !== 'unknown-proposal') throw problem;
      }
      this.mine.delete(idOf(string));
      this.#keep(string);
      this.#app.hide(proposal);
      this.#settle();
      if (decided) throw decided;
      return proposal;
    });
  }

  /** Sends what waits for a connection. */
  send() {
    return this.#inTurn(async () => {
      clearTimeout(this.#timer);
      this.#timer = 0;
      for (const proposal of this.mine.values()) {
        if (proposal.state !== 'unsent') continue;
        try {
          await this.#post(proposal);
        } catch (problem) {
          if (problem.isTemporary) return this.#retryLater();
          Object.assign(proposal, { state: 'refused', reason: problem.message });
        }
        this.#keep(proposal, proposal);
        this.#changed();
      }
    });
  }

  #inTurn(action) {
    const result = this.#last.then(action);
    this.#last = result.catch(() => {});
    return result;
  }

  /**
   * Returns all open proposals for a language, all of this browser's open proposals, and those decided in the last
   * 30 days.
   */
  async list(locale) {
    const open = await this.#server.get('/proposals', { locale, limit: MOST });
    const mine = { mine: true, state: 'accepted,rejected', since: '30d', limit: MOST };
    const decided = this.#server.guid ? await this.#server.get('/proposals', mine) : [];
    return [...this.mine.values(), ...open.filter((proposal) => !proposal.canDelete), ...decided.reverse()];
  }

  async #post(proposal) {
    const { locale, section, key, value, note, picture, request } = proposal;
    const body = { locale, section, key, value, note: note || undefined, picture };
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

  // Stores the proposal for a string, unless there is none or the server has it.
  #keep(string, proposal) {
    const name = this.#prefix + idOf(string);
    if (proposal && proposal.state !== 'open') storage.set(name, JSON.stringify(proposal));
    else storage.delete(name);
  }

  #retryLater() {
    this.#timer ||= setTimeout(() => this.send(), RETRY);
  }
}
