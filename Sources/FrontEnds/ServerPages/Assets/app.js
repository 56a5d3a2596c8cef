// What the pages of Dragoman do beyond links and forms. All of it saves time, none of it is needed:
// single keys, the review walk without waiting, decisions kept while offline, live changes, help in fields.
'use strict';

// MARK: The page

const body = document.body;
const pageName = body.dataset.page;
const base = body.dataset.base ?? '';
const project = body.dataset.project;
const locale = body.dataset.locale;
const sprite = document.querySelector('use')?.getAttribute('href').split('#')[0] ?? '';

const one = (selector, root = document) => root.querySelector(selector);
const byId = (id) => document.getElementById(id ?? '');
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/** Makes an element. Strings become text, never markup. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== false && value != null) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child != null && child !== false));
  return element;
}

function icon(name, classes = 'icon') {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', classes);
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', `${sprite}#${name}`);
  svg.append(use);
  return svg;
}

const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ',');
const counted = (number, noun) => `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`;

function ago(time) {
  const minutes = Math.round((Date.now() - time) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${counted(minutes, 'minute')} ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return `${counted(hours, 'hour')} ago`;
  return hours < 48 ? 'yesterday' : `${Math.floor(hours / 24)} days ago`;
}

function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const isShown = (element) => (element.checkVisibility ? element.checkVisibility() : element.getClientRects().length > 0);

function reveal(root) {
  for (const control of all('[data-close], [data-copy], [data-copy-source]', root)) control.hidden = false;
}

/** Storage that may be forbidden or full: then nothing is remembered, and nothing fails. */
const memory = {
  get(key) {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {}
  },
  remove(key) {
    try {
      localStorage.removeItem(key);
    } catch {}
  },
  keys(prefix) {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(prefix)).sort();
    } catch {
      return [];
    }
  },
};

// MARK: News and banners

const news = one('#news');
let lastSaid = 0;
let toSay = null;

/** Says a sentence to screen readers: at most one in five seconds, the last one wins. */
function say(sentence) {
  const isScheduled = toSay !== null;
  toSay = sentence;
  if (isScheduled) return;
  setTimeout(() => {
    if (news) news.textContent = toSay;
    toSay = null;
    lastSaid = Date.now();
  }, Math.max(50, lastSaid + 5000 - Date.now()));
}

/** Answers a key or a press: at once, whatever was said before. */
function answer(sentence) {
  lastSaid = 0;
  say(sentence);
}

/** The room for banners of the script. It lies over the page, so that nothing moves below it. */
function floor() {
  const room = one('#live') ?? make('div', { id: 'live', class: 'live' });
  if (!room.isConnected) one('main').before(room);
  return room;
}

function bannerOf(kind, iconName, strong, rest, ...controls) {
  const words = make('p', {}, make('strong', {}, strong), rest ? ` ${rest}` : null);
  return make('div', { class: `banner ${kind}` }, icon(iconName), make('div', {}, words, ...controls));
}

function showBanner(name, kind, iconName, strong, rest, ...controls) {
  const banner = bannerOf(kind, iconName, strong, rest, ...controls);
  banner.dataset.banner = name;
  const old = one(`[data-banner="${name}"]`);
  if (old) old.replaceWith(banner);
  else floor().append(banner);
  const sentence = rest ? `${strong} ${rest}` : strong;
  if (old?.dataset.said !== sentence) say(sentence);
  banner.dataset.said = sentence;
  return banner;
}

function hideBanner(name) {
  one(`[data-banner="${name}"]`)?.remove();
}

const button = (label, press, classes = 'button') => make('button', { type: 'button', class: classes, click: press }, label);
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds, 'late'));
const dismiss = (name) => button('Close', () => hideBanner(name), 'button quiet');

// MARK: Requests

class SignedOut extends Error {}
/** The server cannot be reached, or asks to wait. */
class Unreachable extends Error {
  constructor(seconds) {
    super('unreachable');
    this.seconds = seconds;
  }
}

function isLogin(response) {
  return response.redirected && new URL(response.url).pathname === `${base}/login`;
}

async function request(address, options) {
  let response;
  try {
    response = await fetch(address, { credentials: 'same-origin', ...options });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Unreachable();
  }
  if (outbox.items.length === 0) outbox.isLost = false;
  if (response.status === 401 || isLogin(response)) throw new SignedOut();
  if ([429, 502, 503, 504].includes(response.status)) {
    throw new Unreachable(Number(response.headers.get('Retry-After')) || 3);
  }
  return response;
}

/** Where a form goes; a button without an address of its own names the page. */
const addressOf = (form, submitter) => (submitter?.hasAttribute('formaction') ? submitter.formAction : form.action);

function fieldsOf(form, submitter) {
  const fields = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
  if (submitter?.name) fields.push([submitter.name, submitter.value]);
  return fields;
}

const fieldOf = (fields, name) => fields.find((field) => field[0] === name)?.[1];

/** Sends a form as a browser would, and asks for an answer that a script can read. */
async function post(address, fields, options = {}) {
  // The token belongs to the session of now, which may be another than when the form was filled in.
  const token = one('input[name="form-token"]')?.value;
  const sent = fields.map(([name, value]) => [name, name === 'form-token' && token ? token : value]);
  const content = new URLSearchParams(sent).toString();
  const response = await request(address, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    body: content,
    // Lets a decision arrive although the page is left; browsers take 64 KiB of these at once.
    keepalive: content.length < 12_000,
    ...options,
  });
  let contents = {};
  try {
    contents = await response.json();
  } catch {}
  return { isDone: response.ok, status: response.status, contents };
}

function reasonOf(reply) {
  const { detail, hint } = reply.contents;
  return [detail ?? `The server answered ${reply.status}.`, hint].filter(Boolean).join(' ');
}

function tellRefused(reply, strong = 'Not saved.') {
  showBanner('refused', 'bad', 'error', strong, reasonOf(reply), dismiss('refused'));
}

async function fetchPage(address, options = {}) {
  const response = await request(address, { headers: { Accept: 'text/html' }, ...options });
  const text = await response.text();
  return new DOMParser().parseFromString(text, 'text/html');
}

/** This page's own address, without what was only for once. */
function ownAddress() {
  const address = new URL(location.href);
  address.searchParams.delete('position');
  address.hash = '';
  return address;
}

function tellFailure(error, strong = 'No connection to the server.', rest = 'What you typed is still here.') {
  if (error instanceof SignedOut) tellSignedOut();
  else if (error instanceof Unreachable) showBanner('unsent', 'warn', 'offline', strong, rest, dismiss('unsent'));
}

function tellSignedOut() {
  const back = location.pathname.slice(base.length) + location.search;
  const link = make('a', { class: 'button', href: `${base}/login?back=${encodeURIComponent(base + back)}` }, 'Sign in');
  showBanner('session', 'warn', 'lock', 'You were signed out.', 'Sign in again; what you typed is still here.', link);
  setConnection('offline');
}

