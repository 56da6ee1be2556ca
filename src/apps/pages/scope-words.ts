import type { Scope } from '../../authorization/scope.ts';
import { type Html, html } from '../../i18n/html.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';

type Words = PageTexts['scopes'];

/**
 * Short names of scopes, in one sentence. The name of `invoices:read` also says that payments are
 * shown, so the name of `transactions:read` is left out beside it.
 */
export function scopeTitles(words: Words, scopes: readonly Scope[]): string {
  const told = spendingFirst(scopes).filter(
    (scope) => scope !== 'transactions:read' || !scopes.includes('invoices:read'),
  );
  const titles = told.map((scope) => uncapitalized(words.each[scope].title));
  const before = titles.slice(0, -1).join(', ');
  const last = titles.at(-1) ?? '';
  return words.may({ titles: before === '' ? last : words.and({ before, last }) });
}

const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Explains scopes in a list. The scope for spending comes first and stands out. */
export const scopeList = (words: Pick<Words, 'each'>, scopes: readonly Scope[]): Html => html`
  <ul class="scopes">${spendingFirst(scopes).map((scope) => renderScope(words, scope))}</ul>`;

const spendingFirst = (scopes: readonly Scope[]): readonly Scope[] => [
  ...scopes.filter((scope) => scope === 'payments:send'),
  ...scopes.filter((scope) => scope !== 'payments:send'),
];

function renderScope(words: Pick<Words, 'each'>, scope: Scope): Html {
  const { title, meaning } = words.each[scope];
  return html`
    <li class="${scope === 'payments:send' ? 'spends' : null}">
      <strong>${title}</strong><span class="hint">${meaning}</span>
    </li>`;
}
