import { html as escaping } from 'ghtml';

const MARKUP: unique symbol = Symbol('markup');

/**
 * Markup that the template tag `html` has made. Only this type gets into a page without being
 * escaped.
 */
export interface Html {
  readonly [MARKUP]: string;
}

/** A value that may be put into an `html` template; null adds nothing. */
export type Content = Html | string | number | bigint | null | readonly Content[];

/**
 * Makes markup, and is the only function that does. The text of the template stays as it is; values
 * put into it are escaped unless they are markup themselves. Values in attributes must stand
 * between double quotes.
 */
export function html(literals: TemplateStringsArray, ...contents: readonly Content[]): Html {
  const parts = literals.map((literal, index) => literal + render(contents[index] ?? null));
  return { [MARKUP]: parts.join('') };
}

/** Turns markup into the text that is sent to a browser. */
export const renderHtml = (markup: Html): string => markup[MARKUP];

function render(content: Content): string {
  if (content === null) return '';
  if (typeof content === 'object') {
    return isMarkup(content) ? content[MARKUP] : content.map(render).join('');
  }
  return escaping`${String(content)}`;
}

const isMarkup = (content: Html | readonly Content[]): content is Html => MARKUP in content;
