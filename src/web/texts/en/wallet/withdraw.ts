/** Bringing money in from a link that offers it. */
export const withdraw = {
  title: 'Withdraw to your wallet',
  lead: (domain: string) => `${domain} offers you money. It goes straight to your wallet.`,
  from: 'From',
  description: 'What for',
  amount: 'Amount',
  fixed: (amount: string) => `You get ${amount}.`,
  range: (least: string, most: string) => `From ${least} to ${most}.`,
  submit: 'Withdraw',
  tooOld: {
    title: 'This page was open too long',
    text: 'Open the link again to start anew.',
    again: 'Send',
  },
  onItsWay: {
    title: 'On its way',
    text: (domain: string, amount: string) =>
      `${domain} said that it will send ${amount}. This page says so when it has arrived.`,
    check: 'Check again',
  },
  noAnswer: {
    title: 'Not confirmed yet',
    text: (domain: string) =>
      `We do not know whether ${domain} will send the money. You can ask again: it is asked for ` +
      'the same payment, so you cannot ask for too much.',
    again: 'Ask again',
  },
  refused: {
    title: 'Refused',
    text: (domain: string) =>
      `${domain} refused to send the money. You can ask again: it is asked for the same payment, ` +
      'so you cannot ask for too much.',
  },
  arrived: {
    title: 'Arrived',
    text: (amount: string) => `${amount} is in your wallet.`,
  },
  expired: {
    title: 'Nothing came',
    text: 'The other side did not send the money in time. Open the link again to start anew.',
  },
  done: 'Done',
};
