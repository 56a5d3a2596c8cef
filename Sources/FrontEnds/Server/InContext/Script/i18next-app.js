// The connection to an app with i18next 22 or newer. Its texts are noted as it reads them, and overridden in i18next's
// memory.

import { formsOf, idOf, isSameTag } from './texts.js';

export class I18nextApp {
  #i18next;
  // Proposals that are shown, with their place in i18next and the texts that the app had there before.
  #shown = new Map();
  project = {};

  constructor(i18next, notes) {
    this.#i18next = i18next;
    listen(i18next.translator, notes);
    i18next.on('loaded', () => this.#shown.forEach((shown) => this.#apply(shown)));
  }

  get language() {
    return this.#i18next.language;
  }

  /** Returns a language, and those whose texts i18next uses instead. */
  hierarchy(language) {
    return this.#i18next.services.languageUtils.toResolveHierarchy(language);
  }

  sectionOf(ns) {
    return !ns || ns === 'default' || ns === 'translation' ? this.project.defaultSection : ns;
  }

  /** Returns the keys by which Dragoman may know a text, with dots for the app's separator. */
  keysOf({ key, exactKey }) {
    const { keySeparator } = this.#i18next.options;
    const keys = [key, exactKey].filter(Boolean);
    return [...new Set(keySeparator ? keys.map((key) => key.split(keySeparator).join('.')) : keys)];
  }

  show(proposal) {
    this.hide(proposal);
    const shown = { proposal, before: new Map() };
    this.#shown.set(idOf(proposal), shown);
    this.#apply(shown);
  }

  hide(proposal) {
    const shown = this.#shown.get(idOf(proposal));
    this.#shown.delete(idOf(proposal));
    shown?.before.forEach((text, key) => this.#store(shown, key, text));
  }

  /** Makes the app show its texts again, as after a change of the language. */
  refresh() {
    const { isInitialized, language } = this.#i18next;
    if (isInitialized) this.#i18next.emit('languageChanged', language);
  }

  #apply(shown) {
    const { proposal, before } = shown;
    // The app's spelling of a language is known only while the language is in use.
    const place = shown.place ?? this.#placeOf(proposal);
    if (!this.#isLoaded(place)) return;
    shown.place = place;
    const { keySeparator } = this.#i18next.options;
    for (const { suffix, text } of formsOf(proposal.value)) {
      const key = (keySeparator ? proposal.key.split('.').join(keySeparator) : proposal.key) + suffix;
      const current = this.#i18next.store.getResource(...place, key);
      if (current !== text || !before.has(key)) before.set(key, current);
      this.#store(shown, key, text);
    }
  }

  #store({ place }, key, text) {
    this.#i18next.store.addResource(...place, key, text, { silent: true });
  }

  // The language and namespace as the app spells them.
  #placeOf({ locale, section }) {
    const { options, languages } = this.#i18next;
    const names = section === this.project.defaultSection ? ['translation', 'default'] : [];
    return [
      languages?.find((code) => isSameTag(code, locale)) ?? locale,
      names.find((name) => [options.ns].flat().includes(name)) ?? section,
    ];
  }

  // i18next takes a namespace with any text for loaded, and would never load the others.
  #isLoaded(place) {
    const { backend, state } = this.#i18next.services.backendConnector;
    return !backend || this.#i18next.store.hasResourceBundle(...place) || state[place.join('|')] === -1;
  }
}

// `resolve` returns the key and namespace that are used, `translate` the final text. Both are also called for nested
// texts.
function listen(translator, notes) {
  const { translate, resolve } = translator;
  let call = null;
  translator.resolve = function (...words) {
    const resolved = resolve.apply(this, words);
    if (call) call.resolved ??= { ...resolved };
    return resolved;
  };
  translator.translate = function (...words) {
    const outer = call;
    const { lng, count, context } = Object(words[1]);
    const inner = { parts: [], lng: outer?.lng ?? lng ?? this.language };
    call = inner;
    let result;
    try {
      result = translate.apply(this, words);
    } finally {
      call = outer;
    }
    const text = result?.res ?? result;
    if (typeof text === 'string' && inner.resolved && inner.lng) {
      const { usedNS: ns, usedKey: key, exactUsedKey: exactKey } = inner.resolved;
      // The other options may be large or private.
      const note = { lng: inner.lng, ns, key, exactKey, parts: inner.parts };
      if (typeof count === 'number') note.count = count;
      if (typeof context === 'string') note.context = context;
      notes.add(note, text);
      outer?.parts.push(note);
    }
    return result;
  };
}
