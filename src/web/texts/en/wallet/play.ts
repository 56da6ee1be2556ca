import { type Html, html } from '../../../pages/html.ts';

/** Trying the wallet out, on the simulated network only. */
export const play = {
  title: 'Try it out',
  lead:
    'This service runs on a simulated network, and its money is play money. Here you find ' +
    'another wallet that pays you, and that you can pay.',
  link: 'This is play money. Try it out',
  paid: 'The other wallet has paid your invoice.',
  notPaid: (reason: string) => `The other wallet could not pay: ${reason}.`,
  badAmount: (most: string) => `Enter a whole number of sats from 1 to ${most}.`,
  memo: 'Something to try out',
  receive: {
    title: 'Pay an invoice of mine',
    text: (receive: string): Html =>
      html`Make an invoice on the page <a href="${receive}">Receive</a>, copy it, and paste it
        here.`,
    invoice: 'Invoice',
    submit: 'Have it paid',
  },
  send: {
    title: 'Give me an invoice to pay',
    text: 'The other wallet makes an invoice. You pay it with your wallet.',
    amount: 'Amount',
    submit: 'Make invoice',
    made: (amount: string) => `Here is an invoice for ${amount}.`,
    pay: 'Pay it',
    invoice: 'Invoice of the other wallet',
  },
  here: {
    title: 'Play money',
    text: 'Another wallet on the simulated network can pay this invoice for you.',
    submit: 'Pay this invoice',
  },
};
