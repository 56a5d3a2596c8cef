// The connection to an app without i18next, whose elements name their strings.

import { PLACEHOLDER, idOf, localeFor } from './texts.js';

export const MARK = 'data-dragoman-key';

/** Returns the strings that an element's mark names: `cart:title`, `[placeholder]cart:search`, separated by `;`. */
export const marksOf = (element) => (element.getAttribute(MARK) ?? '').split(';').flatMap((part) => {
  const [, attribute, ns, key] = part.trim().match(/^(?:\[([\w-]+)\])?(?:([^:]+):)?(.+)$/) ?? [];
  return key ? [{ attribute, ns, key }] : [];
});

export class MarkedApp {
  #language;
  #shown = new Map();
  // The texts that elements were filled with, and those of the app before, by attribute.
  #filled = new WeakMap();
  project = {};

  constructor(language) {
    this.#language = language;
  }

  get language() {
    return this.#language?.() ?? document.documentElement.lang;
  }

  hierarchy(language) {
    const parts = language.split('-');
    return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
  }

  sectionOf = (ns) => ns ?? this.project.defaultSection;
  keysOf = ({ key }) => [key];
  show = (proposal) => this.#shown.set(idOf(proposal), proposal);
  hide = (proposal) => this.#shown.delete(idOf(proposal));

  /** Shows proposed texts in the elements that are on the page now. */
  refresh() {
    const locale = localeFor(this.hierarchy(this.language), this.project);
    for (const element of document.querySelectorAll(`[${MARK}]`)) {
      for (const { attribute, ns, key } of marksOf(element)) {
        const value = this.#shown.get(idOf({ locale, section: this.sectionOf(ns), key }))?.value;
        // Only the app knows what belongs in a placeholder.
        const isPlain = typeof value === 'string' && value.search(PLACEHOLDER) < 0;
        if (attribute || !element.childElementCount) this.#fill(element, attribute, isPlain ? value : undefined);
      }
    }
  }

  #fill(element, attribute, text) {
    const filled = this.#filled.get(element) ?? new Map();
    const known = filled.get(attribute);
    const current = attribute ? element.getAttribute(attribute) : element.textContent;
    // The app may have shown another text since.
    const before = known?.text === current ? known.before : current;
    this.#filled.set(element, filled.set(attribute, { text, before }));
    const wanted = text ?? before;
    if (wanted === current) return;
    if (!attribute) element.textContent = wanted;
    else if (wanted === null) element.removeAttribute(attribute);
    else element.setAttribute(attribute, wanted);
  }
}
