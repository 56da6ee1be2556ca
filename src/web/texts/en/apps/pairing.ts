import type { Scope } from '../../../../access/scope.ts';
import type { PairingProblem } from '../../../../apps/nwc-keys/pairing-request.ts';
import { type Html, html } from '../../../pages/html.ts';

interface CanTexts {
  readonly title: string;
  readonly meaning: string;
}

type Named = 'unknown_methods' | 'bad_return';

/** An app with a key of its own asks for a wallet, over Nostr Wallet Connect. */
export const pairing = {
  unnamed: 'App without a name',
  noWebsite: 'The app names none.',
  unproven: 'Name and website are what the app says of itself. No one checks them here.',
  permissions: {
    each: {
      'account:read': {
        title: 'See your Lightning address',
        meaning: 'The address at which people can pay you, if you have one.',
      },
      'balance:read': {
        title: 'See your balance',
        meaning: 'How much is in your wallet at any time.',
      },
      'invoices:create': {
        title: 'Ask for money in your name',
        meaning: 'It creates invoices. What people pay goes into your wallet.',
      },
      'invoices:read': {
        title: 'See what you receive',
        meaning: 'Amounts, descriptions and payers, past and future.',
      },
      'transactions:read': {
        title: 'See what you pay',
        meaning: 'Amounts, descriptions, recipients and proofs of payment, past and future.',
      },
      'payments:send': {
        title: 'Spend from your wallet',
        meaning: 'It pays without asking you each time, up to the limit that you set.',
      },
    } satisfies Readonly<Record<Scope, CanTexts>>,
  },
  /** The interval as in the list of intervals. */
  most: (amount: string, interval: string) =>
    `The app asks for up to ${amount} ${interval}. You can enter less. Fees and payments on ` +
    'their way count.',
  overMost: (amount: string) => `Enter a whole number from 1 to ${amount}.`,
  warning: (apps: string): Html => html`Allow it only if you came here from that app and trust it.
    You can end this at any time under <a href="${apps}">Connected apps</a>.`,
  refused: {
    title: 'This app cannot be connected',
    nothing: 'Nothing was allowed, and your wallet did not change.',
    problems: {
      bad_key:
        'An app that wants to be connected sends a key, by which your wallet recognizes it. The ' +
        'key of this app is missing or wrong.',
      key_used:
        'The key of this app was used before, and a key connects only once. Go back to the app ' +
        'and start again, so that it makes a new key.',
      bad_name: 'The name of the app contains invisible characters.',
      own_balance:
        'The app asks for a balance of its own, apart from yours. This service has none. ' +
        'If the app can also use your own balance, choose that in the app and start again.',
      bad_limit: 'The app asks for a spending limit, but names no amount that can be used.',
      bad_interval:
        'The app asks for a spending limit, but does not say clearly how often it starts anew.',
      bad_end: 'The app does not say clearly when the connection ends.',
      past_end: 'The app asks for a connection that has already ended. Start again in the app.',
      bad_state: 'The app marked its request with a text that is too long or cannot be read.',
    } satisfies Readonly<Record<Exclude<PairingProblem['kind'], Named> | 'key_used', string>>,
    unknownMethods: (names: Html): Html =>
      html`The app needs something that this wallet cannot do: ${names}`,
    badReturn: (address: string): Html => html`The app wants to send you on to an address to which
      this service sends no one: <code>${address}</code>`,
  },
  connected: {
    title: (name: string) => `“${name}” is connected`,
    text: 'Go back to the app. You can close this window.',
    byHand:
      'The app did not say where it waits for the answer. If it asks for a connection, copy this ' +
      'text and paste it there. It contains no secret.',
  },
  denied: {
    title: 'Nothing was allowed',
    text: 'The app cannot use your wallet. You can close this window.',
  },
};
