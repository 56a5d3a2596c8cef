// The only element that is added to the page.

import { make } from './make.js';
import { HOST } from './places.js';
import { STYLE } from './style.js';

const PRIVATE_EVENTS = [
  'keydown', 'keyup', 'keypress', 'input', 'click', 'pointerdown', 'mousedown', 'touchstart', 'focusin', 'focusout',
  'paste', 'copy', 'cut',
];

/** A shadow root with everything that the editor shows, above the page and its dialogs. */
export class Surface {
  #host = document.createElement(HOST);
  #root = make('dialog', { open: true, lang: 'en', dir: 'ltr', 'aria-label': 'Propose better texts' });
  #observer = new MutationObserver((records) =>
    records.some(({ target }) => target.localName === 'dialog') && this.#rise());
  // The page's dialog that is below.
  #below = null;

  constructor() {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    const shadow = this.#host.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [sheet];
    shadow.append(this.#root);
    this.#host.popover = 'manual';
    // These events do not trigger the page's shortcuts, and do not close its menus.
    const stop = (event) => event.stopPropagation();
    for (const type of PRIVATE_EVENTS) shadow.addEventListener(type, stop, { passive: true });
    this.#root.addEventListener('cancel', (event) => event.preventDefault());
  }

  /** The focused element, if it is in the surface. */
  get active() {
    return this.#host.shadowRoot.activeElement;
  }

  /** The page's topmost dialog that blocks everything else. */
  get modal() {
    return [...document.querySelectorAll('dialog:modal')].at(-1) ?? null;
  }

  add(...elements) {
    this.#root.append(...elements);
    if (this.#host.isConnected) return;
    document.documentElement.append(this.#host);
    this.#rise();
    this.#observer.observe(document.documentElement, { subtree: true, attributeFilter: ['open'] });
    addEventListener('toggle', this.#toggled, true);
    addEventListener('fullscreenchange', this.#rise);
  }

  /** Removes elements. Without any, nothing of the editor is left in the page. */
  remove(...elements) {
    elements.forEach((element) => element.remove());
    if (this.#root.childElementCount || !this.#host.isConnected) return;
    this.#observer.disconnect();
    removeEventListener('toggle', this.#toggled, true);
    removeEventListener('fullscreenchange', this.#rise);
    this.#root.close();
    this.#host.remove();
  }

  #toggled = ({ target, newState }) => {
    if (newState === 'open' && target !== this.#host && target.matches('[popover], dialog')) this.#rise();
  };

  // The element that was opened last is on top. While a dialog of the page blocks everything else, only another such
  // dialog above it can be used.
  #rise = () => {
    const { modal, active } = this;
    if (modal && modal === this.#below?.deref() && this.#root.matches(':modal')) return;
    this.#root.close();
    if (this.#host.matches(':popover-open')) this.#host.hidePopover();
    this.#host.showPopover();
    if (modal) this.#root.showModal();
    else this.#root.open = true;
    this.#below = modal && new WeakRef(modal);
    active?.focus({ preventScroll: true });
  };

  /** Returns the page's element at a point, below the surface. */
  elementAt(x, y) {
    this.#root.close();
    this.#host.hidePopover();
    let element = document.elementFromPoint(x, y);
    let inner;
    while ((inner = element?.shadowRoot?.elementFromPoint(x, y)) && inner !== element) element = inner;
    this.#below = null;
    this.#rise();
    return element;
  }
}
