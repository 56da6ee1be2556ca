import { type Html, html } from '../../../pages/html.ts';

/** What people are told of under the bell. */
export const notices = {
  title: 'Notices',
  lead: 'What happened in your wallet while you were not looking.',
  none: {
    title: 'Nothing new',
    text: 'When you receive money, or someone signs in to your wallet, you find it here.',
  },
  markRead: 'Mark all as read',
  unread: 'New',
  moreThan: (count: string) => `more than ${count}`,
  received: 'You received money',
  receivedSeveral: (times: string) => `You received money ${times} times`,
  paid: {
    one: 'A payment has arrived',
    several: (count: string) => `Payments have arrived: ${count}`,
    text: 'It was on its way for a while.',
  },
  notPaid: {
    one: 'A payment did not arrive',
    several: (count: string) => `Payments did not arrive: ${count}`,
    text: 'What was set aside for it is in your wallet again. Nothing was taken.',
  },
  aboveLimit: {
    title: 'Your wallet holds more than its limit',
    text: (limit: string) =>
      `This service keeps up to ${limit} for you. What arrived above that is yours all the same. ` +
      'Send some of it away before you ask for more.',
  },
  budgetSoon: {
    title: 'A limit is almost reached',
    text: (name: Html): Html => html`${name} has spent 80 % or more of what you allow.`,
  },
  budgetSpent: {
    title: 'A limit is reached',
    text: (name: Html): Html => html`${name} has spent all that you allow for now.`,
  },
  app: {
    title: 'An app was connected',
    text: (name: Html): Html =>
      html`${name} may use your wallet now. If it was not you who allowed it, disconnect it.`,
  },
  signIn: {
    title: 'A new sign-in',
    text: (device: Html, address: Html): Html =>
      html`With ${device}, from the internet address ${address}. If it was not you, end that
      session and choose a new password.`,
  },
  webhookOff: {
    title: 'A webhook was switched off',
    text: (url: Html): Html => html`Messages to ${url} did not get through any more.`,
  },
  choice: {
    title: 'What you want to know',
    lead:
      'A mail names no amounts. After one, no other about the same follows until you have marked ' +
      'the notices as read.',
    noMail: 'This service sends no mail, so you see everything only here.',
    kinds: {
      received: 'Money received',
      ended: 'A payment that was on its way has ended',
      limit: 'Money arrived above the limit of your wallet',
      budget: 'An app or token has spent 80 % of its limit, or all of it',
      app: 'A new app is connected',
      sign_in: 'A sign-in from a new place',
      webhook_off: 'A webhook fails or is switched off',
    },
    ways: { none: 'Do not tell me', bell: 'Show it here', mail: 'Here and by mail' },
    save: 'Save',
    done: 'Your choice is saved.',
  },
};
