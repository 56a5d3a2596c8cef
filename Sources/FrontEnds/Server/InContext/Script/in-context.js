// Dragoman's in-context editor: people propose better texts in a web app, at the place where they read them.
//
//   try {
//     const { inContext } = await import('https://l10n.example.org/in-context.js');
//     i18next.use(inContext({ project: 'shop', environment: 'staging' }));
//   } catch (error) {
//     console.warn('The in-context editor is off:', error);
//   }
//
// Without `try`, a server that does not answer would stop the app.
//
// The server joins these modules into one, without their comments; docs/guide/in-context.md has the options. The page's
// elements are referenced weakly, and nothing is added to them: no class, attribute, style or listener.

import { I18nextApp } from './i18next-app.js';
import { List } from './list.js';
import { make } from './make.js';
import { MarkedApp } from './marked-app.js';
import { Marks } from './marks.js';
import { Notes } from './notes.js';
import { Panel } from './panel.js';
import { Places } from './places.js';
import { Proposals } from './proposals.js';
import { Server } from './server.js';
import { Surface } from './surface.js';
import { count, idOf, inOneLine, localeFor } from './texts.js';
import { Toast } from './toast.js';

/** Returns a plug-in for i18next. Without i18next, call its method `start()`. */
export function inContext(options) {
  return new InContext(options);
}

const MODIFIERS = ['ctrlKey', 'shiftKey', 'altKey', 'metaKey'];
// Three sharp movements within a second are a shake.
const SHARP = 15;
const SHAKES = 3;

class InContext {
  type = '3rdParty';

  #options;
  #app = null;
  #notes = new Notes();
  #places = null;
  #marks = null;
  #bar = null;
  // The numbers in the bar.
  #texts = null;
  #mine = null;
  // The element that had the focus before.
  #before = null;
  #connecting = null;
  #refusal = '';
  #directions = new Map();
  isOn = false;
  project = null;

  constructor(options) {
    const shortcut = { code: 'Period', ctrlKey: true, shiftKey: true };
    this.#options = { server: new URL('.', import.meta.url).href, shortcut, ...options };
  }

  /** Called by i18next. */
  init(i18next) {
    this.#run(() => new I18nextApp(i18next, this.#notes));
  }

  /** For apps without i18next. */
  start() {
    this.#run(() => new MarkedApp(this.#options.language));
  }

  #run(connect) {
    const { project, environment, shake, handle } = this.#options;
    // The same app may run on a server, where there is no page.
    if (this.#app || !globalThis.document) return;
    if (!project || !environment) return this.#refuse('it needs the options “project” and “environment”.');
    if (environment.trim().toLowerCase() === 'production') return this.#refuse('this page is in production.');
    this.#app = connect();
    this.server = new Server(this.#options);
    this.proposals = new Proposals(this.server, this.#app, () => this.#changed());
    this.surface = new Surface();
    this.panel = new Panel(this);
    this.list = new List(this);
    this.toast = new Toast(this.surface);
    addEventListener('keydown', (event) => this.#press(event), true);
    addEventListener('online', () => this.proposals.send());
    if (shake) this.#listenToShakes();
    // iOS grants the permission for shakes only after a tap.
    const mustAsk = shake && globalThis.DeviceMotionEvent?.requestPermission;
    if (handle || mustAsk) this.#showHandle(() => mustAsk && DeviceMotionEvent.requestPermission());
    this.#connect();
  }

  #refuse(reason) {
    if (this.#refusal !== reason) console.warn(`Dragoman's in-context editor is off: ${reason}`);
    this.#refusal = reason;
  }

  // Reads the project. For a page, a server that is down looks like one that does not list the page's origin.
  async #connect() {
    this.#connecting ??= (async () => {
      const project = await this.server.get('');
      this.project = this.#app.project = project;
      await this.proposals.load();
    })();
    try {
      await this.#connecting;
      return true;
    } catch (problem) {
      this.#connecting = null;
      const { server } = this.#options;
      const silence = `${server} does not answer, or does not list ${location.origin} under “inContext”.`;
      this.#refuse(problem.isTemporary ? silence : problem.message);
      return false;
    }
  }

  toggle() {
    return this.isOn ? this.leave() : this.enter();
  }

  async enter() {
    if (this.isOn || !this.#app || !(await this.#connect()) || this.isOn) return;
    this.isOn = true;
    this.#before = document.activeElement && new WeakRef(document.activeElement);
    this.server.makeGuid();
    this.proposals.send();
    this.#readDirections();
    this.toast.hide();
    this.#marks = new Marks(this.surface, (place) => this.panel.open(place), (place) => this.#numberOf(place));
    this.#places = new Places(this.#notes, (places) => this.#show(places));
    this.#bar ??= this.#makeBar();
    this.surface.add(this.#bar, this.#marks.element);
    this.#places.start();
    this.#bar.focus({ preventScroll: true });
  }

  /** Leaves, and shows for three seconds how many proposals there are. */
  async leave() {
    if (!this.isOn) return;
    this.isOn = false;
    this.panel.close();
    this.list.close();
    this.#places.stop();
    this.#marks.stop();
    this.surface.remove(this.#bar);
    this.#places = this.#marks = null;
    this.#before?.deref()?.focus?.({ preventScroll: true });
    const { proposals } = await this.all();
    if (this.isOn || !proposals.length) return;
    const mine = proposals.filter((proposal) => proposal.guid || this.isOwn(proposal));
    const all = make('b', {}, `${count(proposals.length, 'proposal')} for this app`);
    this.toast.show([all, `, ${mine.length} of them yours.`], 'Show list', () => this.list.open());
  }

  #press(event) {
    const { shortcut } = this.#options;
    const isShortcut = shortcut && event.code === shortcut.code
      && MODIFIERS.every((key) => event[key] === Boolean(shortcut[key]));
    const isEscape = event.key === 'Escape' && !event.isComposing && (this.isOn || this.list.element);
    if (!isShortcut && !isEscape) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const open = [this.panel, this.list].find((sheet) => sheet.element);
    if (event.repeat) return;
    if (isEscape && open) open.close();
    else this.toggle();
  }

  #listenToShakes() {
    let times = [];
    addEventListener('devicemotion', ({ acceleration, timeStamp }) => {
      if (!acceleration || Math.hypot(acceleration.x, acceleration.y, acceleration.z) < SHARP) return;
      times = [...times.filter((time) => timeStamp - time < 1000), timeStamp];
      if (times.length < SHAKES) return;
      times = [];
      this.toggle();
    });
  }

  #showHandle(tapped) {
    const click = () => {
      tapped();
      this.enter();
    };
    this.surface.add(make('button', { class: 'handle', click }, 'Propose better texts'));
  }

