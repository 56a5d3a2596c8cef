// Decisions of the review walk.

import { all, make, one, pageName, randomKey } from './page.js';
import { words } from './words.js';
import { answer, hideBanner, say } from './news.js';
import { addressOf, fieldOf, fieldsOf, post, reasonOf, tellFailure, tellRefused } from './requests.js';
import { enqueue, outbox, settleOnPage, withdraw } from './outbox.js';
import {
  changesText, decidedBy, disableDecisions, isAbout, liveReaders, markDecided, tellTextChanged,
} from './changes.js';
import { draftsOf, forgetDrafts } from './drafts.js';
import { storedText } from './fields.js';
import { advance, go, isWaiting, loadAhead, setBusy, stringOf, walk } from './walk-queue.js';
import { completeBar, showFigures } from './walk-cards.js';

function decide(form, submitter) {
  const card = form.closest('#card');
  const fields = fieldsOf(form, submitter);
  const kind = form.dataset.act === 'reject' ? 'rejected' : 'accepted';
  if (kind === 'rejected' && !fieldOf(fields, 'code') && !fieldOf(fields, 'reason')?.trim()) {
    answer(words('giveReason'));
    one('textarea', form)?.focus();
    return;
  }
  const proposed = all('bdi[lang]', one('[data-proposed]', card) ?? make('p'))[0];
  const { className, lang, dir } = proposed ?? {};
  const text = make('bdi', proposed ? { class: className, lang, dir, translate: 'no' } : {});
  text.textContent = fieldOf(fields, 'edited') ? fieldOf(fields, 'value') ?? '' : proposed ? storedText(proposed) : '';
  const item = {
    address: addressOf(form, submitter), fields, kind, proposal: walk.current, string: stringOf(card), text,
    keyName: one('h2', card)?.firstChild?.textContent.trim() ?? '', drafts: draftsOf(form),
  };
  hideBanner('blocked');
  walk.gone.add(walk.current);
  walk.tally[kind] += 1;
  walk.decided.push({ id: walk.current, item });
  walk.pages.delete(walk.current);
  enqueue(item);
  advance();
}

function settle(item, reply) {
  const entry = walk.decided.find((entry) => entry.item === item);
  if (!entry) return settleOnPage(item, reply);
  if (reply.isDone) {
    if (item.kind === 'accepted') {
      // Prefetched cards for the same string show an outdated state.
      for (const [id, page] of walk.pages) {
        if (id !== walk.current && stringOf(page.card) === item.string) walk.pages.delete(id);
      }
      loadAhead();
    }
    return;
  }
  walk.tally[item.kind] -= 1;
  walk.decided.splice(walk.decided.indexOf(entry), 1);
  walk.gone.delete(entry.id);
  walk.pages.delete(entry.id);
  walk.refusals.set(entry.id, { kind: item.kind, reason: reasonOf(reply), fields: item.fields });
  walk.order.splice(walk.order.indexOf(entry.id), 1);
  walk.order.splice(walk.order.indexOf(walk.current) + 1, 0, entry.id);
  say(words(item.kind === 'rejected' ? 'notRejectedNext' : 'notAcceptedNext', { name: item.keyName }));
  loadAhead();
}

export function skip() {
  if (walk.isBusy) return;
  walk.skipped.add(walk.current);
  showFigures();
  advance();
}

export function back() {
  if (walk.isBusy) return;
  const last = walk.trail.pop();
  const id = last ?? walk.order.slice(0, walk.order.indexOf(walk.current)).findLast?.(isWaiting);
  if (!id) return answer(words('firstOne'));
  walk.pages.delete(id);
  setBusy(true);
  const item = outbox.items.find((item) => item.proposal === id);
  Promise.resolve(item?.answered).then(async () => {
    setBusy(false);
    await go(id, true);
    if (walk.trail.at(-1) !== id) walk.trail.pop();
  });
}

export function undo() {
  if (walk.isBusy) return true;
  const last = walk.decided.pop();
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
        walk.decided.push({ id, item });
        tellRefused(reverted, words('notUndone'));
        return;
      }
    }
    walk.tally[item.kind] -= 1;
    walk.gone.delete(id);
    walk.pages.delete(id);
    setBusy(false);
    await go(id, true);
    answer(words('undone'));
  } catch (error) {
    walk.decided.push({ id, item });
    tellFailure(error, words('notUndone'), words('thereIsNoConnection'));
  } finally {
    setBusy(false);
  }
}

async function sendHere(form, submitter) {
  if (form.dataset.sent !== undefined) return;
  form.dataset.sent = '';
  const id = walk.current;
  const drafts = draftsOf(form);
  try {
    const reply = await post(addressOf(form, submitter), fieldsOf(form, submitter));
    if (reply.isDone) {
      forgetDrafts(drafts);
      walk.pages.delete(id);
      answer(reply.contents.message ?? words('sent'));
      if (walk.current === id) await go(id, true);
    } else {
      tellRefused(reply);
    }
  } catch (error) {
    tellFailure(error);
  } finally {
    delete form.dataset.sent;
  }
}

function takeLive(events) {
  const own = new Set(walk.decided.map((entry) => entry.id));
  let isStale = false;
  for (const event of events) {
    for (const id of decidedBy(event)) {
      if (own.has(id) || !walk.order.includes(id)) continue;
      // Proposals that the person's own acceptance closed are skipped without a message.
      const isMine = own.has(event.proposal) && id !== event.proposal;
      if (id === walk.current && !isMine) markDecided(one('#card'), event);
      walk.gone.add(id);
    }
    if (event.type === 'proposal.reopened' && walk.order.includes(event.proposal)) walk.gone.delete(event.proposal);
    if (!changesText(event) || own.has(event.proposal)) continue;
    isStale = true;
    const card = one('#card');
    const { section, keyOf } = card?.dataset ?? {};
    if (event.proposal !== walk.current && keyOf !== undefined && isAbout(event, section, keyOf)) tellChanged(card);
  }
  if (!isStale) return;
  for (const id of walk.pages.keys()) if (id !== walk.current) walk.pages.delete(id);
  loadAhead();
}

function tellChanged(card) {
  disableDecisions(card);
  tellTextChanged(() => {
    hideBanner('changed');
    walk.pages.delete(walk.current);
    go(walk.current, true);
  });
}

export function startWalk() {
  const main = one('main[data-walk="review"]');
  const card = one('#card');
  if (!main || !card) return;
  walk.order = (main.dataset.queue ?? '').split(' ').filter(Boolean);
  walk.current = card.dataset.proposal;
  if (!walk.order.includes(walk.current)) walk.order.unshift(walk.current);
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!form.closest('#card') || form.method !== 'post' || form.action.endsWith('/revert')) return;
    event.preventDefault();
    if (walk.isBusy) return;
    if (form.dataset.act && !event.submitter?.hasAttribute('formaction')) decide(form, event.submitter);
    else sendHere(form, event.submitter);
  }, true);
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('#card [data-step]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    if (link.dataset.step === 'next') skip();
    else if (link.dataset.step === 'back') back();
    else undo();
  });
  outbox.settled = settle;
  outbox.changed = showFigures;
  liveReaders[pageName] = takeLive;
  completeBar(card);
  loadAhead();
}
