// Queues decisions, and sends them to the server.

import { ago, base, body, make, memory, one, project, randomKey } from './page.js';
import { words } from './words.js';
import { button, dismiss, hideBanner, showBanner } from './news.js';
import { SignedOut, Unreachable, post, reasonOf, tellRefused, tellSignedOut } from './requests.js';
import { feed, setConnection } from './live.js';
import { reload } from './changes.js';
import { forgetDrafts } from './drafts.js';

// Each decision or text is stored from the click until the server's response, so that it survives a lost
// connection or a closed tab. Its idempotency key makes the server execute it only once.
const waitingPrefix = `dragoman:waiting:${base}:${project}:`;
const tabName = `dragoman:tab:${randomKey()}`;
const longestWait = 12 * 60 * 60 * 1000;
// Browsers open up to six connections over HTTP/1.1; the stream and the prefetched pages need one each.
const atOnce = 4;

export const outbox = {
  items: [],
  underWay: 0,
  isLost: false,
  isHeld: false,
  /** Whether something waited for the connection, and the number of items that were saved since. */
  hasWaited: false,
  saved: 0,
  isDismissed: false,
  count: 0,
  timer: 0,
  idle: [],
  /** Handles a response; the walk replaces this function. */
  settled: settleOnPage,
  changed() {},
};

export function enqueue(item) {
  if (outbox.count++ === 0) holdTab();
  item.at = Date.now();
  item.viewer = body.dataset.viewer;
  item.name = `${waitingPrefix}${item.at}-${String(outbox.count).padStart(6, '0')}`;
  item.answered = new Promise((resolve) => (item.resolve = resolve));
  storeItem(item);
  outbox.items.push(item);
  sendNext();
  showWaiting();
  return item;
}

function storeItem(item) {
  const { address, fields, kind, proposal, at, viewer, drafts, about, href, mustAsk } = item;
  memory.set(
    item.name, { address, fields, kind, proposal, at, viewer, drafts, about, href, mustAsk, tab: tabName });
}

export function withdraw(item) {
  if (item.isUnderWay || !outbox.items.includes(item)) return false;
  forget(item, null);
  return true;
}

function forget(item, reply) {
  outbox.items = outbox.items.filter((other) => other !== item);
  memory.remove(item.name);
  item.resolve?.(reply);
  if (outbox.items.length === 0) outbox.idle.splice(0).forEach((resolve) => resolve());
  showWaiting();
}

export const whenSent = () =>
  outbox.items.length === 0 ? Promise.resolve() : new Promise((resolve) => outbox.idle.push(resolve));

export function sendNext() {
  if (outbox.isHeld) return;
  // After a failure, send decisions one at a time, to keep their order and to reduce the server's load.
  const limit = outbox.isLost ? 1 : atOnce;
  for (const item of outbox.items) {
    if (outbox.underWay >= limit) return;
    if (!item.isUnderWay) send(item);
  }
}

async function send(item) {
  item.isUnderWay = true;
  outbox.underWay += 1;
  try {
    const reply = await post(item.address, item.fields);
    outbox.underWay -= 1;
    outbox.isLost = outbox.isLost && outbox.items.length > 1;
    item.reply = reply;
    if (reply.isDone) {
      outbox.saved += 1;
      forgetDrafts(item.drafts);
    }
    outbox.settled(item, reply);
    forget(item, reply);
    sendNext();
  } catch (error) {
    outbox.underWay -= 1;
    item.isUnderWay = false;
    if (error instanceof SignedOut) holdAll();
    else if (error instanceof Unreachable) wait(error.seconds);
    else throw error;
  }
}

function wait(seconds) {
  if (!seconds) outbox.isLost = true;
  if (!outbox.hasWaited) outbox.saved = 0;
  outbox.hasWaited = true;
  clearTimeout(outbox.timer);
  outbox.timer = setTimeout(sendNext, 1000 * (seconds ?? 5));
  showWaiting();
}

function holdAll() {
  outbox.isHeld = true;
  for (const item of outbox.items) {
    item.mustAsk = true;
    storeItem(item);
  }
  tellSignedOut();
}

/** Returns a text about a number of items: decisions, texts, or changes if there are both. */
function wordsAbout(items, decisions, texts, changes, values = {}) {
  const isDecision = (item) => item.kind === 'accepted' || item.kind === 'rejected';
  const isText = (item) => item.kind === 'text';
  const name = items.every(isDecision) ? decisions : items.every(isText) ? texts : changes;
  return words(name, { ...values, count: items.length });
}

