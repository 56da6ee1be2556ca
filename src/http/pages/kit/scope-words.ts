import type { Scope } from '../../../access/scope.ts';
import { type Html, html } from './html.ts';

/** Scopes as people understand them: what they let somebody do, and what that means. */
export const SCOPE_WORDS: Readonly<Record<Scope, ScopeWords>> = {
  'account:read': {
    title: 'See who you are',
    meaning: 'Your name, e-mail address and picture, and how to pay you.',
  },
  'balance:read': {
    title: 'See your balance',
    meaning:
      'How much is in your wallet at any time, how often you received and paid, and when you ' +
      'last received.',
  },
  'invoices:create': {
    title: 'Ask for money in your name',
    meaning: 'It makes invoices; what is paid on them goes into your wallet.',
  },
  'invoices:read': {
    title: 'See what you receive and what you pay',
    meaning:
      'Your whole history, past and future: amounts, descriptions, payers, recipients and proofs ' +
      'of payment. It may have each new entry sent to an address of its choice.',
  },
  'transactions:read': {
    title: 'See what you pay',
    meaning: 'Amounts, descriptions, recipients and proofs of payment, past and future.',
  },
  'payments:send': {
    title: 'Spend from your wallet',
    meaning: 'It pays without asking you each time, up to the limit that you set.',
  },
};

export interface ScopeWords {
  readonly title: string;
  readonly meaning: string;
}

/** Short, in one sentence. */
export function scopeTitles(scopes: readonly Scope[]): string {
  const [first = '', ...others] = spendingFirst(scopes).map((scope) => SCOPE_WORDS[scope].title);
  const uncapitalized = others.map((title) => title.charAt(0).toLowerCase() + title.slice(1));
  return `May ${[first.charAt(0).toLowerCase() + first.slice(1), ...uncapitalized].join(', ')}.`;
}

/** In full; spending comes first and stands out. */
export const scopeList = (scopes: readonly Scope[]): Html => html`
  <ul class="scopes">${spendingFirst(scopes).map(renderScope)}</ul>`;

const spendingFirst = (scopes: readonly Scope[]): readonly Scope[] => [
  ...scopes.filter((scope) => scope === 'payments:send'),
  ...scopes.filter((scope) => scope !== 'payments:send'),
];

function renderScope(scope: Scope): Html {
  const { title, meaning } = SCOPE_WORDS[scope];
  return html`
    <li class="${scope === 'payments:send' ? 'spends' : null}">
      <strong>${title}</strong><span class="hint">${meaning}</span>
    </li>`;
}
