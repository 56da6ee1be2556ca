/** Pages for people who pay an address. They may see a Lightning wallet for the first time. */
export const pay = {
  title: (payee: string) => `Pay ${payee}`,
  lead: 'Choose an amount. You get an invoice that any Lightning wallet can pay.',
  amount: 'Amount',
  amountHint: 'In sats, the smallest unit of bitcoin.',
  comment: 'Comment',
  commentHint: (maxLength: number) => `Up to ${maxLength} characters, for the person you pay.`,
  submit: 'Make invoice',
  fullTitle: 'Not possible right now',
  refused: {
    full:
      'This person already has as much here as this service keeps for them. Ask them when ' +
      'you can pay again.',
    amount: (least: string, most: string) =>
      `Enter a whole number of sats from ${least} to ${most}.`,
    comment_too_long: (maxLength: number) =>
      `This comment is too long. Shorten it to ${maxLength} characters.`,
    too_many_open_invoices:
      'Too many invoices of this address or of your network are unpaid at the moment. Each of ' +
      'them expires within 15 minutes. Pay one that you already have, or try again later.',
    too_busy:
      'Many people ask for invoices at the moment. Nothing was made. Try again in a minute.',
    too_often: (retryAfterSec: number) =>
      'Your network has asked for many invoices in a short time. Try again in ' +
      `${retryAfterSec} ${retryAfterSec === 1 ? 'second' : 'seconds'}.`,
  },
  invoice: {
    to: 'To',
    amount: 'Amount',
    comment: 'Comment',
    waiting: {
      title: (amount: string) => `Invoice for ${amount}`,
      lead: 'Scan the code with a Lightning wallet, or open the invoice in one on this device.',
      qr: (amount: string) => `QR code of the invoice for ${amount}`,
      noQr: 'The QR code cannot be drawn right now. Copy the invoice instead, or reload the page.',
      open: 'Open in wallet',
      copy: 'Copy invoice',
      asText: 'Invoice as text',
      state: 'Waiting for your payment',
      until: 'Valid until',
      /** A script puts minutes and seconds in place of the braces. */
      left: '{} left',
      check: 'Check for the payment',
    },
    paid: {
      title: 'Paid',
      lead: 'The money has arrived. Thank you!',
      proof: 'Proof of payment',
      proofHint: 'Keep this as a receipt. Everyone who has the link to this page sees it too.',
      again: 'Pay again',
    },
    expired: {
      title: 'This invoice has expired',
      lead: 'It can no longer be paid. If you still want to pay, make a new one.',
      underWay:
        'Does your wallet say that a payment is still on its way? Then wait for its result: the ' +
        'money either arrives here or goes back to you.',
      again: 'Make a new invoice',
    },
    removed: {
      title: 'This invoice is no longer here',
      lead: 'Unpaid invoices are removed some time after they expire.',
      again: 'Make a new invoice',
    },
  },
};