  #makeBar() {
    [this.#texts, this.#mine] = [make('span'), make('span')];
    const openList = () => {
      this.panel.close();
      this.list.open();
    };
    return make('div', { class: 'bar', role: 'group', 'aria-label': 'Dragoman', tabindex: -1 },
      make('span', { class: 'dot' }),
      make('span', {}, this.#texts, make('span', { class: 'long' }, ' on this page')),
      make('button', { class: 'mine', click: openList },
        make('span', { class: 'long' }, 'My proposals'), make('span', { class: 'short' }, 'Mine'), ', ', this.#mine),
      make('button', { class: 'done', click: () => this.leave() },
        'Done', make('kbd', { 'aria-hidden': 'true' }, 'Esc')));
  }

  #show(places) {
    this.#marks.show(places);
    this.#texts.textContent = count(places.length, 'text');
    this.#mine.textContent = this.proposals.mine.size;
  }

  #changed() {
    if (this.isOn) {
      this.#marks.update();
      this.#show(this.#marks.places);
    }
    this.list.update();
  }

  /** Moves the focus to the mark of a place, or of one with the same text, or to the bar. */
  focus(place) {
    const button = place?.button ?? this.#marks?.places.find(({ text }) => text === place?.text)?.button;
    (button ?? this.#bar).focus({ preventScroll: true });
  }

  // Returns the project's language for which a text would be proposed.
  #localeOf(lng) {
    return localeFor(this.#app.hierarchy(lng ?? this.#app.language), this.project);
  }

  // Returns the strings that a note may be about, the likeliest first.
  #stringsOf(note) {
    const [locale, section] = [this.#localeOf(note.lng), this.#app.sectionOf(note.ns)];
    return this.#app.keysOf(note).map((key) => ({ locale, section, key }));
  }

  #idsOf(notes) {
    return new Set(notes.flatMap((note) => this.#stringsOf(note)).map(idOf));
  }

  #numberOf(place) {
    return [...this.#idsOf(place.notes)].filter((id) => this.proposals.mine.has(id)).length;
  }

  get locale() {
    return this.#localeOf();
  }

  nameOf(note) {
    return this.titleOf(this.#stringsOf(note)[0]);
  }

  titleOf({ section, key }) {
    return section === this.project.defaultSection ? key : `${section}:${key}`;
  }

  /** Returns the ids of the strings on this page. */
  idsOnPage() {
    return this.#idsOf(Places.notesOnPage(this.#notes));
  }

  directionOf(locale) {
    return this.#directions.get(locale) ?? 'auto';
  }

  /** Creates an element with a value, which has its language's direction. */
  makeText(value, locale) {
    const attributes = { class: 'text', lang: locale, dir: this.directionOf(locale), translate: 'no' };
    return make('span', attributes, inOneLine(value));
  }

  async #readDirections() {
    const locales = this.#directions.size ? [] : await this.server.get('/locales').catch(() => []);
    for (const { locale, direction } of locales) {
      this.#directions.set(locale, direction === 'rightToLeft' ? 'rtl' : 'ltr');
    }
  }

  /** Reads the string of a note from the server, with its proposals. */
  async read(note) {
    let missing;
    for (const string of this.#stringsOf(note)) {
      const { locale, section, key } = string;
      try {
        const { texts, definition, proposals } = await this.server.get('/string', { section, key });
        return {
          ...string,
          name: this.titleOf(string),
          source: definition.value,
          current: texts.find((text) => text.locale === locale)?.value,
          proposals: proposals.filter((proposal) => proposal.locale === locale),
        };
      } catch (problem) {
        if (problem.code !== 'unknown-key') throw problem;
        missing ??= problem;
      }
    }
    throw missing;
  }

  /** Whether a proposal is open and belongs to this browser. */
  isOwn(proposal) {
    return this.proposals.mine.get(idOf(proposal)) === proposal;
  }

  /** Returns all proposals; without a connection, only those of this browser. */
  async all() {
    try {
      return { proposals: await this.proposals.list(this.locale), isComplete: true };
    } catch {
      return { proposals: [...this.proposals.mine.values()], isComplete: false };
    }
  }

  /** Deletes this browser's proposal for a string, shows the released text again, and offers to propose it again. */
  async delete(proposal) {
    const report = ({ message }) => this.toast.show(message, 'Close');
    try {
      const deleted = await this.proposals.delete(proposal);
      if (!deleted) return;
      const { value, note, picture } = deleted;
      const undo = () => this.proposals.propose(deleted, value, note, picture).catch(report);
      this.toast.show('Deleted.', 'Undo', undo);
    } catch (problem) {
      report(problem);
    }
  }
}
