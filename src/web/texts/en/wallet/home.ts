import { type Html, html } from '../../../pages/html.ts';

/** The start page of guests. */
export const landing = {
  title: 'A Lightning wallet of your own',
  lead:
    'Send and receive bitcoin over Lightning. Let apps use your wallet within limits that you ' +
    'set and can change at any time.',
  signIn: 'Sign in',
  developers: (docs: string): Html =>
    html`Building an app? <a href="${docs}">Read the API reference</a>.`,
};

/** The start page of a wallet. */
export const home = {
  title: 'Home',
  balance: 'Balance',
  address: 'Your Lightning address is',
  receive: 'Receive',
  send: 'Send',
  allSpendable: 'You can spend all of it now.',
  held: (amount: string) =>
    `Another ${amount} is reserved for payments on their way. What they do not need comes back ` +
    'to your balance.',
  limits: {
    above: (amount: string) =>
      `You have ${amount} more than this service keeps for you. The money is yours and stays ` +
      'spendable. Send some of it to another wallet; until then you cannot make new invoices.',
    maxBalance: (amount: string) =>
      `You can keep up to ${amount} here. More is still credited if it arrives, but new ` +
      'invoices are made only for what fits.',
    maxSendDay: (amount: string, left: string) =>
      `You can send up to ${amount} per day, fees included. ${left} are left until midnight ` +
      'UTC.',
  },
  /** How the whole service stands, where someone must know of it. */
  standing: {
    nodeAway: {
      label: 'No connection to the Lightning network',
      text: 'This service cannot reach the Lightning network right now.',
      meanwhile:
        'Your money is safe. Making invoices and paying other wallets work again once the ' +
        'connection is back, which usually takes a few minutes.',
    },
    coverLost: {
      label: 'Money is not covered',
      text: 'The node holds less than this service owes.',
      stopped: 'Payments to other services are stopped. Only admins see this notice.',
      show: 'Show the overview',
    },
    staleProof: {
      label: 'The proof of what is owed is too old',
      text: 'The proof of what this service owes is too old.',
      last: (when: Html): Html =>
        html`There should be one every hour. The last one is of ${when}. Ask the people who run
          this service why.`,
      show: 'Show it',
    },
  },
  newest: 'Newest',
  all: 'All activity',
  unused: {
    title: 'No money has come in or gone out yet',
    text: 'Press Receive to make your first invoice, or to show your Lightning address.',
  },
  connect: {
    title: 'Connect an app',
    text:
      'Open the app and choose to connect a wallet. The app brings you here. Then you decide ' +
      'what it can do and how much it can spend.',
    apps: 'Your apps',
  },
};
