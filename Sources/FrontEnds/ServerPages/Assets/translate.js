// The walk through strings to translate, as long as there is no connection: the next cards are fetched ahead,
// and texts wait in the outbox.

import { all, body, one, pageName, project, reveal } from './page.js';
import { words } from './words.js';
import { answer } from './news.js';
import { fetchPage } from './requests.js';
import { enqueue, outbox, settleOnPage } from './outbox.js';
import { isCutOff } from './live.js';
import { restoreDrafts } from './drafts.js';
import { grow } from './fields.js';

const prefix = `dragoman:card:${body.dataset.viewer ?? ''}:${project}:`;
const nextAddresses = () => all('#next a').map((link) => link.getAttribute('href'));

/** Storage of this tab for the cards. If it is disabled or full, cards are not stored, and no error is thrown. */
const cards = {
  get(address) {
    try {
      return sessionStorage.getItem(prefix + address);
    } catch {
      return null;
    }
  },
  keepOnly(addresses) {
    try {
      const names = Object.keys(sessionStorage).filter((name) => name.startsWith('dragoman:card:'));
      for (const name of names) if (!addresses.includes(name.slice(prefix.length))) sessionStorage.removeItem(name);
    } catch {}
  },
  set(address, markup) {
    try {
      sessionStorage.setItem(prefix + address, markup);
    } catch {}
  },
};

async function fetchAhead() {
  const addresses = nextAddresses();
  cards.keepOnly(addresses);
  for (const address of addresses) {
    if (cards.get(address)) continue;
    try {
      const fetched = await fetchPage(address);
      if (one('#card', fetched)) cards.set(address, fetched.documentElement.outerHTML);
    } catch {
      return;
    }
  }
}

/** Shows the next card from the storage; returns false if it was not fetched. */
function showNext() {
  const address = nextAddresses()[0];
  const markup = address && cards.get(address);
  if (!markup) return false;
  const fetched = new DOMParser().parseFromString(markup, 'text/html');
  for (const selector of ['#card', 'main > aside', '#place', '#progress']) {
    const part = one(selector, fetched);
    if (part) one(selector)?.replaceWith(document.importNode(part, true));
  }
  one('#alerts')?.replaceChildren();
  document.title = fetched.title;
  history.replaceState(null, '', address);
  const card = one('#card');
  reveal(card);
  all('[data-field]', card).forEach(grow);
  restoreDrafts(card);
  const fields = all('[data-field]', card);
  (fields.find((field) => !field.value) ?? fields[0])?.focus();
  scrollTo(0, 0);
  return true;
}

/** Keeps a text until the connection is back, and goes on to the next card. */
export function keepTranslation(form, item) {
  const { section, key } = form.elements;
  item.about = one('#card h2')?.firstChild?.textContent.trim();
  const here = new URL(location.href);
  here.searchParams.set('at', `${encodeURIComponent(section.value)}/${encodeURIComponent(key.value)}`);
  item.href = here.pathname + here.search;
  enqueue(item);
  if (showNext()) return;
  for (const control of all('button, textarea', form)) control.disabled = true;
  answer(words('notLoaded'));
}

function settleText(item, reply) {
  item.isQuiet = true;
  settleOnPage(item, reply);
}

export function startTranslating() {
  if (pageName !== 'translate') return;
  outbox.settled = settleText;
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('#card a[data-step="next"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button || !isCutOff()) return;
    if (showNext()) event.preventDefault();
  });
  // The page itself comes first.
  setTimeout(fetchAhead, 500);
}
