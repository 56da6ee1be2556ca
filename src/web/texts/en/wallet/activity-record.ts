/** All about one record or payment. */
export const activityRecord = {
  back: 'Activity',
  /** Head of the printed page. */
  receipt: (site: string, identifier: string) => `${site}, record ${identifier}`,
  received: { title: 'Received', lead: (amount: string) => `${amount} is in your wallet.` },
  settled: { title: 'Paid', lead: 'The payee has the money.' },
  sending: {
    title: 'Sending',
    lead: (held: string, amount: string, fee: string) =>
      `${held} is set aside: ${amount}, and at most ${fee} for fees. What is not used comes back.`,
  },
  inFlight: {
    title: 'On its way',
    lead: 'This usually takes seconds. You can close this page.',
  },
  longInFlight: {
    title: 'Still on its way',
    lead: (lasting: string) =>
      `This has been on its way for ${lasting}. Most payments take seconds, but this one is ` +
      'being held back on its way or by its payee. The money stays set aside until it has ' +
      'arrived or comes back to you. Paying the same invoice again cannot pay twice. Paying a ' +
      'new invoice can. You can close this page; the payment goes on.',
  },
  unknown: {
    title: 'Not known yet',
    lead:
      'The node has not said whether the money arrived. It stays set aside until it does. Paying ' +
      'the same invoice again cannot pay twice. A new invoice can.',
  },
  longUnknown: {
    title: 'Still not known',
    lead: (identifier: string) =>
      'The node has not said whether the money arrived. It stays set aside until it does. Paying ' +
      'the same invoice again cannot pay twice. A new invoice can. Your operator can look it up ' +
      `as payment ${identifier}.`,
  },
  failed: { title: 'Not paid', nothingTaken: 'Nothing was taken from your wallet.' },
  causes: {
    no_route: 'No way to the payee was found that could carry this amount.',
    timeout: 'The payment did not find its way in time.',
    insufficient_liquidity: 'This service cannot send that much over Lightning at the moment.',
    incorrect_details: 'The payee refused it: the invoice has expired, or the amount is wrong.',
    cancelled: 'The payment was cancelled.',
    rejected: 'The Lightning node of this service refused to send it.',
    never_sent: 'The payment was never sent.',
    node_away: 'The Lightning node of this service could not be reached.',
    never_arrived: 'The payment never reached the Lightning node of this service.',
    already_paid: 'The invoice was paid before, by another payment.',
    stranded: 'The payment got stuck and was never paid. Ask the payee for a new invoice.',
    other: 'The payment failed.',
  },
  refresh: 'Refresh',
  fee: 'Fee',
  feeShare: (fee: string, percent: string) => `${fee} (${percent} of the amount)`,
  noFee: 'None',
  feeAtMost: (fee: string) => `At most ${fee}`,
  left: 'Taken from the wallet',
  ordered: 'Started',
  asked: 'Invoice made',
  settledAt: { incoming: 'Received', outgoing: 'Paid' },
  bookedAt: 'Added to your wallet',
  ended: 'Ended',
  to: 'To',
  payer: 'From',
  payerEmail: 'E-mail of the payer',
  payerKey: 'Key of the payer',
  destination: 'Key of the payee',
  description: 'Description',
  comment: 'Comment',
  message: 'Message',
  by: { incoming: 'Invoice made by', outgoing: 'Paid by', unpaid: 'Started by' },
  kind: 'Kind',
  keysend: 'Keysend: sent without an invoice',
  proof: 'Proof of payment',
  proofHint: 'Keep this as a receipt, and show it to the payee if they ask.',
  copyProof: 'Copy proof',
  paymentHash: 'Payment hash',
  invoice: 'Invoice',
  technical: 'Technical details',
  success: {
    title: 'From the payee',
    url: 'Address',
    urlHint: 'The payee wrote this. Open it only if you trust them.',
    secret: 'For you',
  },
  boost: {
    title: 'Boost',
    app: 'App',
    podcast: 'Show',
    episode: 'Episode',
    sender: 'Sender',
    message: 'Message',
    all: 'All that was sent with it',
  },
  records: 'Other records',
  metadata: 'Metadata',
  webhooks: 'Webhooks that were told of it',
  note: {
    title: 'Your note',
    label: 'Only you can see it',
    save: 'Save note',
    saved: 'Your note is saved.',
    removed: 'Your note is removed.',
    tooLong: (max: number) => `This note is too long. Use at most ${max} letters.`,
  },
};
