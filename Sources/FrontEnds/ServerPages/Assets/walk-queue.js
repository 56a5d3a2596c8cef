// The queue of the review walk.
// Decisions are sent immediately, and the next card appears without waiting for the response. Cards are
// therefore prefetched, and the card of a refused decision is shown again.

import { icon, make, one } from './page.js';
import { words } from './words.js';
import { hideBanner, pause, showBanner } from './news.js';
import { SignedOut, fetchPage, ownAddress, tellSignedOut } from './requests.js';
import { outbox, whenSent } from './outbox.js';
import { show } from './walk-cards.js';

/** The state of the walk on this page. */
export const walk = {
  /** The ids of the proposals. */
  order: [],
  /** The prefetched cards by proposal. */
  pages: new Map(),
  gone: new Set(),
  skipped: new Set(),
  refusals: new Map(),
  trail: [],
  decided: [],
  tally: { accepted: 0, rejected: 0 },
  current: null,
  isBusy: false,
};

/** The number of strings whose cards are prefetched, and the maximum number of cards. */
const stringsAhead = 5;
const cardsAhead = 15;
export const isWaiting = (id) => !walk.gone.has(id);

export function placeOf(id) {
  const address = ownAddress();
  address.searchParams.delete('at');
  if (id) address.searchParams.set('at', id);
  return address;
}

export const stringOf = (card) =>
  card && `${card.dataset.section} ${card.dataset.keyOf ?? one('h2', card)?.textContent}`;

function load(id) {
  const known = walk.pages.get(id);
  if (known) return known;
  const entry = { card: null, aside: null };
  entry.ready = fetchPage(placeOf(id)).then((fetched) => {
    entry.card = one('#card', fetched);
    entry.aside = one('main > aside', fetched);
    entry.title = fetched.title;
  });
  // Fetch a failed page again when it is needed.
  entry.ready.then(loadAhead, () => walk.pages.delete(id));
  walk.pages.set(id, entry);
  return entry;
}

/**
 * Prefetches the next cards. Without a connection, a string's other proposals cannot be decided after one is
 * accepted, so the cards of several strings are needed.
 */
export function loadAhead() {
  const strings = new Set([stringOf(one('#card'))]);
  const following = walk.order.slice(walk.order.indexOf(walk.current) + 1).filter(isWaiting);
  for (const id of following.slice(0, cardsAhead)) {
    if (strings.size > stringsAhead) return;
    const { card } = load(id);
    strings.add(card ? stringOf(card) : id);
  }
}

function nextId() {
  return walk.order.slice(walk.order.indexOf(walk.current) + 1).find(isWaiting);
}

export function setBusy(isOn) {
  walk.isBusy = isOn;
  one('main').setAttribute('aria-busy', isOn);
}

export async function advance() {
  const id = nextId();
  if (id) await go(id);
  else await finish();
}

/** Returns the pending acceptance for a proposal's string, which the proposal's card must reflect. */
const acceptBefore = (id) => {
  const string = stringOf(walk.pages.get(id)?.card);
  return string && outbox.items.find((item) => item.kind === 'accepted' && item.string === string);
};

function takeOther(id) {
  const isReady = (id) => isWaiting(id) && walk.pages.get(id)?.card && !acceptBefore(id);
  const other = walk.order.slice(walk.order.indexOf(id) + 1).find(isReady);
  if (!other) return null;
  walk.order.splice(walk.order.indexOf(other), 1);
  walk.order.splice(walk.order.indexOf(id), 0, other);
  return other;
}

export async function go(id, isAsked) {
  let entry = load(id);
  const accept = acceptBefore(id);
  if (accept || !entry.card) {
    setBusy(true);
    try {
      if (accept) {
        // The string's next proposal is compared with the text that is being accepted. If the response is late,
        // another proposal is shown first.
        const isLate = outbox.isLost || (await Promise.race([accept.answered, pause(20)])) === 'late';
        const other = isLate && !isAsked && takeOther(id);
        if (other) id = other;
        else await accept.answered;
        if (!other) walk.pages.delete(id);
        entry = load(id);
      }
      await entry.ready;
    } catch (error) {
      return waitForCard(error, id, isAsked);
    } finally {
      setBusy(false);
    }
  }
  hideBanner('no-card');
  // Another person decided on the proposal, or an acceptance closed it because it has the same text.
  const isOver = !entry.card || one('[data-decided]', entry.card);
  if (isOver && !isAsked && !walk.refusals.has(id)) {
    walk.gone.add(id);
    return advance();
  }
  if (entry.card) show(id, entry);
}

function waitForCard(error, id, isAsked) {
  if (error instanceof SignedOut) return tellSignedOut();
  setBusy(true);
  outbox.isLost = outbox.isLost || !error.seconds;
  showBanner('no-card', 'warn', 'offline', words('cardMissing'), words('cardWillAppear'));
  setTimeout(() => {
    setBusy(false);
    go(id, isAsked);
  }, 3000);
}

async function finish() {
  setBusy(true);
  await whenSent();
  if (nextId()) {
    setBusy(false);
    return advance();
  }
  let fetched;
  try {
    fetched = await fetchPage(placeOf(null));
  } catch (error) {
    if (error instanceof SignedOut) return tellSignedOut();
    setTimeout(finish, 3000);
    return;
  }
  setBusy(false);
  const left = (one('main', fetched)?.dataset.queue ?? '').split(' ').filter(Boolean);
  const fresh = left.filter((id) => isWaiting(id) && !walk.order.includes(id));
  if (fresh.length) {
    walk.order.push(...fresh);
    return advance();
  }
  let end = one('main > div:not([id])', fetched);
  if (one('#card', fetched) || !end) end = endOf(left.filter(isWaiting).length);
  else end = document.importNode(end, true);
  const heading = one('h2', end);
  heading.after(make('p', {}, one('#tally')?.textContent ?? ''));
  one('#card').replaceWith(end);
  one('main > aside')?.replaceChildren();
  history.replaceState(null, '', placeOf(null));
  const bar = one('#progress');
  if (bar) bar.value = bar.max;
  one('#place')?.replaceChildren();
  heading.tabIndex = -1;
  heading.focus();
}

function endOf(number) {
  const leave = one('[data-key~="q"]')?.getAttribute('href');
  const link = make('a', { class: 'button', href: placeOf(null).href }, words('goThrough', { count: number }));
  return make(
    'div', { class: 'nothing' }, icon('reviewed', 'icon big ok'), make('h2', {}, words('lastOne')),
    make('p', {}, link, ' ', leave && make('a', { class: 'button quiet', href: leave }, words('seeLanguage'))));
}
