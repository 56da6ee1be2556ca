import { isLiteralElement } from '@formatjs/icu-messageformat-parser';
import IntlMessageFormat from 'intl-messageformat';
import { memoize } from '../base/memoize.ts';
import { type Html, html } from './html.ts';

/**
 * An argument of a message. When the message becomes markup, the argument is escaped, unless it is
 * markup itself.
 */
export type Text = string | Html;

/**
 * Makes markup of the words that stand in a message between tags such as `<link>` and `</link>`.
 */
export type Tag = (words: readonly Text[]) => Html;

/** A message with arguments. The result is markup if one of the arguments is, else plain text. */
export type Message<Arguments> = <Given extends Arguments>(given: Given) => Said<Given>;

type Said<Given> = true extends {
  [Name in keyof Given]: Given[Name] extends Html | Tag ? true : never;
}[keyof Given]
  ? Html
  : Given[keyof Given] extends string | number
    ? string
    : Text;

export type Given = Readonly<Record<string, Text | number | Tag>>;

/**
 * Reads a message in ICU MessageFormat. A message without arguments becomes a text, any other one a
 * function of its arguments.
 */
export function readMessage(source: string, language: string): string | ((given: Given) => Text) {
  if (!/[{<']/.test(source)) return source;
  const format = new IntlMessageFormat(source, language, undefined, { formatters: FORMATTERS });
  const ast = format.getAst();
  if (ast.every(isLiteralElement)) return ast.map(({ value }) => value).join('');
  return (given) => {
    const said = format.format<Html>(given);
    const isMarkup = Object.values(given).some(isMarkupOrTag);
    return typeof said === 'string' && !isMarkup ? said : html`${said}`;
  };
}

const isMarkupOrTag = (value: Text | number | Tag): boolean =>
  typeof value === 'object' || typeof value === 'function';

/** Formats of numbers and rules of plurals. All messages share them, as they are slow to create. */
const FORMATTERS = {
  getNumberFormat: (language?: string | string[]) => numberFormat(String(language)),
  getPluralRules: (
    language?: string | string[],
    { type = 'cardinal' }: Intl.PluralRulesOptions = {},
  ) => pluralRules(String(language), type),
  getDateTimeFormat: (language?: string | string[]) => new Intl.DateTimeFormat(language),
};

const numberFormat = memoize((language) => new Intl.NumberFormat(language));

const pluralRules = memoize(
  (language, type) =>
    new Intl.PluralRules(language, { type: type === 'ordinal' ? 'ordinal' : 'cardinal' }),
);
