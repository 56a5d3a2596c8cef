// The texts of the scripts, in the page's language. The page loads them before this script.

const language = document.documentElement.lang || 'en';
const isRightToLeft = document.documentElement.dir === 'rtl';
const numbers = new Intl.NumberFormat(`${language}-u-nu-latn`);
const plurals = new Intl.PluralRules(language);
const texts = globalThis.pageTexts ?? {};

/** Formats a number, with its digits in groups. */
export const grouped = (number) => numbers.format(number);

/** Isolates the direction of a name, in a text that is written from right to left. */
const isolated = (value) => (isRightToLeft ? `\u2068${value}\u2069` : value);

/** Returns a text with the values of its holes. The value `count` chooses its plural form. */
export function words(name, values = {}) {
  const text = texts[name] ?? name;
  const form = typeof text === 'string' ? text : text[plurals.select(values.count)] ?? text.other;
  return form.replace(/\{\{(\w+)\}\}/g, (hole, key) => (
    key === 'count' ? grouped(values.count) : isolated(values[key] ?? '')));
}

/** The language of words from the server that are always in English, if it is not the page's. */
export const foreign = language === 'en' ? {} : { lang: 'en', dir: 'ltr' };