function showWaiting() {
  const number = outbox.items.length;
  if (outbox.isLost && number > 0 && !outbox.isHeld) {
    setConnection('offline');
    const close = () => {
      outbox.isDismissed = true;
      hideBanner('offline');
    };
    if (!outbox.isDismissed) {
      showBanner(
        'offline', 'warn', 'offline', words('noConnection'),
        wordsAbout(outbox.items, 'storedDecisions', 'storedTexts', 'storedChanges'),
        button(words('tryNow'), sendNext), button(words('close'), close, 'button quiet'));
    }
  } else {
    hideBanner('offline');
    if (feed.stream?.readyState === EventSource.OPEN) setConnection('live');
    if (number === 0 && outbox.hasWaited && !outbox.isHeld && !outbox.isLost) tellBack();
  }
  outbox.changed();
}

/** Says that the connection is back, after something could not be sent. */
export function tellBack() {
  if (!outbox.hasWaited && !one('[data-banner="unsent"]')) return;
  const saved = outbox.hasWaited ? outbox.saved : 0;
  hideBanner('unsent');
  Object.assign(outbox, { hasWaited: false, isDismissed: false, saved: 0 });
  const rest = saved ? words('savedWaiting', { count: saved }) : null;
  const banner = showBanner('back', 'ok', 'check', words('back'), rest, dismiss('back'));
  setTimeout(() => banner.isConnected && !banner.matches(':hover, :focus-within') && banner.remove(), 10_000);
}

export function settleOnPage(item, reply) {
  if (!reply.isDone && item.href) {
    // The text is still stored, and its page shows it in the field again.
    const link = make('a', { class: 'button', href: item.href }, words('openIt'));
    const name = `refused-${item.name}`;
    const about = words('notSavedName', { name: item.about });
    showBanner(name, 'bad', 'error', about, reasonOf(reply), link, dismiss(name));
  } else if (reply.isDone) {
    if (item.isQuiet) return;
    const message = reply.contents.message ?? words('sent');
    showBanner('sent', 'ok', 'check', message, null, button(words('showIt'), reload), dismiss('sent'));
  } else {
    tellRefused(reply);
  }
}

function holdTab() {
  navigator.locks?.request(tabName, () => new Promise(() => {}));
}

export async function adoptDecisions() {
  if (!project) return;
  const names = memory.keys(waitingPrefix);
  if (names.length === 0) return;
  const locks = (await navigator.locks?.query())?.held.map((lock) => lock.name);
  const items = [];
  for (const name of names) {
    const item = memory.get(name);
    const isLookedAfter = locks ? locks.includes(item?.tab) : Date.now() - item?.at < 120_000;
    if (item && !isLookedAfter && item.tab !== tabName) items.push({ ...item, name });
  }
  if (items.length === 0) return;
  const oldest = items[0].at;
  const adopt = () => {
    if (outbox.count++ === 0) holdTab();
    outbox.isHeld = false;
    for (const item of items) {
      item.mustAsk = false;
      item.answered = new Promise((resolve) => (item.resolve = resolve));
      storeItem(item);
    }
    // Send the decisions one at a time, in their original order.
    outbox.isLost = true;
    outbox.items.unshift(...items);
    hideBanner('asks');
    sendNext();
  };
  const isOwn = (item) => item.viewer === body.dataset.viewer;
  if (Date.now() - oldest < longestWait && items.every((item) => isOwn(item) && !item.mustAsk)) return adopt();
  const discard = () => {
    items.forEach((item) => memory.remove(item.name));
    hideBanner('asks');
  };
  const other = items.find((item) => !isOwn(item));
  const name = other && (other.viewer ?? words('someoneElse'));
  const values = { name, when: ago(oldest) };
  const about = name
    ? wordsAbout(items, 'unsentDecisionsBy', 'unsentTextsBy', 'unsentChangesBy', values)
    : wordsAbout(items, 'unsentDecisions', 'unsentTexts', 'unsentChanges', values);
  // Nobody sends what somebody else decided.
  const rest = name ? words('signInAs', { name }) : null;
  showBanner(
    'asks', 'warn', 'stale', about, rest, !name && button(words('send'), adopt),
    button(words('discard'), discard, 'button quiet'));
}

addEventListener('beforeunload', (event) => {
  if (outbox.isLost && outbox.items.length > 0) event.preventDefault();
});
addEventListener('online', () => sendNext());
