import { type Html, html } from '../../../pages/html.ts';

/** What each month did to a wallet. */
export const statements = {
  title: 'Statements',
  titleOf: (month: string) => `Statement of ${month}`,
  lead: 'What each month did to your money. A month that is over never changes.',
  unused: {
    title: 'No statement yet',
    text: 'Your first statement begins with the first money that you receive.',
  },
  back: 'All statements',
  link: 'Statements by month',
  month: 'Month',
  opening: 'At the start',
  incoming: 'In',
  outgoing: 'Out',
  fees: 'Fees',
  closing: 'At the end',
  soFar: 'So far',
  closed: 'Closed',
  open: 'Not closed yet',
  openHint: 'This month is not over yet. It is closed about an hour after it ends.',
  behind: 'Not all payments are added up yet. Open this page again in a minute.',
  zone: (zone: string) => `Days and times are in the time zone ${zone}.`,
  zones: 'Each month follows the time zone that you had chosen when it began.',
  held: (amount: string) =>
    `Of this, ${amount} was set aside for payments that were still on their way.`,
  heldNow: (amount: string) => `Of this, ${amount} is set aside for payments on their way.`,
  print: 'Use the print command of your browser to print this page or keep it as a PDF.',
  csv: 'For spreadsheets (CSV)',
  json: 'For programs (JSON)',
  files: 'Files',
  movements: 'Payments',
  noMovements: 'No money came in or went out in this month.',
  firstOnly: (shown: string, all: string) =>
    `These are the first ${shown} of ${all} payments. The files hold all of them.`,
  when: 'When',
  what: 'What',
  amount: 'Amount',
  balance: 'Balance',
  received: 'Received',
  sent: 'Sent',
  fee: (amount: string) => `fee ${amount}`,
  noPurpose: 'No description',
  /** Booked later than it arrived. */
  arrived: 'arrived on',
  /** What the service owed to all, when this page was made. */
  owed: 'Newest proof of what is owed',
  owedNumber: (epoch: string, when: Html): Html => html`Number ${epoch}, ${when}`,
  owedHint:
    'This is the root of the newest published sum of what this service owes to all. Others who ' +
    'print or look up the same number must see the same root.',
  seal: 'Fingerprint',
  sealHint:
    'It follows from every payment up to the end of this month. If any of them were changed ' +
    'later, it would be another one. Keep it, or the file for programs, if you want to check that.',
};
