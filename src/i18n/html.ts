import { html as escaping } from 'ghtml';

const MARKUP: unique symbol = Symbol('markup');

/** Markup that the tag `html` has made. A page contains nothing else without escaping it. */
export interface Html {
  readonly [MARKUP]: string;
}

/** A value that a template takes; null stands for nothing. */
export type Content = Html | string | number | bigint | null | readonly Content[];

/**
 * Makes markup, the only way to do so: the text of the template stays as it is, and what is put
 * into it is escaped unless it is markup itself. Attributes with such values need double quotes.
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
