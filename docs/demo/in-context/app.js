// A small shop without a framework. It shows its texts again whenever i18next's language changes.

import i18next from './i18next.js';
import { environment, project, server } from './config.js';

// With the editor. Without `try`, a server that does not answer would stop the app.
if (environment !== 'production') {
  try {
    const { inContext } = await import(`${server}/in-context.js`);
    i18next.use(inContext({ server, project, environment }));
  } catch (error) {
    console.warn('The in-context editor is off:', error);
  }
}

const languages = ['de', 'ar', 'en'];
const language = new URLSearchParams(location.search).get('language') ?? 'de';

const backend = {
  type: 'backend',
  read(language, namespace, done) {
    fetch(`${server}/projects/${project}/locales/${language}/${namespace}.json`)
      .then((response) => response.json())
      .then((texts) => done(null, texts), (error) => done(error, null));
  },
};

const one = (selector) => document.querySelector(selector);
const orders = { count: 10_000, height: 32 };
let things = 3;

class Footer extends HTMLElement {
  constructor() {
    super();
    this.attachShadow({ mode: 'open' }).append(document.createElement('small'));
  }

  show() {
    this.shadowRoot.firstChild.textContent = i18next.t('shop:footer');
  }
}

function show() {
  document.documentElement.lang = i18next.language;
  document.documentElement.dir = i18next.dir();
  // `[title]common:close` is for an attribute, `common:close` for the text.
  for (const element of document.querySelectorAll('[data-text]')) {
    for (const part of element.dataset.text.split(';')) {
      const [, attribute, key] = part.match(/^(?:\[([\w-]+)\])?(.+)$/);
      if (attribute) element.setAttribute(attribute, i18next.t(key));
      else element.textContent = i18next.t(key);
    }
  }
  one('#greeting').textContent = i18next.t('common:greeting', { name: 'Ada' });
  one('#count').textContent = i18next.t('shop:cart.count', { count: things });
  one('#hint').innerHTML = i18next.t('shop:cart.hint');
  one('app-footer').show();
  showOrders();
}

// A virtual list: only the rows that can be seen are elements.
function showOrders() {
  const list = one('#orders');
  const first = Math.floor(list.scrollTop / orders.height);
  const rows = Array.from({ length: Math.min(8, orders.count - first) }, (_, index) => {
    const row = document.createElement('p');
    row.textContent = i18next.t('shop:orders.row', { number: first + index + 1 });
    row.style.top = `${(first + index) * orders.height}px`;
    return row;
  });
  const end = document.createElement('p');
  end.style.top = `${(orders.count - 1) * orders.height}px`;
  list.replaceChildren(...rows, end);
}

customElements.define('app-footer', Footer);
i18next.on('languageChanged', show);
await i18next.use(backend).init({
  lng: language, fallbackLng: 'en', ns: ['common', 'shop'], defaultNS: 'common', interpolation: { escapeValue: false },
});

one('#orders').addEventListener('scroll', showOrders);
one('#language').addEventListener('click', () =>
  i18next.changeLanguage(languages[(languages.indexOf(i18next.language) + 1) % languages.length]));
one('#more').addEventListener('click', () => {
  things += 1;
  show();
});
one('#less').addEventListener('click', () => {
  things = Math.max(0, things - 1);
  show();
});
one('#open').addEventListener('click', (event) => {
  event.preventDefault();
  one('#terms').showModal();
});
one('#close').addEventListener('click', () => one('#terms').close());
one('form').addEventListener('submit', (event) => event.preventDefault());
