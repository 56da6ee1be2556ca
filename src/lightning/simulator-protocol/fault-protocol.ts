/**
 * A way to make a simulated node misbehave. The simulator, its control interface and the help of
 * the command line share one table of these ways.
 */
export interface FaultKind {
  readonly scope: FaultScope;
  readonly description: string;
  /**
   * The default of the field `ms` in an order for a fault; absent if this kind of fault does not
   * use the field.
   */
  readonly ms?: number;
  /**
   * The default of the field `amountMsat` in an order for a fault; absent if this kind of fault
   * does not use the field.
   */
  readonly amountMsat?: number;
  /** Names of the LND calls that the fault affects if the order names none. */
  readonly calls?: readonly string[];
  /**
   * How often the fault happens if the order for it does not say; null means until it is cleared.
   */
  readonly count: number | null;
}

/**
 * What a fault affects: `payer` payments that the node sends, `payee` payments that it receives,
 * `call` its REST calls, `stream` its invoice stream, `node` the whole node. A fault of scope `now`
 * happens once, immediately.
 */
export type FaultScope = 'payer' | 'payee' | 'call' | 'stream' | 'node' | 'now';

const PAYMENT_CALLS = ['SendPaymentV2', 'TrackPaymentV2', 'TrackPayments', 'ListPayments'];
const SEND = ['SendPaymentV2'];

