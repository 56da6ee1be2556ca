import type { AlarmKind } from '../../../alarms/alarm-store.ts';
import type { NodeDifference } from '../../../node/comparison-store.ts';
import { type Html, html } from '../../pages/html.ts';

const DONE: Readonly<Record<NodeDifference['kind'], string>> = {
  payment: 'Paid',
  invoice: 'Received',
};
const STATES: Readonly<Record<NodeDifference['state'], string>> = {
  in_flight: 'in flight',
  succeeded: 'succeeded',
  settled: 'settled',
};

/** What operators see of their node. They know Lightning. */
export const node = {
  title: 'Node',
  lead: 'The Lightning node, and whether it holds enough for what this service owes.',
  money: {
    title: 'Money',
    payments: 'Payments over the node',
    allowed: 'Allowed',
    stopped: 'Stopped',
    internal: 'Payments between wallets of this service continue.',
    solvency: 'Solvency',
    covered: 'Covered',
    notCovered: 'Not covered',
    noAnswer: 'The node does not answer',
    holds: 'The node holds',
    unknown: 'Not known',
    owes: 'This service owes',
    wallets: 'of it in wallets',
    held: 'of it held, not yet sent',
    unclaimed: 'of it unclaimed',
    pending: 'Payments on their way',
    none: 'None',
    pendingFor: (count: string, amount: string) => `${count}, ${amount} held for them`,
    books: 'Books',
    notChecked: 'Not checked yet',
    balanced: 'Balance',
    findings: (count: string) => `Do not balance: ${count} findings`,
    checked: (transfers: string, time: Html): Html => html`${transfers} transfers, checked ${time}`,
  },
  comparison: {
    title: 'After the restore',
    comparing:
      'The node and the database are being compared. If nothing is missing here, payments are ' +
      'allowed again by themselves, after about a minute. If something is missing, they stay ' +
      'stopped until you allow them:',
    differs:
      'The node did things that the database does not know. None of it is sent again or booked. ' +
      'When you have checked it, allow payments again:',
    caption: 'What the database does not know',
    when: 'When',
    what: 'What',
    paymentHash: 'Payment hash',
    amount: 'Amount',
    done: ({ kind, state }: Pick<NodeDifference, 'kind' | 'state'>) =>
      `${DONE[kind]}, ${STATES[state]}`,
  },
  info: {
    title: 'Node',
    noAnswer: 'Does not answer',
    meanwhile: 'Wallets can still pay each other. Money that arrives is credited later.',
    name: 'Name',
    publicKey: 'Public key',
    network: 'Network',
    version: 'Version',
    chain: 'Chain',
    synced: 'Synced',
    catchingUp: 'Catching up',
    block: (height: string) => `block ${height}`,
    canSend: 'Can send',
    canReceive: 'Can receive',
  },
  channels: {
    title: 'Channels',
    none: 'There are no channels. Nothing can be sent or received.',
    some: (shown: string, all: string): Html => html`The first ${shown} of ${all} are shown.
      <code>satchel node</code> lists all.`,
    caption: 'Channels and their balances',
    peer: 'Peer',
    state: 'State',
    ours: 'Ours',
    theirs: 'Theirs',
    active: 'Active',
    inactive: 'Inactive',
  },
  advice: {
    title: 'Advice',
    none: 'The channels are in good shape. There is nothing to do.',
    notCovered:
      'The node holds less than is owed to users. Add money of your own to its channels. ' +
      'Payments over the node stop until it is enough.',
    thinCover: (percent: string) =>
      `The node holds only ${percent} % of what is owed. Fees alone could take it below. Keep ` +
      'more money of your own in its channels.',
    noChannels:
      'There are no channels, so nothing can be sent or received over the node. Open one to a ' +
      'well-connected node, and arrange for one in the other direction.',
    lowOutbound: (percent: string) =>
      `Only ${percent} % of the capacity can be sent. Payments to other nodes will soon fail. ` +
      'Open another channel.',
    lowInbound: (percent: string) =>
      `Only ${percent} % of the capacity can be received. Larger payments to your users will ` +
      'fail. Ask another node to open a channel to yours, or buy one from a provider of liquidity.',
    singleChannel:
      'All money goes through one channel. While its peer is away, nothing can be sent or ' +
      'received. Open a second one to another node.',
    oneChannel: (percent: string, peer: string) =>
      `The channel with ${peer}… has ${percent} % of what the node can send. While that peer is ` +
      'away, most payments fail. Spread the money over more channels.',
    inactive: (count: string, amount: string) =>
      `Channels whose peer is away: ${count}. They hold ${amount} that cannot be sent now. If a ` +
      'peer stays away for days, contact its operator, or close the channel.',
  },
  alarms: {
    title: 'Alarms',
    none: 'No alarm is open.',
    open: (count: string) => `Open alarms: ${count}`,
    kinds: {
      fee_above_reserve: 'fee above reserve',
      payment_stranded: 'payment stranded',
      stranded_payment_ended: 'stranded payment ended',
      foreign_payment_for_hash: 'foreign payment for hash',
      acknowledged_payment_not_found: 'acknowledged payment not found',
      final_state_contradicted: 'final state contradicted',
      credit_parked: 'credit parked',
      receipt_taken_back: 'receipt taken back',
      closed_account_paid: 'money for a closed account',
      statement_not_closed: 'statement not closed',
      owed_sums_differ: 'sums owed differ from the books',
      proof_folder_differs: 'copies of checkpoints differ',
      cursor_event_missing: 'cursor event missing',
      node_changed: 'node changed',
      preimage_mismatch: 'preimage mismatch',
      node_balance_too_low: 'node balance too low',
      books_do_not_balance: 'books do not balance',
      job_parked: 'job parked',
      backup_failed: 'backup failed',
      backup_overdue: 'backups overdue',
      payment_not_in_books: 'payment not in books',
      payment_of_others: 'payment of others',
      invoice_not_in_books: 'invoice not in books',
      database_unsafe: 'database may forget',
      database_gone_back: 'database gone back',
      payment_lost: 'payment lost',
      payment_takes_long: 'payment on its way for long',
      database_refuses_writes: 'database refuses writes',
      node_away: 'node away',
      backup_missing: 'no backup was ever made',
      database_outdated: 'old release of PostgreSQL',
    } satisfies Readonly<Record<AlarmKind, string>>,
  },
};