// MARK: Decisions on their way

// Each decision is kept in the storage from the press of the button until the server's answer, so that neither
// a lost connection nor a closed tab loses it. Its idempotency key lets the server take it once only.
const waitingPrefix = `dragoman:waiting:${base}:${project}:`;
const tabName = `dragoman:tab:${randomKey()}`;
const longestWait = 12 * 60 * 60 * 1000;
// One less than the six connections of HTTP/1.1 that the stream and the pages fetched beforehand leave.
const atOnce = 4;

const outbox = {
  items: [],
  underWay: 0,
  isLost: false,
  isHeld: false,
  count: 0,
  timer: 0,
  idle: [],
  /** What is done with an answer; the walk has a way of its own. */
  settled: settleOnPage,
  changed() {},
};

function enqueue(item) {
  if (outbox.count++ === 0) holdTab();
  item.at = Date.now();
  item.name = `${waitingPrefix}${item.at}-${String(outbox.count).padStart(6, '0')}`;
  item.answered = new Promise((resolve) => (item.resolve = resolve));
  storeItem(item);
  outbox.items.push(item);
  sendNext();
  showWaiting();
  return item;
}

function storeItem(item) {
  const { address, fields, kind, proposal, at, mustAsk } = item;
  memory.set(item.name, { address, fields, kind, proposal, at, mustAsk, tab: tabName });
}

