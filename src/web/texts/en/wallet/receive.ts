/** Receiving money: an invoice for one payment, and the address for all. */
export const receive = {
  title: 'Receive',
  amount: 'Amount',
  unit: 'Unit',
  memo: 'What it is for',
  memoHint: 'The payer sees it in their wallet.',
  expiry: 'Valid for',
  expiries: {
    900: '15 minutes',
    3600: '1 hour',
    86400: '1 day',
    604800: '7 days',
  },
  submit: 'Make invoice',
  address: {
    title: 'Your Lightning address',
    none: 'You have no address yet',
    noneText: 'With an address, people can pay you without an invoice, as often as they want.',
    choose: 'Choose an address',
  },
  refused: {
    bad_amount: (most: string) => `Enter a whole number of sats from 1 to ${most}.`,
    bad_money: (example: string) => `Enter an amount of money, such as ${example}.`,
    no_price:
      'The price of bitcoin in this currency is not known at the moment. Enter the amount in sats.',
    memo_too_long: (maxBytes: number) =>
      `This text is too long. Use at most ${maxBytes} letters; accented ones count twice.`,
    too_many_open_invoices:
      'Too many of your invoices are still unpaid. Wait until some of them expire, then try again.',
    too_many_new_invoices:
      'You have created very many invoices today. Wait an hour or two, then try again.',
    full: (most: string) =>
      `You already have as much here as this service keeps for you (${most}). Send some of it ` +
      'to another wallet first.',
    over_room: (room: string, most: string) =>
      `That is more than fits. You can receive up to ${room} now, because this service keeps up ` +
      `to ${most} for you.`,
    sent_before:
      'You sent this form before, with something else in it. Check it, then send it once more.',
  },
  invoiceTitle: {
    waiting: (amount: string) => `Invoice for ${amount}`,
    paid: (amount: string) => `Paid: ${amount}`,
    expired: (amount: string) => `Expired invoice for ${amount}`,
  },
  waiting: {
    title: (amount: string) => `Invoice for ${amount}`,
    lead: 'Let the payer scan the code, or send them the invoice. It can be paid once.',
    qr: (amount: string) => `QR code of the invoice for ${amount}`,
    noQr: 'The QR code cannot be drawn right now. Copy the invoice instead, or reload the page.',
    copy: 'Copy invoice',
    share: 'Share',
    open: 'Open in wallet',
    state: 'Waiting for payment',
    until: 'Valid until',
    /** A script puts minutes and seconds in place of the braces. */
    left: '{} left',
    check: 'Check for the payment',
    formats: 'Other formats',
    asText: 'Invoice as text',
    asLink: 'Bitcoin link',
    linkHint: 'Some wallets open this kind of link.',
  },
  paid: {
    title: 'Paid',
    lead: (amount: string) => `${amount} is in your wallet.`,
    again: (count: number) =>
      `This invoice was paid ${count} times. All of the money is in your wallet.`,
    when: 'Received',
    done: 'Done',
    another: 'Another invoice',
  },
  expired: {
    title: 'This invoice has expired',
    lead:
      'It can no longer be paid. A payment that was already on its way may still arrive. This ' +
      'page then says so.',
    again: 'Make the same invoice again',
  },
};
