/**
 * The numbered points of a payment's life, of an invoice's, and of recovery: before, during and
 * after each call that a process makes on its ports. Numbers are positions in this table.
 */
export interface CrashPoint {
  readonly number: number;
  /** As the traps name it: port and method. */
  readonly call: string;
  readonly moment: Moment;
  /** What happens at this call, for the report. */
  readonly what: string;
  readonly phase: Phase;
  /** Whether the call comes only once or twice in a round. */
  readonly isRare: boolean;
  /** Recovery comes by here when the process before died at this point. */
  readonly after: number | null;
}

export type Moment = (typeof MOMENTS)[number];
const MOMENTS = ['before', 'during', 'after'] as const;

/** When a process comes by: under load, as api or worker; or in the first seconds of a restart. */
export type Phase = 'pays' | 'receives' | 'recovers';

interface Call {
  readonly call: string;
  readonly what: string;
  readonly isRare: boolean;
  readonly after: Death | null;
}

type Death = readonly [call: string, moment: Moment];

const often = (call: string, what: string): Call => ({ call, what, isRare: false, after: null });
const rarely = (call: string, what: string): Call => ({ call, what, isRare: true, after: null });
const afterDeath = (after: Death, call: string, what: string): Call => ({
  call,
  what,
  after,
  isRare: true,
});

/** Leaves payments in flight. */
const SENT: Death = ['payments.markAcknowledged', 'after'];

const CALLS: Readonly<Record<Phase, readonly Call[]>> = {
  pays: [
    rarely('batches.insertBatch', 'a batch is written with all its items'),
    often('money.reserve', 'a payment is reserved'),
    rarely('money.reserveLaterItem', 'an item of a batch is reserved that is not its first'),
    rarely('batches.refuseItem', 'the refusal of an item is written'),
    often('lightning.newestPaymentIndex', 'the newest payment of the node is read'),
    often('payments.beginDispatch', 'a payment begins to be sent'),
    often('lightning.send', 'a payment is handed to the node'),
    often('lightning.acknowledged', 'the node says that it has a payment'),
    rarely('payments.markAcknowledged', 'that the node has a payment is written'),
    rarely('payments.markUnknown', 'a payment is given to recovery'),
    often('money.resolve', 'the end of a payment is written'),
    often('money.settleInternal', 'an internal payment is written'),
    rarely('payments.joinPayment', 'a key is written for a payment that exists'),
    often('invoices.insertInvoice', 'an invoice is written before the node makes it'),
    often('lightning.createInvoice', 'the node makes an invoice'),
    often('invoices.setBolt11', 'the text of an invoice is written'),
    often('invoices.insertPayable', 'an invoice is written that the node has made'),
    often('addressInvoices.insertInvoice', 'an invoice is written that a stranger asked for'),
    rarely('withdrawals.order', 'bitcoin to an address is reserved'),
    rarely('approvals.ask', 'a payment is written that waits for its approval'),
    rarely('money.reserveApproved', 'an approved payment is reserved with its approval'),
    rarely('money.settleApproved', 'an approved internal payment is written with its approval'),
    rarely('approvals.end', 'what waits for an approval ends without one'),
  ],
  receives: [
    often('lightning.incoming', 'the node tells of something settled'),
    often('money.credit', 'a receipt is written'),
    rarely('nodes.advanceCursor', 'the cursor passes what is not ours'),
    often('lightning.deleteInvoice', 'an invoice that no one paid is deleted at the node'),
    rarely('addressInvoices.removeUnpaid', 'and is removed from the database'),
    rarely('deposits.note', 'what came to addresses is written'),
    rarely('deposits.credit', 'what blocks have is credited'),
    rarely('withdrawals.sign', 'the signed transaction is written'),
    rarely('withdrawals.noteBroadcast', 'that the node has taken it is written'),
    rarely('withdrawals.settle', 'that a block has it is written'),
  ],
  recovers: [
    often('processes.heartbeat', 'a process says that it lives'),
    often('processes.declareOthersGone', 'the predecessors are declared gone'),
    often('processes.acquireLease', 'a lease is taken'),
    often('payments.adoptOrphans', 'payments without an owner are taken over'),
    afterDeath(SENT, 'lightning.payment', 'the node is asked for a payment'),
    afterDeath(SENT, 'lightning.follow', 'a payment is followed that another process sent'),
    afterDeath(
      ['lightning.send', 'before'],
      'payments.markNotFound',
      'that the node does not know a payment is written',
    ),
    afterDeath(
      SENT,
      'money.resolveInRecovery',
      'the end of a payment is written that another process sent',
    ),
    often('lightning.settledInvoices', 'the settled invoices of the node are listed'),
    often('money.creditInRecovery', 'what came in meanwhile is written'),
    afterDeath(
      ['money.settleInternal', 'after'],
      'lightning.cancelInvoice',
      'an invoice that was paid internally is cancelled at the node',
    ),
    afterDeath(
      ['money.settleInternal', 'after'],
      'invoices.markNodeInvoicesCancelled',
      'that it is cancelled is written',
    ),
    afterDeath(
      ['money.reserveLaterItem', 'before'],
      'batches.cancelPendingItems',
      'items of a batch without an owner are cancelled',
    ),
  ],
};

const PLACES = (['pays', 'receives', 'recovers'] as const).flatMap((phase) =>
  CALLS[phase].map((call) => ({ ...call, phase })),
);

const numberOf = (call: string, moment: Moment): number =>
  PLACES.findIndex((place) => place.call === call) * MOMENTS.length + MOMENTS.indexOf(moment) + 1;

export const CRASH_POINTS: readonly CrashPoint[] = PLACES.flatMap(({ after, ...place }) =>
  MOMENTS.map((moment) => ({
    ...place,
    moment,
    number: numberOf(place.call, moment),
    after: after === null ? null : numberOf(...after),
  })),
);

/** Whether a process comes by only where bitcoin moves on the chain. */
export const isOfChain = ({ call }: CrashPoint): boolean => /^(withdrawals|deposits)\./.test(call);

/** What a process is told to die of. */
export interface CrashOrder {
  readonly point: number;
  /** At the how manieth passing from now on. */
  readonly nth: number;
  /** How long after its beginning, for a moment during the call. */
  readonly delayMs: number;
  readonly diesItself: boolean;
  /** Process id of the database server, where that is to die. */
  readonly databasePid: number | null;
}

/** Takes an order back. */
export const DISARM = 'disarm';
