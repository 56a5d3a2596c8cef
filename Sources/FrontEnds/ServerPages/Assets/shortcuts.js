// The shortcuts dialog, and the buttons that close it or a panel.

import { make, memory, one } from './page.js';
import { words } from './words.js';
import { closePanel, panelOf } from './panels.js';
import { keysChoice, singleKeysAreOn } from './keys.js';

const shortcuts = one('dialog#shortcuts');
const keysSwitch = make('input', { type: 'checkbox', change: () => memory.set(keysChoice, keysSwitch.checked) });
shortcuts?.append(make('label', { class: 'choice' }, keysSwitch, words('singleKeys')));

export function openShortcuts() {
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
  else if (close) closePanel(panelOf(close));
  else return;
  event.preventDefault();
});
