// Menus and panels.

import { all, byId, isShown, one } from './page.js';
import { textField } from './fields.js';

/** Returns the element with a panel's form. In a walk, the button is in the bar, and the form in the card. */
const contentOf = (panel) => byId(panel.dataset.panel) ?? panel;

/** Returns the panel that contains an element. */
export function panelOf(element) {
  const content = element.closest('.panel[id]');
  return content ? one(`[data-panel="${content.id}"]`) : element.closest('details');
}

document.addEventListener('toggle', (event) => {
  const panel = event.target;
  if (panel.localName !== 'details' || !panel.open || !panel.matches('.act, .menu')) return;
  if (panel.matches('.act')) {
    const name = panel.getAttribute('name');
    const isOther = (other) => other !== panel && other.getAttribute('name') === name;
    all('details.act[open]').filter(isOther).forEach((other) => (other.open = false));
  }
  const first = all('input:not([type="hidden"]), textarea, select', contentOf(panel)).find(isShown);
  first?.focus();
  if (first?.localName === 'textarea') first.setSelectionRange(first.value.length, first.value.length);
}, true);

document.addEventListener('click', (event) => {
  for (const menu of all('details.menu[open]')) if (!menu.contains(event.target)) menu.open = false;
});

export function closePanel(panel) {
  panel.open = false;
  one('summary', panel).focus();
}

export function escape() {
  const focused = document.activeElement;
  if (one('dialog[open]')) return false;
  const own = focused && panelOf(focused);
  const panel = (own?.matches('details:is(.menu, .act, .note)[open]') ? own : null)
    ?? all('details.menu[open], details.act[open]').at(-1);
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
