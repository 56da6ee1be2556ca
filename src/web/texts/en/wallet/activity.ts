/** Lines of money that came, went, or was meant to, wherever they stand. */
export const records = {
  noPurpose: 'No description',
  from: (payer: string) => `From ${payer}`,
  received: 'Received',
  sent: 'Sent',
  pending: 'On its way',
  failed: 'Not paid',
  keysend: 'without an invoice',
  fee: (amount: string) => `fee ${amount}`,
  /** Who ordered it, or asked for it. */
  spenders: {
    you: 'You',
    operator: 'The operator',
    address: 'Lightning address',
    /** One that is not known any more. */
    unknown: 'A deleted app',
    ended: {
      token: (name: string) => `${name} (revoked)`,
      app: (name: string) => `${name} (disconnected)`,
    },
  },
  today: 'Today',
  yesterday: 'Yesterday',
};

export const activity = {
  title: 'Activity',
  filters: 'Direction',
  all: 'All',
  incoming: 'In',
  outgoing: 'Out',
  unused: {
    title: 'No money has come in or gone out yet',
    text: 'Everything that you receive and send will stand here.',
  },
  search: 'Search',
  searchHint: 'What it was for, a name, an address, or a payment hash.',
  more: 'More filters',
  state: 'State',
  states: {
    all: 'All',
    settled: 'Received or paid',
    pending: 'On its way',
    failed: 'Not paid',
  },
  app: 'App or token',
  allApps: 'All',
  from: 'From day',
  to: 'Up to day',
  badDay: 'Enter a day, such as 2026-11-21.',
  minAmount: 'From this amount',
  badAmount: 'Enter a whole number of sats.',
  show: 'Show',
  clear: 'Clear filters',
  nothing: {
    title: 'Nothing of this kind',
    text: 'No record fits the filters.',
    noneFound: (count: string) => `None of the ${count} records looked at fits the filters.`,
  },
  pendingTitle: 'On its way',
  pendingMore: 'There are more payments on their way. Choose “On its way” among the filters.',
  sum: {
    label: 'Shown on this page',
    incoming: 'In',
    outgoing: 'Out',
    fees: 'Fees',
  },
  /** At the end of a page that a search filled only in part. */
  looked: (count: string) => `Looked at ${count} records, back to`,
  lookFurther: 'Look further back',
  zone: 'Days and times of this list are in UTC.',
  pages: 'Pages',
  newest: 'Newest',
  older: 'Older',
};
