// Keyboard shortcuts: single keys and chords.

import { all, body, byId, isShown, memory, one } from './page.js';
import { words } from './words.js';
import { answer, hideBanner, showBanner } from './news.js';
import { bringNext, textField } from './fields.js';
import { escape } from './panels.js';
import { openShortcuts } from './shortcuts.js';
import { listKey } from './list.js';
import { undo } from './walk.js';

export const keysChoice = 'dragoman:single-keys';

export function singleKeysAreOn() {
  return memory.get(keysChoice) ?? body.dataset.singleKeys !== undefined;
}

/** Returns the letter of a key; for a layout without Latin letters, the Latin letter in that position. */
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
  // Many layouts need AltGr for [ ] and /.
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
  // In the list of rejection reasons, only the reasons' numbers are shortcuts.
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
  u: () => undo() || press('u'),
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
  const isForced = key === 'f' && scope?.contains(control) && control.matches('button');
  if (isForced && scope.dataset.asked === undefined) return tellBlocked(scope);
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

/** Shows the reason why a proposal cannot be accepted. Pressing `f` then accepts it anyway. */
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
  const about = words(found ? 'blocked' : 'outdated');
  showBanner('blocked', 'warn', 'warning', about, words('pressF'));
  answer(`${about} ${words('pressF')}`);
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
