// A message at the bottom of the page.

import { make } from './make.js';

/** Shows a message and a button. It disappears after three seconds, unless the pointer or the focus is in it. */
export class Toast {
  #surface;
  #region = make('div', { role: 'status' });

  constructor(surface) {
    this.#surface = surface;
  }

  show(sentence, label, act) {
    const click = () => {
      this.hide();
      act?.();
    };
    // The animation measures the time, so that the time stands still with it.
    const toast = make('div', { class: 'toast', animationend: () => this.hide() },
      make('span', {}, sentence), make('button', { click }, label), make('i'));
    this.#surface.add(this.#region);
    // Screen readers announce only what is added to a region that they know.
    requestAnimationFrame(() => this.#region.replaceChildren(toast));
  }

  hide() {
    this.#region.replaceChildren();
    this.#surface.remove(this.#region);
  }
}