const kinds = {
  no_route: { scope: 'payer', count: 1, description: 'no route is found' },
  insufficient_balance: {
    scope: 'payer',
    count: 1,
    description: 'the channels of the node hold too little',
  },
  fee_limit_exceeded: {
    scope: 'payer',
    count: 1,
    description: 'every route costs more than the fee limit, which LND reports as no route',
  },
  payment_timeout: { scope: 'payer', count: 1, description: 'the attempts take too long' },
  payment_error: { scope: 'payer', count: 1, description: 'an error without a reason' },
  incorrect_details: {
    scope: 'payer',
    count: 1,
    description: 'the payee refuses: unknown hash, wrong amount or wrong secret',
  },
  expired: { scope: 'payer', count: 1, description: 'refused: the invoice is expired' },
  already_paid: {
    scope: 'payer',
    count: 1,
    description: 'refused with ALREADY_EXISTS: "invoice is already paid", though it is not',
  },
  in_transition: {
    scope: 'payer',
    count: 1,
    description: 'refused with ALREADY_EXISTS: "payment is in transition", though it is not',
  },
  hold_settle: {
    scope: 'payer',
    count: 1,
    ms: 5000,
    description: 'the payee keeps the payment for --ms, then takes it',
  },
  hold_fail: {
    scope: 'payer',
    count: 1,
    ms: 5000,
    description: 'the payee keeps the payment for --ms, then refuses it',
  },
  missing_part: {
    scope: 'payer',
    count: 1,
    ms: 120_000,
    description: 'only the first half is sent; after --ms the payee gives it back',
  },
  stranded: {
    scope: 'payer',
    count: 1,
    description: 'written down and never sent, as by an LND that is killed in between: no end',
  },

  overpay: {
    scope: 'payee',
    count: 1,
    amountMsat: 1000,
    description: 'the next payment to the node brings --amount-msat more than asked',
  },
  sub_sat: {
    scope: 'payee',
    count: 1,
    amountMsat: 500,
    description: 'the next payment to the node brings a part of a satoshi more than asked',
  },
  missing_part_in: {
    scope: 'payee',
    count: 1,
    ms: 120_000,
    description: 'the next payment to the node comes by half only, and goes back after --ms',
  },
  taken_back: {
    scope: 'payee',
    count: 1,
    description: 'the next payment to the node settles its invoice, and goes back to its payer',
  },

  silent: {
    scope: 'call',
    count: null,
    calls: PAYMENT_CALLS,
    description: 'takes payment calls, does nothing and never answers',
  },
  frozen: {
    scope: 'call',
    count: null,
    calls: PAYMENT_CALLS,
    description: 'keeps payment calls and does them when cleared, even if their callers have gone',
  },
  slow: { scope: 'call', count: null, ms: 3000, description: 'waits --ms before it does a call' },
  drop_unrecorded: {
    scope: 'call',
    count: 1,
    calls: SEND,
    description: 'cuts the connection without doing the call',
  },
  drop_recorded: {
    scope: 'call',
    count: 1,
    calls: SEND,
    description: 'does the call and cuts the connection before the answer',
  },
  silent_recorded: {
    scope: 'call',
    count: 1,
    calls: SEND,
    description: 'does the call and never answers: the connection stays open, and silent',
  },
  crash_unrecorded: {
    scope: 'call',
    count: 1,
    calls: SEND,
    description: 'the whole simulator dies at the call, before it is written down',
  },
  crash_recorded: {
    scope: 'call',
    count: 1,
    calls: SEND,
    description: 'the whole simulator dies between writing the call down and answering it',
  },
  half_answer: {
    scope: 'call',
    count: 1,
    calls: SEND,
    description: 'cuts the connection in the middle of the answer',
  },
  wrong_types: {
    scope: 'call',
    count: 1,
    calls: SEND,
    description: 'answers with numbers for texts, texts for objects and the like',
  },
  starting: {
    scope: 'call',
    count: null,
    description: 'refuses every call: the RPC server is in the process of starting up',
  },
  locked: { scope: 'call', count: null, description: 'refuses every call: wallet locked' },
  no_permission: { scope: 'call', count: null, description: 'refuses calls: permission denied' },
  no_resolutions: {
    scope: 'call',
    count: null,
    calls: ['LookupHtlcResolution'],
    description: 'keeps no ends of HTLCs, as without store-final-htlc-resolutions',
  },
  not_synced: {
    scope: 'call',
    count: null,
    calls: ['GetInfo'],
    description: 'says that it is not synced to the chain',
  },
  settle_first: {
    scope: 'call',
    count: 1,
    ms: 500,
    calls: ['AddInvoice'],
    description: 'a new invoice is paid at once, and its caller gets the answer --ms later',
  },
  alias_slow: {
    scope: 'call',
    count: null,
    ms: 3000,
    calls: ['GetNodeInfo'],
    description: 'takes --ms to tell the alias of a node',
  },
  alias_missing: {
    scope: 'call',
    count: null,
    calls: ['GetNodeInfo'],
    description: 'knows no other node',
  },

  duplicate_events: {
    scope: 'stream',
    count: null,
    description: 'tells every settled invoice twice',
  },
  out_of_order: {
    scope: 'stream',
    count: 1,
    ms: 500,
    description: 'tells a settled invoice after the next one, or after --ms',
  },
  lost_events: { scope: 'stream', count: null, description: 'does not tell settled invoices' },
  stale_replay: {
    scope: 'stream',
    count: null,
    description: 'a new stream begins with the last three settled invoices, newest first',
  },

  keeps_orphans: {
    scope: 'node',
    count: 1,
    description:
      'after the next reorganisation, of any depth, the wallet keeps what the lowest block had ' +
      '(LND does so after an even number of blocks)',
  },
  publish_lost: {
    scope: 'call',
    count: 1,
    calls: ['PublishTransaction'],
    description: 'takes a transaction into its wallet, answers well, and tells no one of it',
  },
  missing_transaction: {
    scope: 'call',
    count: null,
    calls: ['GetTransactions'],
    description: 'refuses lists that include the block --height (default: the newest one)',
  },
  no_mempool: {
    scope: 'node',
    count: null,
    description: 'shows nothing of incoming transactions before their block, as neutrino does',
  },
  node_down: { scope: 'node', count: null, description: 'refuses connections' },

  stream_cut: { scope: 'now', count: 1, description: 'cuts the open streams of the node' },
  new_identity: {
    scope: 'now',
    count: 1,
    description: 'the node loses its key and comes back with another one; its channels stay',
  },
  rescan: {
    scope: 'now',
    count: 1,
    description: 'the wallet reads the chain again, as LND with --reset-wallet-transactions',
  },
  crash: { scope: 'now', count: 1, description: 'the whole simulator dies, as by kill -9' },
  keysend_no_account: {
    scope: 'now',
    count: 1,
    description: 'an outside node sends a keysend that names no wallet',
  },
  keysend_unknown_account: {
    scope: 'now',
    count: 1,
    description: 'an outside node sends a keysend to a wallet that does not exist',
  },
  keysend_bad_json: {
    scope: 'now',
    count: 1,
    description: 'a keysend to --account whose boostagram is not JSON and not UTF-8',
  },
  keysend_even_type: {
    scope: 'now',
    count: 1,
    description: 'a keysend to --account with a record of even type (818818)',
  },
  keysend_oversize: {
    scope: 'now',
    count: 1,
    description: 'a keysend to --account with records as large as an onion takes',
  },
  keysend_nul: {
    scope: 'now',
    count: 1,
    description: 'a keysend to --account whose texts hold NUL and lone surrogates',
  },
  keysend_sub_sat: {
    scope: 'now',
    count: 1,
    amountMsat: 999,
    description: 'a keysend to --account of --amount-msat',
  },
  amp: {
    scope: 'now',
    count: 1,
    amountMsat: 5_000_000,
    description: 'an outside node sends an AMP payment of --amount-msat',
  },
} as const satisfies Readonly<Record<string, FaultKind>>;

export type FaultName = keyof typeof kinds;

export const FAULT_KINDS: Readonly<Record<FaultName, FaultKind>> = kinds;

export const isFaultName = (name: string): name is FaultName => Object.hasOwn(kinds, name);

export const FAULT_NAMES: readonly FaultName[] = Object.keys(kinds).filter(isFaultName);
