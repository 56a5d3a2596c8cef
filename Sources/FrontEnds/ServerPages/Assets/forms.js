// Submits forms.

import { all, memory, one, pageName, project } from './page.js';
import { Unreachable, addressOf, fieldsOf, tellFailure } from './requests.js';
import { enqueue, outbox } from './outbox.js';
import { isCutOff, openStream } from './live.js';
import { disableDecisions } from './changes.js';
import { checkNow } from './checks.js';
import { clearDrafts, draftsOf, markDraftsSent } from './drafts.js';
import { keepTranslation } from './translate.js';
import { keysChoice } from './keys.js';

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
  if (project && isCutOff()) {
    event.preventDefault();
    return keepForLater(form, event.submitter, address);
  }
  markDraftsSent(form);
  form.dataset.sent = '';
  event.submitter?.setAttribute('aria-busy', 'true');
  setTimeout(releaseForms, 10_000);
});

/** Unlocks sent forms, for a page that was restored from the history or never left. */
function releaseForms() {
  all('form[data-sent]').forEach((form) => delete form.dataset.sent);
  all('button[aria-busy]').forEach((control) => control.removeAttribute('aria-busy'));
}

addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  releaseForms();
  openStream();
});

/** Deletes typed texts when the person signs out, and makes pending decisions require a confirmation. */
function leave() {
  clearDrafts();
  for (const key of memory.keys('dragoman:waiting:')) {
    const item = memory.get(key);
    if (item) memory.set(key, { ...item, mustAsk: true });
  }
}

const kinds = { accept: 'accepted', reject: 'rejected', set: 'text', propose: 'text' };
const keptActs = /\/(accept|reject|set|propose|mark|comment|endorse|delete)$/;

/** Keeps a form about one string until the connection is back. */
function keepForLater(form, submitter, address) {
  const act = keptActs.exec(address)?.[1];
  if (!act) return tellFailure(new Unreachable());
  outbox.isLost = true;
  const proposal = one('[name="proposal"]', form)?.value;
  const item = {
    address, fields: fieldsOf(form, submitter), kind: kinds[act] ?? act, proposal, drafts: draftsOf(form),
  };
  if (pageName === 'translate') return keepTranslation(form, item);
  const card = proposal && kinds[act] && form.closest('[data-proposal]');
  enqueue(item);
  if (card) return disableDecisions(card);
  const controls = all('button:not([type="button"]):enabled', form);
  for (const control of controls) control.disabled = true;
  item.answered.then((reply) => {
    if (!reply?.isDone) for (const control of controls) control.disabled = false;
  });
}
