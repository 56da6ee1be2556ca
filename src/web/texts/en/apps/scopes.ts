import type { Scope } from '../../../../access/scope.ts';

/** What a permission lets an app or a token do, and what that means. */
interface ScopeTexts {
  readonly title: string;
  readonly meaning: string;
}

const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

export const scopes = {
  /** All of them in one short sentence. */
  may: (titles: readonly string[]) => `May ${titles.map(uncapitalized).join(', ')}.`,
  each: {
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
      meaning: 'It creates invoices. What people pay goes into your wallet.',
    },
    'invoices:read': {
      title: 'See what you receive and what you pay',
      meaning:
        'Your whole history, past and future: amounts, descriptions, payers, recipients and ' +
        'proofs of payment. It can have each new entry sent to an address of its choice.',
    },
    'transactions:read': {
      title: 'See what you pay',
      meaning: 'Amounts, descriptions, recipients and proofs of payment, past and future.',
    },
    'payments:send': {
      title: 'Spend from your wallet',
      meaning: 'It pays without asking you each time, up to the limit that you set.',
    },
  } satisfies Readonly<Record<Scope, ScopeTexts>>,
};