function withdraw(item) {
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

const whenSent = () => (outbox.items.length === 0 ? Promise.resolve() : new Promise((resolve) => outbox.idle.push(resolve)));

function sendNext() {
  if (outbox.isHeld) return;
  // After a failure one goes ahead alone, so that the order stays and the server is not stormed.
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

function showWaiting() {
  const number = outbox.items.length;
  if (outbox.isLost && number > 0 && !outbox.isHeld) {
    const verb = number === 1 ? 'waits here and is' : 'wait here and are';
    showBanner(
      'offline', 'warn', 'offline', 'No connection to the server.',
      `${counted(number, 'decision')} ${verb} sent when it is back. Keep this tab open.`,
      button('Try now', sendNext));
    setConnection('offline');
  } else {
    hideBanner('offline');
    if (feed.stream?.readyState === EventSource.OPEN) setConnection('live');
  }
  outbox.changed();
}

function settleOnPage(item, reply) {
  if (reply.isDone) {
    showBanner('sent', 'ok', 'check', reply.contents.message ?? 'Sent.', null, button('Show it', reload), dismiss('sent'));
  } else {
    tellRefused(reply);
  }
}

function holdTab() {
  navigator.locks?.request(tabName, () => new Promise(() => {}));
}

async function adoptDecisions() {
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
    // One after the other, as they were made.
    outbox.isLost = true;
    outbox.items.unshift(...items);
    hideBanner('asks');
    sendNext();
  };
  if (Date.now() - oldest < longestWait && !items.some((item) => item.mustAsk)) return adopt();
  const discard = () => {
    items.forEach((item) => memory.remove(item.name));
    hideBanner('asks');
  };
  showBanner(
    'asks', 'warn', 'stale', `${counted(items.length, 'decision')} made ${ago(oldest)} ${items.length === 1 ? 'was' : 'were'} not sent.`,
    null, button('Send', adopt), button('Discard', discard, 'button quiet'));
}

addEventListener('beforeunload', (event) => {
  if (outbox.isLost && outbox.items.length > 0) event.preventDefault();
});
addEventListener('online', () => sendNext());

// MARK: Live

const connection = one('#connection');
const feed = {
  address: body.dataset.events,
  position: body.dataset.position,
  stream: null,
  failures: 0,
  opening: 0,
  polling: 0,
  polls: 0,
  pollsWell: false,
  events: [],
  timer: 0,
};

function setConnection(state) {
  if (!connection || !feed.address || connection.dataset.state === state) return;
  connection.dataset.state = state;
  connection.textContent = { live: 'Live', reconnecting: 'Reconnecting…', offline: 'Offline' }[state] ?? '';
}

function feedAddress() {
  const address = new URL(feed.address, location.href);
  if (feed.position) address.searchParams.set('after', feed.position);
  return address;
}

function openStream() {
  if (!feed.address || feed.stream || document.hidden) return;
  const stream = new EventSource(feedAddress());
  feed.stream = stream;
  // A proxy that swallows the stream never opens it.
  feed.opening = setTimeout(startPolling, 10_000);
  stream.addEventListener('open', () => {
    clearTimeout(feed.opening);
    stopPolling();
    feed.failures = 0;
    setConnection('live');
    sendNext();
  });
  stream.addEventListener('events', (message) => {
    try {
      takeEvents(JSON.parse(message.data));
    } catch {}
  });
  stream.addEventListener('error', () => {
    feed.failures += 1;
    if (!feed.pollsWell) setConnection(feed.failures > 2 || !navigator.onLine ? 'offline' : 'reconnecting');
    if (stream.readyState === EventSource.CLOSED) {
      closeStream();
      startPolling();
    }
  });
}

function closeStream() {
  clearTimeout(feed.opening);
  feed.stream?.close();
  feed.stream = null;
}

function startPolling() {
  if (feed.polling || document.hidden || !feed.position) return;
  feed.polling = setInterval(poll, 30_000);
  setTimeout(poll, 1000);
}

function stopPolling() {
  clearInterval(feed.polling);
  feed.polling = 0;
  feed.pollsWell = false;
}

async function poll() {
  try {
    const response = await request(feedAddress(), { headers: { Accept: 'application/json' } });
    if (response.ok) {
      takeEvents(await response.json());
    } else {
      const fetched = await fetchPage(ownAddress());
      feed.position = fetched.body.dataset.position;
      refreshCounts(fetched);
    }
    feed.pollsWell = true;
    setConnection('live');
    feed.polls += 1;
    if (feed.polls % 4 === 0) openStream();
  } catch (error) {
    feed.pollsWell = false;
    if (error instanceof SignedOut) {
      stopPolling();
      tellSignedOut();
    } else {
      setConnection('offline');
    }
  }
}

function takeEvents({ position, events = [] }) {
  if (position) feed.position = position;
  if (events.length === 0) return;
  liveReaders[pageName]?.(events);
  feed.events.push(...events);
  clearTimeout(feed.timer);
  feed.timer = setTimeout(refreshPage, 1000);
}

async function refreshPage() {
  const events = feed.events.splice(0);
  if (events.length === 0 || document.hidden || one('[data-walk]')) return;
  try {
    const fetched = await fetchPage(ownAddress());
    refreshCounts(fetched);
    if (pageName === 'string') mergeString(fetched, events);
  } catch (error) {
    if (error instanceof SignedOut) tellSignedOut();
  }
}

function refreshCounts(fetched) {
  const seen = new Map();
  const byKey = (element) => {
    const key = element.dataset.count;
    seen.set(key, (seen.get(key) ?? 0) + 1);
    return `${key} ${seen.get(key)}`;
  };
  const now = new Map(all('[data-count]', fetched).map((element) => [byKey(element), element]));
  seen.clear();
  for (const element of all('[data-count]')) {
    const key = byKey(element);
    const other = now.get(key);
    now.delete(key);
    if (!other) element.textContent = '0';
    else if (other.textContent !== element.textContent) element.replaceChildren(...document.importNode(other, true).childNodes);
  }
  for (const element of now.values()) {
    const href = element.closest('a')?.getAttribute('href');
    if (href) one(`a[href="${CSS.escape(href)}"]`)?.append(' ', document.importNode(element, true));
  }
  refreshRows(fetched);
  const bars = all('svg[role="img"]', fetched).filter((bar) => !bar.closest('tr'));
  all('svg[role="img"]').filter((bar) => !bar.closest('tr')).forEach((bar, index) => {
    if (bars[index]) bar.replaceWith(document.importNode(bars[index], true));
  });
}

function refreshRows(fetched) {
  const nameOf = (row) => one('th a', row)?.getAttribute('href');
  const rows = new Map(all('tbody tr', fetched).map((row) => [nameOf(row), row]));
  for (const row of all('tbody tr')) {
    const other = rows.get(nameOf(row));
    if (!other || other.textContent === row.textContent || row.contains(document.activeElement)) continue;
    row.replaceChildren(...document.importNode(other, true).children);
  }
}

const textTypes = new Set(['translation.set', 'translation.removed', 'proposal.accepted']);
const sourceTypes = new Set(['string.defined', 'string.removed']);

function isAbout(event, section, key) {
  if (event.key === undefined || event.key !== key) return false;
  if (event.section !== undefined && section && event.section !== section) return false;
  return event.locale === locale || sourceTypes.has(event.type);
}

const changesText = (event) => textTypes.has(event.type) && event.locale === locale || sourceTypes.has(event.type);
const whoOf = (event) => event.actor?.name ?? 'Somebody';
const decisionVerbs = {
  'proposal.accepted': 'accepted', 'proposal.rejected': 'rejected', 'proposal.deleted': 'deleted', 'proposal.made': 'replaced',
};

function decidedBy(event) {
  if (event.type === 'proposal.accepted') return [event.proposal, ...(event.also ?? [])];
  if (event.type === 'proposal.rejected' || event.type === 'proposal.deleted') return [event.proposal];
  if (event.type === 'proposal.made' && event.replaces) return [event.replaces].flat();
  return [];
}

const query = new URLSearchParams(location.search);
const reload = () => location.assign(ownAddress());

function tellTextChanged(show = reload) {
  showBanner('changed', 'info', 'info', 'The text changed.', null, button('Show it', show));
}

const liveReaders = {
  string(events) {
    const about = events.filter((event) => isAbout(event, query.get('section'), query.get('key')));
    if (about.some(changesText)) {
      disableDecisions(document);
      tellTextChanged();
    }
    for (const event of about) {
      for (const id of decidedBy(event)) markDecided(one(`[data-proposal="${CSS.escape(id)}"]`), event);
    }
  },
  translate(events) {
    const { section, key } = one('#card form')?.elements ?? {};
    if (key && events.some((event) => isAbout(event, section.value, key.value) && changesText(event))) tellTextChanged();
  },
  language(events) {
    for (const row of all('[data-row]')) {
      if (events.some((event) => isAbout(event, row.dataset.section, row.dataset.keyOf))) row.dataset.changed = '';
    }
    const number = all('[data-row][data-changed]').length;
    if (number === 0) return;
    showBanner(
      'changed', 'info', 'info', `${counted(number, 'string')} changed here since you opened the page.`, null,
      button('Show them', reload));
  },
};

function disableDecisions(root) {
  for (const control of all('[data-proposal] form button:not([type="button"])', root)) control.disabled = true;
  if (root.matches?.('[data-proposal]')) for (const control of all('form button', root)) control.disabled = true;
}

function markDecided(card, event) {
  if (!card || card.dataset.decided !== undefined) return;
  card.dataset.decided = '';
  disableDecisions(card);
  const hint = event.type === 'proposal.rejected' ? ' Reopen it if that was wrong.' : '';
  const sentence = `${whoOf(event)} ${decisionVerbs[event.type]} this a moment ago.${hint}`;
  card.append(bannerOf('info', 'info', sentence));
  say(sentence);
}

function appendNew(list, fetched, selector) {
  if (!list || !fetched) return 0;
  const fresh = [...fetched.children].filter((child) => child.matches(selector)).slice([...list.children].filter((child) => child.matches(selector)).length);
  const behind = fresh.length ? [...fetched.children].length - [...fetched.children].indexOf(fresh.at(-1)) - 1 : 0;
  const next = list.children[list.children.length - behind] ?? null;
  for (const child of fresh) list.insertBefore(document.importNode(child, true), next);
  return fresh.length;
}

function mergeString(fetched, events) {
  const about = events.filter((event) => isAbout(event, query.get('section'), query.get('key')));
  if (about.length === 0) return;
  const section = one('section[aria-labelledby="proposals"]');
  let added = 0;
  for (const article of all('article[data-proposal]', fetched)) {
    const id = article.dataset.proposal;
    const present = one(`[data-proposal="${CSS.escape(id)}"]`);
    if (present) {
      appendNew(present, article, '[data-remark]');
      continue;
    }
    const fresh = document.importNode(article, true);
    const last = all('article[data-proposal]', section).at(-1);
    if (last) fresh.removeAttribute('data-focus');
    else all(':scope > p', section).forEach((nobody) => nobody.remove());
    (last ?? section.firstElementChild).after(fresh);
    added += 1;
  }
  const remarks = appendNew(
    one('section[aria-labelledby="discussion"] > ul'), one('section[aria-labelledby="discussion"] > ul', fetched), 'li');
  for (const id of ['proposals', 'discussion']) {
    const heading = one(`#${id}`, fetched);
    if (heading) one(`#${id}`)?.replaceChildren(...document.importNode(heading, true).childNodes);
  }
  if (added) say(added === 1 ? `${whoOf(about.at(-1))} proposed another text.` : `${added} proposals came.`);
  else if (remarks) say(`${whoOf(about.at(-1))} said something about this string.`);
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) {
    closeStream();
    stopPolling();
  } else {
    openStream();
  }
});
addEventListener('offline', () => setConnection('offline'));
addEventListener('online', () => {
  closeStream();
  openStream();
});
addEventListener('pagehide', closeStream);

// MARK: Fields

const textField = (element) => element?.closest?.('textarea, input:not([type="hidden"], [type="checkbox"], [type="radio"], [type="file"], [type="submit"], [type="button"])');
let lastField = null;

