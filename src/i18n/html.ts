import { html as escaping } from 'ghtml';

const MARKUP: unique symbol = Symbol('markup');

/** Markup that `html` made. Nothing else can stand on a page without being escaped. */
export interface Html {
  readonly [MARKUP]: string;
}

/** A value that a template takes; null is nothing at all. */
export type Content = Html | string | number | bigint | null | readonly Content[];

/**
 * The only way to make markup: what is written in the template stays as it is, what is put into it
 * is escaped unless it is markup itself. Attributes that take contents stand in double quotes.
 */
export function html(literals: TemplateStringsArray, ...contents: readonly Content[]): Html {
  const parts = literals.map((literal, index) => literal + render(contents[index] ?? null));
  return { [MARKUP]: parts.join('') };
}

/** The text of markup that goes over the wire. */
export const renderHtml = (markup: Html): string => markup[MARKUP];

function render(content: Content): string {
  if (content === null) return '';
  if (typeof content === 'object') {
    return isMarkup(content) ? content[MARKUP] : content.map(render).join('');
  }
  return escaping`${String(content)}`;
}

const isMarkup = (content: Html | readonly Content[]): content is Html => MARKUP in content;
