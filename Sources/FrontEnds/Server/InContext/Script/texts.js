// Texts, and values with several forms.

export const tidy = (text) => text.replace(/\s+/g, ' ').trim();
export const crop = (text, length) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
export const count = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;
export const idOf = ({ locale, section, key }) => JSON.stringify([locale, section, key]);
export const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const normal = (tag) => tag.replaceAll('_', '-').toLowerCase();
export const isSameTag = (one, other) => normal(one) === normal(other);

/** Returns the project's language for the first of several tags that it has, or else its source language. */
export const localeFor = (tags, { locales, source }) =>
  tags.map((tag) => locales.find((locale) => isSameTag(locale, tag))).find(Boolean) ?? source;

// The parts of a text that a translation must repeat. They are only offered; the server's checks decide.
export const PLACEHOLDER =
  /\{\{[^{}]*\}\}|\$t\([^()]*\)|<\/?[A-Za-z0-9][^<>]*>|%(?:\d+\$)?[@dsfu]|\{\w+\}/g;

const SEPARATORS = { plural: '_', ordinal: '_ordinal_', select: '_' };

/**
 * Returns the forms of a value, `[{ path, suffix, name, by, text }]`, with the suffixes of i18next's keys; none if the
 * editor cannot show the value.
 */
export function formsOf(value, path = [], suffix = '', by = '') {
  if (typeof value === 'string') return [{ path, suffix, by, name: path.join(', '), text: value }];
  const separator = SEPARATORS[value?.by];
  return Object.entries(separator ? value.cases : {}).flatMap(([name, inner]) => {
    const added = value.by === 'select' && name === 'other' ? '' : separator + name;
    return formsOf(inner, [...path, name], suffix + added, value.by);
  });
}

/** Returns a copy of a value in which one form has another text. */
export function withForm(value, [name, ...path], text) {
  if (name === undefined) return text;
  const { cases } = value;
  return { ...value, cases: { ...cases, [name]: withForm(cases[name] ?? cases.other, path, text) } };
}

const rulesOf = (locale, by) => new Intl.PluralRules(locale, { type: by === 'ordinal' ? by : 'cardinal' });

/** Returns a value with all plural forms of a language; new ones begin with the text of the form `other`. */
export function completed(value, locale) {
  if (!value?.cases) return value;
  const cases = { ...value.cases };
  if (value.by === 'plural' || value.by === 'ordinal') {
    for (const name of rulesOf(locale, value.by).resolvedOptions().pluralCategories) cases[name] ??= cases.other;
  }
  for (const name of Object.keys(cases)) cases[name] = completed(cases[name], locale);
  return { ...value, cases };
}

/** Returns the form that the app chose, by the count and context of its call. */
export function formInUse(forms, { count, context }, locale) {
  const isUsed = (form) => form.path.every((name) =>
    name === context || (count !== undefined && rulesOf(locale, form.by).select(count) === name));
  return forms.find(isUsed) ?? forms.find((form) => form.path.at(-1) === 'other') ?? forms[0];
}

/** Returns a value in one line. */
export const inOneLine = (value) =>
  formsOf(value).map((form) => (form.name ? `${form.name}: ${form.text}` : form.text)).join(' · ');