document.addEventListener('focusin', (event) => {
  const field = event.target.closest('[data-field]');
  if (field) lastField = field;
});

/** The field that a chip or a suggestion beside it fills: the last one that had the focus. */
function fieldFor(control) {
  const form = control.closest('form');
  const root = form ?? control.closest('#card, [data-proposal]') ?? document;
  if (lastField?.isConnected && root.contains(lastField) && isShown(lastField)) return lastField;
  return all('[data-field]', root).find(isShown);
}

/** Types for somebody, so that their undo takes it back. */
function typeInto(field, text, replacesAll) {
  field.focus();
  if (replacesAll) field.select();
  if (!document.execCommand('insertText', false, text)) {
    field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** The text of an element as it is stored, without removed words and words for screen readers. */
function storedText(element) {
  const copy = element.cloneNode(true);
  all('del, span:not([data-mark])', copy).forEach((part) => part.remove());
  return copy.textContent;
}

/** The texts of an element by the name of their form; a text without forms has the name ''. */
function formsIn(root) {
  const forms = new Map();
  for (const text of root ? all('bdi[lang]', root) : []) {
    const name = one('code', text.parentElement)?.textContent ?? '';
    if (!forms.has(name)) forms.set(name, storedText(text));
  }
  return forms;
}

const sourceForms = (near) => formsIn(one('[data-source], section[aria-labelledby="source"]', near.closest('#card') ?? document));

function formFor(field, forms) {
  const name = field.name.split('.')[1] ?? '';
  return forms.get(name) ?? forms.get('other') ?? forms.get('') ?? [...forms.values()].at(-1);
}

function candidates(field) {
  const root = field.closest('#card') ?? document;
  const own = field.closest('[data-proposal]');
  const texts = all('[data-use]', root).map((control) => control.dataset.use);
  for (const proposed of all('[data-proposed], [data-rival]', root)) {
    if (!own || !own.matches('article') || !own.contains(proposed)) texts.push(formFor(field, formsIn(proposed)));
  }
  texts.push(formFor(field, sourceForms(field)));
  return [...new Set(texts)].filter(Boolean);
}

function bringNext(field, step) {
  const texts = candidates(field);
  if (texts.length === 0) return;
  const at = texts.indexOf(field.value);
  const next = at < 0 ? (step > 0 ? 0 : texts.length - 1) : (at + step + texts.length) % texts.length;
  typeInto(field, texts[next], true);
}

function grow(field) {
  if (field.localName !== 'textarea' || CSS.supports('field-sizing', 'content')) return;
  while (field.scrollHeight > field.clientHeight && field.rows < 16) field.rows += 1;
}

/** Shows a text from right to left as it will read, with its placeholders as one piece each. */
function showReading(field) {
  const line = one('[data-reads] bdi', field.parentElement);
  if (!line) return;
  const chips = all('[data-insert]', field.form).map((chip) => chip.dataset.insert);
  const pieces = chips.length ? field.value.split(new RegExp(`(${chips.map((chip) => chip.replace(/[^\w\s]/g, '\\$&')).join('|')})`)) : [field.value];
  line.replaceChildren(...pieces.map((piece) => (chips.includes(piece) ? make('bdi', { class: 'hold', dir: 'ltr' }, piece) : piece)));
}

const checks = new WeakMap();

function checkSoon(field) {
  const form = field.form;
  if (!field.dataset.findings || !form) return;
  const check = checks.get(form) ?? {};
  clearTimeout(check.timer);
  check.timer = setTimeout(() => checkNow(form, field.dataset.findings), 300);
  checks.set(form, check);
}

async function checkNow(form, address) {
  const check = checks.get(form) ?? {};
  checks.set(form, check);
  check.running?.abort();
  check.running = new AbortController();
  try {
    const reply = await post(address, fieldsOf(form), { signal: check.running.signal, keepalive: false });
    if (reply.isDone && form.isConnected) showFindings(form, reply.contents);
  } catch (error) {
    if (error instanceof SignedOut) tellSignedOut();
  }
}

function showFindings(form, { forms = {}, length }) {
  for (const room of all('[data-findings-of]', form)) {
    const found = forms[room.dataset.findingsOf] ?? [];
    room.replaceChildren(...found.map(findingItem));
    const field = all('[data-field]', form).find((field) => field.name === room.dataset.findingsOf);
    if (found.some((finding) => finding.blocks)) field?.setAttribute('aria-invalid', 'true');
    else field?.removeAttribute('aria-invalid');
  }
  const counter = one('[data-counter]', form);
  if (counter && length) showLength(counter, length);
}

function findingItem(finding) {
  const words = make('span', {}, make('strong', {}, finding.check), ' ', make('span', { class: 'message' }, finding.message));
  return make(
    'li', { class: `finding ${finding.severity}` }, icon(finding.severity), words,
    finding.blocks && make('span', { class: 'blocks' }, 'blocks accepting'));
}

function showLength(counter, { n, max }) {
  const words = `${grouped(n)} / ${grouped(max)}`;
  if (counter.textContent === words) return;
  counter.textContent = words;
  counter.toggleAttribute('data-over', n > max);
  if (n > max - 10) say(words);
}

const draftPrefix = 'dragoman:draft:';
const draftKey = (field) => `${draftPrefix}${base}:${field.dataset.draft}:${field.name}`;

function keepDraft(field) {
  if (!field.dataset.draft) return;
  if (field.value === field.defaultValue) memory.remove(draftKey(field));
  else memory.set(draftKey(field), { text: field.value, at: Date.now() });
}

/** A form that is sent keeps its drafts until the next page says what became of them. */
function markDraftsSent(form) {
  for (const field of all('[data-draft]', form)) {
    const draft = memory.get(draftKey(field));
    if (draft) memory.set(draftKey(field), { ...draft, isSent: true });
  }
}

function clearDrafts(isCleared = () => true) {
  for (const key of memory.keys(draftPrefix)) if (isCleared(memory.get(key))) memory.remove(key);
}

function offerDrafts() {
  // The answer to a form that was saved is a page with the position that has it.
  if (query.has('position')) clearDrafts((draft) => draft?.isSent);
  const month = 30 * 24 * 60 * 60 * 1000;
  clearDrafts((draft) => !draft || Date.now() - draft.at > month);
  const offered = new Set();
  for (const field of all('[data-draft]')) {
    const draft = memory.get(draftKey(field));
    if (!draft || draft.text === field.value || offered.has(field.form)) continue;
    offered.add(field.form);
    const offer = make('li', {}, button(`Take up what you typed ${ago(draft.at)}`, () => takeUp(field.form, offer), 'link'));
    byId(field.getAttribute('aria-describedby'))?.prepend(offer);
  }
}

function takeUp(form, offer) {
  offer.remove();
  const fields = all('[data-draft]', form);
  // Read before typing, which stores anew.
  const texts = fields.map((field) => memory.get(draftKey(field))?.text);
  fields.forEach((field, index) => {
    if (texts[index] !== undefined) typeInto(field, texts[index], true);
  });
}

document.addEventListener('input', (event) => {
  const field = event.target.closest?.('[data-field]');
  if (!field) return;
  grow(field);
  showReading(field);
  keepDraft(field);
  checkSoon(field);
});

document.addEventListener('click', async (event) => {
  const target = event.target.closest?.('[data-insert], [data-use], [data-copy-source], [data-copy], [data-source] bdi bdi, section[aria-labelledby="source"] bdi bdi');
  if (!target) return;
  if (target.dataset.copy !== undefined) {
    try {
      await navigator.clipboard.writeText(target.dataset.copy || [...sourceForms(target).values()].join('\n'));
      answer('Copied.');
    } catch {
      answer('This browser does not let pages copy.');
    }
    return;
  }
  const field = fieldFor(target);
  if (!field) return;
  if (target.dataset.insert !== undefined) typeInto(field, target.dataset.insert);
  else if (target.dataset.use !== undefined) typeInto(field, target.dataset.use, true);
  else if (target.dataset.copySource !== undefined) copySource(target.closest('form') ?? field.form);
  else typeInto(field, target.textContent);
});

function copySource(form) {
  const fields = all('[data-field]', form);
  for (const field of fields) {
    const text = formFor(field, sourceForms(field));
    if (text !== undefined) typeInto(field, text, true);
  }
  fields[0]?.focus();
}

// MARK: Forms that are sent

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== 'post') return;
  const address = addressOf(form, event.submitter);
  if (address.endsWith('/check')) {
    event.preventDefault();
    checkNow(form, address);
    return;
  }
  if (form.dataset.sent !== undefined) return event.preventDefault();
  if (address.endsWith('/logout') || address.endsWith('/sign-out-everywhere')) return leave();
  if (address.endsWith('/account')) memory.remove(keysChoice);
  if (project && (outbox.isLost || !navigator.onLine)) {
    event.preventDefault();
    return keepForLater(form, event.submitter, address);
  }
  markDraftsSent(form);
  form.dataset.sent = '';
  event.submitter?.setAttribute('aria-busy', 'true');
  setTimeout(releaseForms, 10_000);
});

