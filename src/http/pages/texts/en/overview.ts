import { type Html, html } from '../../kit/html.ts';

/** The start page: of guests, and of a wallet. */
export const landing = {
  title: 'A Lightning wallet of your own',
  lead:
    'Send and receive bitcoin over Lightning. Let apps use your wallet within limits that you ' +
    'set and can change at any time.',
  signIn: 'Sign in',
  developers: (docs: string): Html =>
    html`Building an app? <a href="${docs}">Read the API reference</a>.`,
};

export const overview = {
  title: 'Overview',
  balance: 'Balance',
  address: 'Your Lightning address is',
  allSpendable: 'You can spend all of it now.',
  held: (amount: string) =>
    `Another ${amount} is reserved for payments on their way. What they do not need comes back ` +
    'to your balance.',
  movements: {
    title: 'Money in and out',
    caption: 'Money in and out, newest first',
    filters: 'Filter',
    all: 'All',
    incoming: 'In',
    outgoing: 'Out',
    date: 'Date',
    purpose: 'What for',
    amount: 'Amount',
    noPurpose: 'No description',
    from: (payer: string) => `From ${payer}`,
    received: 'Received',
    sent: 'Sent',
    keysend: 'keysend',
    fee: (amount: string) => `fee ${amount}`,
    unused: {
      title: 'No money has come in or gone out yet',
      text: 'Connect an app that creates invoices for you, or create your first one with the API.',
    },
    none: 'There is nothing to show here.',
    pages: 'Pages',
    newest: 'Newest',
    older: (count: number) => `${count} older`,
  },
  connect: {
    title: 'Connect an app',
    text:
      'Open the app and choose to connect a wallet. The app brings you here. Then you decide ' +
      'what it can do and how much it can spend.',
    apps: 'Connected apps',
  },
  script: {
    title: 'Use it from a script',
    text: (tokens: string): Html =>
      html`Create a <a href="${tokens}">personal token</a>, then ask the API:`,
    reference: 'API reference',
  },
};
