// Updates the page after changes by other people.

import { all, locale, one, pageName } from './page.js';
import { words } from './words.js';
import { bannerOf, button, say, showBanner } from './news.js';
import { SignedOut, fetchPage, ownAddress, tellSignedOut } from './requests.js';
import { feed } from './live.js';

export async function refreshPage() {
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

export function refreshCounts(fetched) {
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
    else if (other.textContent !== element.textContent) fillFrom(element, other);
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

/** Replaces an element's contents with the contents of an element from a fetched page. */
function fillFrom(element, other) {
  element.replaceChildren(...document.importNode(other, true).childNodes);
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

export function isAbout(event, section, key) {
  if (event.key === undefined || event.key !== key) return false;
  if (event.section !== undefined && section && event.section !== section) return false;
  return event.locale === locale || sourceTypes.has(event.type);
}

export const changesText = (event) =>
  textTypes.has(event.type) && event.locale === locale || sourceTypes.has(event.type);
const whoOf = (event) => event.actor?.name ?? words('someone');
const decisionWords = {
  'proposal.accepted': 'acceptedThis', 'proposal.rejected': 'rejectedThis', 'proposal.deleted': 'deletedThis',
  'proposal.made': 'replacedThis',
};

export function decidedBy(event) {
  if (event.type === 'proposal.accepted') return [event.proposal, ...(event.also ?? [])];
  if (event.type === 'proposal.rejected' || event.type === 'proposal.deleted') return [event.proposal];
  if (event.type === 'proposal.made' && event.replaces) return [event.replaces].flat();
  return [];
}

export const query = new URLSearchParams(location.search);
export const reload = () => location.assign(ownAddress());

export function tellTextChanged(show = reload) {
  showBanner('changed', 'info', 'info', words('textChanged'), null, button(words('showIt'), show));
}

export const liveReaders = {
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
    const changes = (event) => isAbout(event, section.value, key.value) && changesText(event);
    if (key && events.some(changes)) tellTextChanged();
  },
  language(events) {
    for (const row of all('[data-row]')) {
      if (events.some((event) => isAbout(event, row.dataset.section, row.dataset.keyOf))) row.dataset.changed = '';
    }
    const number = all('[data-row][data-changed]').length;
    if (number === 0) return;
    showBanner(
      'changed', 'info', 'info', words('changedHere', { count: number }), null,
      button(words('showThem'), reload));
  },
};

export function disableDecisions(root) {
  // A text that was typed can still be proposed.
  const kept = ':not([type="button"], [formaction], [data-mine] *)';
  for (const control of all(`[data-proposal] form button${kept}`, root)) control.disabled = true;
  if (root.matches?.('[data-proposal]')) for (const control of all(`form button${kept}`, root)) control.disabled = true;
}

export function markDecided(card, event) {
  if (!card || card.dataset.decided !== undefined) return;
  card.dataset.decided = '';
  disableDecisions(card);
  const sentence = words(decisionWords[event.type], { name: whoOf(event) });
  card.append(bannerOf('info', 'info', sentence));
  say(sentence);
}

function appendNew(list, fetched, selector) {
  if (!list || !fetched) return 0;
  const matching = (parent) => [...parent.children].filter((child) => child.matches(selector));
  const fresh = matching(fetched).slice(matching(list).length);
  const children = [...fetched.children];
  const behind = fresh.length ? children.length - children.indexOf(fresh.at(-1)) - 1 : 0;
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
  const talk = 'section[aria-labelledby="discussion"] > ul';
  const remarks = appendNew(one(talk), one(talk, fetched), 'li');
  for (const id of ['proposals', 'discussion']) {
    const heading = one(`#${id}`, fetched);
    const own = one(`#${id}`);
    if (heading && own) fillFrom(own, heading);
  }
  const name = whoOf(about.at(-1));
  if (added) say(added === 1 ? words('proposedAnother', { name }) : words('newProposals', { count: added }));
  else if (remarks) say(words('commentedHere', { name }));
}