/** Lets forms be sent again whose page came back from the history, or never went. */
function releaseForms() {
  all('form[data-sent]').forEach((form) => delete form.dataset.sent);
  all('button[aria-busy]').forEach((control) => control.removeAttribute('aria-busy'));
}

addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  releaseForms();
  openStream();
});

/** Signing out leaves nothing that was typed behind. */
function leave() {
  clearDrafts();
  for (const key of memory.keys('dragoman:waiting:')) {
    const item = memory.get(key);
    if (item) memory.set(key, { ...item, mustAsk: true });
  }
}

function keepForLater(form, submitter, address) {
  const proposal = one('[name="proposal"]', form)?.value;
  if (proposal && /\/(accept|reject)$/.test(address)) {
    outbox.isLost = true;
    const card = form.closest('[data-proposal]');
    enqueue({ address, fields: fieldsOf(form, submitter), kind: address.endsWith('accept') ? 'accepted' : 'rejected', proposal });
    if (card) disableDecisions(card);
    return;
  }
  tellFailure(new Unreachable());
}

// MARK: Menus and panels

document.addEventListener('toggle', (event) => {
  const panel = event.target;
  if (panel.localName !== 'details' || !panel.open || !panel.matches('.act, .menu')) return;
  if (panel.matches('.act')) {
    const others = all('details.act[open]').filter((other) => other !== panel && other.getAttribute('name') === panel.getAttribute('name'));
    others.forEach((other) => (other.open = false));
  }
  const first = all('input:not([type="hidden"]), textarea, select', panel).find(isShown);
  first?.focus();
  if (first?.localName === 'textarea') first.setSelectionRange(first.value.length, first.value.length);
}, true);

document.addEventListener('click', (event) => {
  for (const menu of all('details.menu[open]')) if (!menu.contains(event.target)) menu.open = false;
});

function closePanel(panel) {
  panel.open = false;
  one('summary', panel).focus();
}

function escape() {
  const focused = document.activeElement;
  if (one('dialog[open]')) return false;
  const panel = focused?.closest('details.menu[open], details.act[open], details.note[open]') ?? all('details.menu[open], details.act[open]').at(-1);
  if (panel) {
    closePanel(panel);
    return true;
  }
  if (textField(focused)) {
    focused.blur();
    return true;
  }
  return false;
}

// MARK: Keys

const keysChoice = 'dragoman:single-keys';

function singleKeysAreOn() {
  return memory.get(keysChoice) ?? body.dataset.singleKeys !== undefined;
}

/** The letter of a key, in Latin whatever the layout is. */
function letterOf(event) {
  const key = event.key;
  if (key.length !== 1) return key;
  const isLatin = /^[\x20-\x7e]$/.test(key);
  if (!isLatin && /^(Key|Digit)/.test(event.code)) return event.code.at(-1).toLowerCase();
  return key.toLowerCase();
}

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
  if (event.key === 'Escape') {
    if (escape()) event.preventDefault();
    return;
  }
  if (one('dialog[open]')) return;
  const isHandled = event.ctrlKey || event.metaKey || event.altKey ? chord(event) : singleKey(event);
  if (isHandled) event.preventDefault();
});

function chord(event) {
  // AltGr writes [ ] / on many layouts.
  if (event.getModifierState('AltGraph')) return singleKey(event);
  const field = textField(event.target);
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
  const isAlt = event.altKey && !event.ctrlKey && !event.metaKey;
  if (event.key === 'Enter' && (field || event.target.matches('[type="radio"]'))) {
    const form = event.target.form;
    const press = isCommand
      ? one('[data-primary]', form) ?? all('button', form).find((control) => control.type === 'submit')
      : isAlt && one('[data-second]', form);
    if (!form || !press || event.repeat) return Boolean(press);
    if (!press.disabled) form.requestSubmit(press);
    return true;
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false;
  const isDown = event.key === 'ArrowDown';
  if (isAlt && !event.shiftKey) {
    const link = one(`[data-walk="translate"] [data-step="${isDown ? 'next' : 'back'}"]`);
    if (link && !event.repeat) link.click();
    return Boolean(link);
  }
  if (event.ctrlKey && event.shiftKey && field?.matches('[data-field]')) {
    bringNext(field, isDown ? 1 : -1);
    return true;
  }
  return false;
}

function isTaken(target) {
  if (!target.closest) return false;
  return Boolean(textField(target) || target.closest('select, [contenteditable], dialog, details.menu[open]'));
}

function singleKey(event) {
  if (isTaken(event.target) || !singleKeysAreOn()) return false;
  const key = letterOf(event);
  const isDigit = /^[1-6]$/.test(key);
  // Among the kinds of a reason only their numbers count.
  if (event.target.matches?.('[type="radio"]') && !isDigit) return false;
  if (event.shiftKey && /^[a-z]$/.test(key) && key !== 'x' && key !== 'q') return false;
  if (one('[data-row]') && listKey(key, event.shiftKey)) return true;
  if (key.length !== 1 || key === ' ') return false;
  if (event.repeat) return Boolean(one(`[data-key~="${CSS.escape(key)}"]`));
  return (ownKeys[key] ?? press)(key);
}

const ownKeys = {
  '?': () => openShortcuts(),
  '/'() {
    const field = all('[data-key~="/"], [type="search"]').find(isShown);
    field?.focus();
    field?.select();
    return Boolean(field);
  },
  '[': () => moveFocus(-1),
  ']': () => moveFocus(1),
  p(key) {
    const field = all('form[data-submit] [data-field]').find(isShown);
    field?.focus();
    return Boolean(field) || press(key);
  },
  u: () => walk?.undo() || press('u'),
};

const scopeOfKeys = () => one('#card[data-keys]') ?? one('[data-keys][data-focus]');

function press(key) {
  const scope = scopeOfKeys();
  const selector = `[data-key~="${CSS.escape(key)}"]`;
  const inScope = scope ? all(selector, scope).filter(isShown) : [];
  const onPage = all(selector).filter((control) => !control.closest('[data-keys]') && isShown(control));
  const found = [...inScope, ...onPage];
  const control = found.find((control) => !control.disabled);
  if (!control) {
    if (found[0]) return tellWhyNot(found[0]);
    return key === 'y' && scope ? tellBlocked(scope) : false;
  }
  if (key === 'f' && scope?.contains(control) && control.matches('button') && scope.dataset.asked === undefined) return tellBlocked(scope);
  if (control.matches('input:not([type="radio"])')) control.focus();
  else control.click();
  if (control.matches('[type="radio"]')) control.focus();
  return true;
}

function tellWhyNot(control) {
  const why = byId(control.getAttribute('aria-describedby'));
  if (why) answer(why.textContent);
  return true;
}

/** Shows what stands in the way of an acceptance. The next `f` takes it although. */
function tellBlocked(scope) {
  const force = all('[data-key~="f"]', scope).find((control) => isShown(control) && !control.disabled);
  if (!force) return false;
  scope.dataset.asked = '';
  const found = one('.findings:not([data-findings-of]) .error', scope);
  const reason = found ?? one('[data-outdated]', scope);
  const target = reason ?? force;
  if (reason) reason.tabIndex = -1;
  target.focus();
  target.scrollIntoView({ block: 'nearest' });
  const about = found ? 'A check stands in the way.' : 'The proposal is outdated.';
  showBanner('blocked', 'warn', 'warning', about, 'f takes it anyway, e edits it first.');
  answer(`${about} f takes it anyway, e edits it first.`);
  document.addEventListener('focusout', () => hideBanner('blocked'), { once: true });
  return true;
}

function moveFocus(step) {
  const articles = all('article[data-proposal]');
  if (articles.length === 0) return false;
  const at = articles.findIndex((article) => article.dataset.focus !== undefined);
  const next = articles[Math.min(articles.length - 1, Math.max(0, at + step))];
  next.tabIndex = -1;
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
  return true;
}

document.addEventListener('focusin', (event) => {
  const article = event.target.closest('article[data-proposal]');
  if (!article || article.dataset.focus !== undefined) return;
  all('article[data-focus]').forEach((other) => other.removeAttribute('data-focus'));
  article.dataset.focus = '';
});

const shortcuts = one('dialog#shortcuts');
const keysSwitch = make('input', { type: 'checkbox', change: () => memory.set(keysChoice, keysSwitch.checked) });
shortcuts?.append(make('label', { class: 'choice' }, keysSwitch, 'Single keys are on'));

function openShortcuts() {
  if (!shortcuts) return false;
  keysSwitch.checked = singleKeysAreOn();
  shortcuts.showModal();
  return true;
}

document.addEventListener('click', (event) => {
  const target = event.target;
  const close = target.closest?.('[data-close]');
  if (target.closest?.('a[href="#shortcuts"]')) openShortcuts();
  else if (target === shortcuts || (close && shortcuts?.contains(close))) shortcuts.close();
  else if (close) closePanel(close.closest('details'));
  else return;
  event.preventDefault();
});

// MARK: The list of strings

const rowBoxes = () => all('[data-row] [type="checkbox"]:not(:disabled)');
let lastBox = null;

function listKey(key, isShift) {
  const row = document.activeElement?.closest('[data-row]');
  if (key === 'j' || key === 'k') {
    const rows = all('[data-row]');
    const next = row ? rows[rows.indexOf(row) + (key === 'j' ? 1 : -1)] : rows[0];
    const link = next && one('a', next);
    link?.focus();
    link?.scrollIntoView({ block: 'nearest' });
    return true;
  }
  if (key !== 'x') return false;
  const box = row && one('[type="checkbox"]:not(:disabled)', row);
  if (!box) return true;
  if (isShift) selectUpTo(box, true);
  else box.checked = !box.checked;
  lastBox = box;
  showSelected();
  return true;
}

function selectUpTo(box, isChecked) {
  const boxes = rowBoxes();
  const from = Math.max(0, boxes.indexOf(lastBox));
  const to = boxes.indexOf(box);
  for (const other of boxes.slice(Math.min(from, to), Math.max(from, to) + 1)) other.checked = isChecked;
}

function showSelected() {
  const room = one('[data-selected]');
  if (!room) return;
  const number = grouped(rowBoxes().filter((box) => box.checked).length);
  room.textContent = one('input[name="all"]')?.checked ? 'All that match' : `${number} selected`;
}

document.addEventListener('click', (event) => {
  if (event.target.name === 'all') showSelected();
  const box = event.target.closest?.('[data-row] [type="checkbox"]');
  if (!box) return;
  if (event.shiftKey && lastBox) selectUpTo(box, box.checked);
  lastBox = box;
  showSelected();
});
document.addEventListener('reset', () => setTimeout(showSelected));

// MARK: The review walk

// Decisions are sent at once, and the next card shows without waiting for the answer. So a card has to be there
// beforehand, and one that the server refuses comes back.
const cardsAhead = 5;
let walk = null;

function startWalk() {
  const main = one('main[data-walk="review"]');
  if (!main || !one('#card')) return;
  const order = (main.dataset.queue ?? '').split(' ').filter(Boolean);
  const pages = new Map();
  const gone = new Set();
  const skipped = new Set();
  const refusals = new Map();
  const trail = [];
  const decided = [];
  const tally = { accepted: 0, rejected: 0 };
  let current = one('#card').dataset.proposal;
  let isBusy = false;

  if (!order.includes(current)) order.unshift(current);

  function placeOf(id) {
    const address = ownAddress();
    address.searchParams.delete('at');
    if (id) address.searchParams.set('at', id);
    return address;
  }

  const stringOf = (card) => card && `${card.dataset.section} ${card.dataset.keyOf ?? one('h2', card)?.textContent}`;
  const isWaiting = (id) => !gone.has(id);

  function load(id) {
    const known = pages.get(id);
    if (known) return known;
    const entry = { card: null, aside: null };
    entry.ready = fetchPage(placeOf(id)).then((fetched) => {
      entry.card = one('#card', fetched);
      entry.aside = one('main > aside', fetched);
      entry.title = fetched.title;
    });
    // A page that could not be had is asked for again when it is needed.
    entry.ready.catch(() => pages.delete(id));
    pages.set(id, entry);
    return entry;
  }

  function loadAhead() {
    order.slice(order.indexOf(current) + 1).filter(isWaiting).slice(0, cardsAhead).forEach(load);
  }

  function nextId() {
    return order.slice(order.indexOf(current) + 1).find(isWaiting);
  }

  function setBusy(isOn) {
    isBusy = isOn;
    main.setAttribute('aria-busy', isOn);
  }

  async function advance() {
    const id = nextId();
    if (id) await go(id);
    else await finish();
  }

  /** The acceptance under way that the card of a proposal will have to show. */
  const acceptBefore = (id) => {
    const string = stringOf(pages.get(id)?.card);
    return string && outbox.items.find((item) => item.kind === 'accepted' && item.string === string);
  };

  function takeOther(id) {
    const other = order.slice(order.indexOf(id) + 1).find((id) => isWaiting(id) && pages.get(id)?.card && !acceptBefore(id));
    if (!other) return null;
    order.splice(order.indexOf(other), 1);
    order.splice(order.indexOf(id), 0, other);
    return other;
  }

  async function go(id, isAsked) {
    let entry = load(id);
    const accept = acceptBefore(id);
    if (accept || !entry.card) {
      setBusy(true);
      try {
        if (accept) {
          // What was accepted of this string a moment ago is what its next proposal is compared with. If the
          // answer is late, that proposal comes one card later.
          const isLate = outbox.isLost || (await Promise.race([accept.answered, pause(20)])) === 'late';
          const other = isLate && !isAsked && takeOther(id);
          if (other) id = other;
          else await accept.answered;
          if (!other) pages.delete(id);
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
    // Others decided it, or an acceptance closed it as its equal.
    const isOver = !entry.card || one('[data-decided]', entry.card);
    if (isOver && !isAsked && !refusals.has(id)) {
      gone.add(id);
      return advance();
    }
    if (entry.card) show(id, entry);
  }

  function waitForCard(error, id, isAsked) {
    if (error instanceof SignedOut) return tellSignedOut();
    setBusy(true);
    outbox.isLost = outbox.isLost || !error.seconds;
    showBanner('no-card', 'warn', 'offline', 'The next card cannot be had.', 'It comes when the connection is back.');
    setTimeout(() => {
      setBusy(false);
      go(id, isAsked);
    }, 3000);
  }

  function show(id, entry) {
    const card = document.importNode(entry.card, true);
    const hadFocus = document.activeElement;
    hideBanner('blocked');
    one('#card').replaceWith(card);
    if (entry.aside) one('main > aside')?.replaceWith(document.importNode(entry.aside, true));
    if (entry.title) document.title = entry.title;
    if (current !== id && trail.at(-1) !== current) trail.push(current);
    current = id;
    history.replaceState(null, '', placeOf(id));
    tellRefusal(id, card);
    completeBar(card);
    showDecided();
    showFigures();
    if (!hadFocus?.isConnected || hadFocus === body) {
      const heading = one('h2', card);
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    scrollTo(0, 0);
    loadAhead();
  }

  /** A decision that the server refused comes back with the reason and with what was typed. */
  function tellRefusal(id, card) {
    const refusal = refusals.get(id);
    if (!refusal) return;
    refusals.delete(id);
    card.prepend(bannerOf('bad', 'error', `Not ${refusal.kind}.`, refusal.reason));
    say(`Not ${refusal.kind}. ${refusal.reason}`);
    const isEdited = fieldOf(refusal.fields, 'edited');
    const form = all('form[data-act]', card).find((form) => refusal.kind === 'rejected'
      ? form.dataset.act === 'reject' : form.dataset.act === 'accept' && Boolean(one('[name="edited"]', form)) === Boolean(isEdited));
    if (!form) return;
    for (const [name, value] of refusal.fields) {
      const field = form.elements[name];
      if (/^(value|reason|code|note)/.test(name) && field) field.value = value;
    }
    const panel = form.closest('details');
    if (panel) panel.open = true;
  }

  /** The buttons that the card of the server lacks because it does not know this sitting. */
  function completeBar(card) {
    reveal(card);
    const bar = one('[data-key~="c"]', card)?.closest('.act').parentElement ?? card.lastElementChild;
    const add = (label, key, iconName, act) => bar.append(make(
      'button', { type: 'button', class: 'button quiet', 'data-key': key, 'aria-keyshortcuts': key[0], click: act },
      icon(iconName), label, make('kbd', {}, key[0])));
    if (!one('[data-step="next"]', card)) add('Skip', 's j', 'next', skip);
    if (!one('[data-step="back"]', card) && trail.length) add('Back', 'b k', 'previous', back);
    if (decided.length && !one('[data-key~="u"]', card)) add('Undo', 'u', 'undo', undo);
  }

  function showFigures() {
    const skips = [...skipped].filter((id) => isWaiting(id)).length;
    const words = [];
    if (tally.accepted) words.push(`${grouped(tally.accepted)} accepted`);
    if (tally.rejected) words.push(`${grouped(tally.rejected)} rejected`);
    if (skips) words.push(`${grouped(skips)} skipped`);
    const number = outbox.items.length;
    if (number) words.push(outbox.isLost ? `${grouped(number)} waiting` : `saving ${grouped(number)}`);
    else if (tally.accepted || tally.rejected) words.push('saved');
    const room = one('#tally');
    if (room) room.textContent = words.join(' · ');
    const at = order.indexOf(current);
    one('#place')?.replaceChildren(make('strong', {}, grouped(at + 1)), ` of ${grouped(order.length)}`);
    const bar = one('#progress');
    if (bar) {
      bar.max = order.length;
      bar.value = at;
    }
  }

  function showDecided() {
    const list = one('#decided');
    list?.replaceChildren(...decided.slice(-3).reverse().map(({ item }) => make(
      'li', {}, icon(item.kind, `icon ${item.kind === 'accepted' ? 'ok' : 'bad'}`), ' ',
      make('span', { class: 'hidden' }, `${item.kind}: `), make('code', {}, item.keyName), item.text.cloneNode(true))));
  }

  function decide(form, submitter) {
    const card = form.closest('#card');
    const fields = fieldsOf(form, submitter);
    const kind = form.dataset.act === 'reject' ? 'rejected' : 'accepted';
    if (kind === 'rejected' && !fieldOf(fields, 'code') && !fieldOf(fields, 'reason')?.trim()) {
      answer('Choose a kind or write a sentence: whoever made the proposal can read it.');
      one('textarea', form)?.focus();
      return;
    }
    const proposed = all('bdi[lang]', one('[data-proposed]', card) ?? make('p'))[0];
    const text = make('bdi', proposed ? { class: proposed.className, lang: proposed.lang, dir: proposed.dir, translate: 'no' } : {});
    text.textContent = fieldOf(fields, 'edited') ? fieldOf(fields, 'value') ?? '' : proposed ? storedText(proposed) : '';
    const item = {
      address: addressOf(form, submitter), fields, kind, proposal: current, string: stringOf(card), text,
      keyName: one('h2', card)?.firstChild?.textContent.trim() ?? '',
    };
    hideBanner('blocked');
    gone.add(current);
    tally[kind] += 1;
    decided.push({ id: current, item });
    pages.delete(current);
    enqueue(item);
    advance();
  }

  function settle(item, reply) {
    const entry = decided.find((entry) => entry.item === item);
    if (!entry) return settleOnPage(item, reply);
    if (reply.isDone) {
      if (item.kind === 'accepted') {
        // Cards of the string that were fetched before show a state that is over.
        for (const [id, page] of pages) {
          if (id !== current && stringOf(page.card) === item.string) pages.delete(id);
        }
        loadAhead();
      }
      return;
    }
    tally[item.kind] -= 1;
    decided.splice(decided.indexOf(entry), 1);
    gone.delete(entry.id);
    pages.delete(entry.id);
    refusals.set(entry.id, { kind: item.kind, reason: reasonOf(reply), fields: item.fields });
    order.splice(order.indexOf(entry.id), 1);
    order.splice(order.indexOf(current) + 1, 0, entry.id);
    say(`${item.keyName} was not ${item.kind}. It comes next.`);
    loadAhead();
  }

  function skip() {
    if (isBusy) return;
    skipped.add(current);
    showFigures();
    advance();
  }

  function back() {
    if (isBusy) return;
    const last = trail.pop();
    const id = last ?? order.slice(0, order.indexOf(current)).findLast?.(isWaiting);
    if (!id) return answer('This is the first one.');
    pages.delete(id);
    setBusy(true);
    const item = outbox.items.find((item) => item.proposal === id);
    Promise.resolve(item?.answered).then(async () => {
      setBusy(false);
      await go(id, true);
      if (trail.at(-1) !== id) trail.pop();
    });
  }

  function undo() {
    if (isBusy) return true;
    const last = decided.pop();
    if (!last) return false;
    takeBack(last);
    return true;
  }

  async function takeBack({ id, item }) {
    setBusy(true);
    try {
      if (!withdraw(item)) {
        const reply = item.reply ?? (await item.answered);
        if (!reply?.isDone) return;
        const fields = (reply.contents.undo ?? []).map((event) => ['event', event]);
        fields.push(['form-token', fieldOf(item.fields, 'form-token') ?? ''], ['idempotency', randomKey()]);
        const reverted = await post(new URL('revert', location.href).pathname, fields);
        if (!reverted.isDone) {
          decided.push({ id, item });
          tellRefused(reverted, 'Not taken back.');
          return;
        }
      }
      tally[item.kind] -= 1;
      gone.delete(id);
      pages.delete(id);
      setBusy(false);
      await go(id, true);
      answer('Taken back.');
    } catch (error) {
      decided.push({ id, item });
      tellFailure(error, 'Not taken back.', 'There is no connection to the server.');
    } finally {
      setBusy(false);
    }
  }

  async function sendHere(form, submitter) {
    if (form.dataset.sent !== undefined) return;
    form.dataset.sent = '';
    const id = current;
    try {
      const reply = await post(addressOf(form, submitter), fieldsOf(form, submitter));
      if (reply.isDone) {
        pages.delete(id);
        answer(reply.contents.message ?? 'Sent.');
        if (current === id) await go(id, true);
      } else {
        tellRefused(reply);
      }
    } catch (error) {
      tellFailure(error);
    } finally {
      delete form.dataset.sent;
    }
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
    const fresh = left.filter((id) => isWaiting(id) && !order.includes(id));
    if (fresh.length) {
      order.push(...fresh);
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
    return make(
      'div', { class: 'nothing' }, icon('reviewed', 'icon big ok'), make('h2', {}, 'That was the last one'),
      make('p', {}, make('a', { class: 'button', href: placeOf(null).href }, `Go through the ${grouped(number)} left`), ' ',
        leave && make('a', { class: 'button quiet', href: leave }, 'See the language')));
  }

  function takeLive(events) {
    const own = new Set(decided.map((entry) => entry.id));
    let isStale = false;
    for (const event of events) {
      for (const id of decidedBy(event)) {
        if (own.has(id) || !order.includes(id)) continue;
        // What an own acceptance closes with it is passed over without a word.
        const isMine = own.has(event.proposal) && id !== event.proposal;
        if (id === current && !isMine) markDecided(one('#card'), event);
        gone.add(id);
      }
      if (event.type === 'proposal.reopened' && order.includes(event.proposal)) gone.delete(event.proposal);
      if (!changesText(event) || own.has(event.proposal)) continue;
      isStale = true;
      const card = one('#card');
      if (event.proposal !== current && card?.dataset.keyOf !== undefined && isAbout(event, card.dataset.section, card.dataset.keyOf)) tellChanged(card);
    }
    if (!isStale) return;
    for (const id of pages.keys()) if (id !== current) pages.delete(id);
    loadAhead();
  }

  function tellChanged(card) {
    disableDecisions(card);
    tellTextChanged(() => {
      hideBanner('changed');
      pages.delete(current);
      go(current, true);
    });
  }

  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!form.closest('#card') || form.method !== 'post' || form.action.endsWith('/revert')) return;
    event.preventDefault();
    if (isBusy) return;
    if (form.dataset.act) decide(form, event.submitter);
    else sendHere(form, event.submitter);
  }, true);
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('#card a[data-step]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    if (link.dataset.step === 'next') skip();
    else back();
  });
  outbox.settled = settle;
  outbox.changed = showFigures;
  liveReaders[pageName] = takeLive;
  walk = { undo };
  completeBar(one('#card'));
  loadAhead();
}

// MARK: Start

reveal(document);
const keysBox = one('form[action$="/account"] [name="keys"]');
if (keysBox) keysBox.checked = singleKeysAreOn();
all('[data-field]').forEach(grow);
showSelected();
offerDrafts();
startWalk();
adoptDecisions();
// The tab that was here a moment ago may still count as open.
setTimeout(adoptDecisions, 3000);
openStream();
