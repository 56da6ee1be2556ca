import { msat } from '../../../src/base/amount.ts';
import type { Clock } from '../../../src/base/clock.ts';
import { bytesToHex } from '../../../src/base/hex.ts';
import type { Random } from '../../../src/base/random.ts';
import type { CustomRecords } from '../../../src/lightning/custom-records.ts';
import type { NodeIdentity } from '../../../src/lightning/node-identity.ts';
import {
  type IncomingPayment,
  type NodeChannel,
  NodeFault,
  type NodeInfo,
  type NodeInvoiceState,
  type PaymentAttempts,
  type ReceivedHtlcs,
} from '../../../src/lightning/node-port.ts';
import type { NodeConnection } from '../../../src/lightning/node-wallet.ts';
import { hashPreimage } from '../../../src/lightning/preimage.ts';
import { QUIET_CHAIN } from '../quiet-chain.ts';
import {
  type Bill,
  type CheckedInvoiceInput,
  EXTERNAL_KEY,
  OWN_KEY,
  pubkeyOf,
  writeBill,
} from './bills.ts';
import { type Arrivals, arrive, createArrivals, createIncomingPart, tell } from './incoming.ts';
import { createPaymentPart, endPayment, type NodeBooks, requireHere, take } from './payments.ts';

/** A Lightning node that does what a test says, by LND's rules where the port defines them. */
export interface ScriptedNode extends NodeConnection {
  readonly identity: NodeIdentity;
  readonly books: NodeBooks;
  readonly arrivals: Arrivals;
  /** The hashes of cancelled invoices. */
  readonly cancelled: Set<string>;
  /** The hashes of deleted invoices. */
  readonly deleted: Set<string>;
  /** The hashes of invoices that hold a payment. */
  readonly held: Set<string>;
  /** What `info` says, and over how many connections, which a test can change. */
  readonly says: {
    synced: boolean;
    pubkey: string;
    connectionsOpened: number;
    blockHeight: number;
    newestBlockAt: Date;
    peersCount: number;
    channelsCount: number;
    channels: readonly NodeChannel[];
    /**
     * Whether invoices can be deleted; otherwise LND lacks the call, or the macaroon does not allow
     * it.
     */
    deletesInvoices: boolean;
    /** Whether the node deletes cancelled invoices by itself. */
    collectsCancelled: boolean;
  };
  /** The attempts that the node reports, by payment hash. */
  readonly tried: Map<string, PaymentAttempts>;
  /**
   * What the node says about the HTLCs that it has received, by payment hash. About others it says
   * that it does not record their ends.
   */
  readonly received: Map<string, ReceivedHtlcs>;
  readonly holds: { localMsat: bigint };

  /** Makes an invoice of another node. */
  bill(input?: CheckedInvoiceInput): Bill;
  /** Makes an invoice in the name of our own node, which this service did not create. */
  ownBill(input?: CheckedInvoiceInput): Bill;
  /** The state of an invoice as the node would report it. */
  stateOf(paymentHash: string): NodeInvoiceState;
  end(paymentHash: string, plan: Parameters<typeof endPayment>[2]): void;
  /** Lets someone else pay this hash from the same node. */
  takeForOthers(paymentHash: string): void;
  /** Lets someone outside pay an invoice of this node. */
  receive(paymentHash: string, changes?: Partial<IncomingPayment>): IncomingPayment;
  receiveKeysend(records: CustomRecords, changes?: Partial<IncomingPayment>): IncomingPayment;
  /** Cuts all streams of arrivals. */
  cutStreams(): void;
}

export interface ScriptedNodeDeps {
  readonly clock: Clock;
  readonly random: Random;
}

export function createScriptedNode(deps: ScriptedNodeDeps): ScriptedNode {
  const pubkey = pubkeyOf(OWN_KEY);
  const books: NodeBooks = {
    isAway: false,
    plan: { kind: 'succeed', feeMsat: 0n },
    sent: [],
    newestIndex: 0n,
    preimages: new Map(),
    payments: new Map(),
    watchers: new Set(),
  };
  const arrivals = createArrivals();
  const made = new Map<string, Bill>();
  const says: ScriptedNode['says'] = {
    synced: true,
    pubkey,
    connectionsOpened: 1,
    blockHeight: 1,
    ...QUIET_CHAIN,
    channels: [],
    deletesInvoices: true,
    collectsCancelled: false,
  };
  const tried = new Map<string, PaymentAttempts>();
  const received = new Map<string, ReceivedHtlcs>();
  const cancelled = new Set<string>();
  const deleted = new Set<string>();
  const held = new Set<string>();
  const holds = { localMsat: 10n ** 12n };

  return {
    books,
    arrivals,
    cancelled,
    deleted,
    held,
    says,
    tried,
    received,
    holds,
    get connectionsOpened() {
      return says.connectionsOpened;
    },
    identity: { pubkey, alias: 'our-node', network: 'regtest' },
    ...createPaymentPart(books),
    ...createIncomingPart(arrivals, () => requireHere(books)),
    ...createInvoicePart(deps, { books, arrivals, says, made, cancelled, deleted, held }),
    info: async () => {
      requireHere(books);
      const { synced, pubkey, blockHeight, newestBlockAt, peersCount, channelsCount } = says;
      const chain = { blockHeight, newestBlockAt, peersCount, channelsCount };
      return { ...INFO, ...chain, synced, pubkey };
    },
    balances: async () => ({ ...NO_BALANCES, localMsat: msat(holds.localMsat) }),
    channels: async () => {
      requireHere(books);
      return says.channels;
    },
    attempts: async (hash) => {
      requireHere(books);
      return tried.get(hash) ?? null;
    },
    receivedHtlcs: async (hash) => {
      requireHere(books);
      return received.get(hash) ?? { kind: 'not_told', why: 'it keeps no ends' };
    },
    nodeAlias: async (key) => (key === pubkey ? 'our-node' : null),
    close: async () => undefined,

    bill: (input = {}) => {
      const bill = writeBill(deps, EXTERNAL_KEY, input);
      books.preimages.set(bill.paymentHash, bill.preimage);
      return bill;
    },
    ownBill: (input = {}) => writeBill(deps, OWN_KEY, input),
    end: (hash, plan) => endPayment(books, hash, plan),
    takeForOthers: (hash) => void take(books, hash),
    receive: (hash, changes = {}) => {
      const bill = made.get(hash);
      if (bill === undefined) throw new Error('the node did not make this invoice');
      const { bolt11, preimage } = bill;
      return settle(deps, arrivals, { bolt11, preimage, paymentHash: hash, ...changes });
    },
    receiveKeysend: (records, changes = {}) => {
      const preimage = deps.random.bytes(32);
      const paid = { preimage: bytesToHex(preimage), paymentHash: hashPreimage(preimage) };
      return settle(deps, arrivals, { ...paid, isKeysend: true, records, ...changes });
    },
    cutStreams: () => tell(arrivals, new NodeFault('the stream was cut')),
  };
}

type InvoiceShelf = Pick<
  ScriptedNode,
  'books' | 'arrivals' | 'says' | 'cancelled' | 'deleted' | 'held'
> & {
  readonly made: Map<string, Bill>;
};

type InvoicePart = Pick<
  ScriptedNode,
  'createInvoice' | 'lookupInvoice' | 'cancelInvoice' | 'deleteInvoice' | 'stateOf'
>;

function createInvoicePart(deps: ScriptedNodeDeps, shelf: InvoiceShelf): InvoicePart {
  const { books, arrivals, says, made, cancelled, deleted, held } = shelf;
  const stateOf = (hash: string): NodeInvoiceState => {
    if (!made.has(hash)) return 'not_found';
    if (arrivals.settled.some(({ paymentHash }) => paymentHash === hash)) return 'settled';
    if (cancelled.has(hash)) return 'cancelled';
    return held.has(hash) ? 'accepted' : 'open';
  };
  const forget = (hash: string): void => {
    made.delete(hash);
    deleted.add(hash);
  };
  return {
    stateOf,
    createInvoice: async ({ preimage, amountMsat, expirySec, purpose }) => {
      requireHere(books);
      const paymentHash = hashPreimage(preimage);
      const text =
        purpose.kind === 'hash'
          ? { descriptionHash: purpose.descriptionHash }
          : { memo: purpose.text };
      const known = made.get(paymentHash);
      const bill = known ?? writeBill(deps, OWN_KEY, { preimage, amountMsat, expirySec, ...text });
      made.set(paymentHash, bill);
      // A deleted invoice that is made again is a new one.
      if (deleted.delete(paymentHash)) cancelled.delete(paymentHash);
      return { bolt11: bill.bolt11, paymentHash };
    },
    lookupInvoice: async (hash) => stateOf(hash),
    cancelInvoice: async (hash, order = 'keep') => {
      requireHere(books);
      const state = stateOf(hash);
      if (state === 'settled' || (state === 'accepted' && order === 'keep')) return false;
      held.delete(hash);
      cancelled.add(hash);
      if (says.collectsCancelled && state !== 'not_found') forget(hash);
      return true;
    },
    deleteInvoice: async (hash) => {
      requireHere(books);
      if (!says.deletesInvoices) return 'unsupported';
      const state = stateOf(hash);
      if (state === 'not_found') return 'not_found';
      if (state !== 'cancelled') return 'kept';
      forget(hash);
      return 'deleted';
    },
  };
}

function settle(
  { clock }: ScriptedNodeDeps,
  arrivals: Arrivals,
  changes: Partial<IncomingPayment>,
): IncomingPayment {
  const payment: IncomingPayment = {
    settleIndex: BigInt(arrivals.settled.length + 1),
    paymentHash: '',
    setId: null,
    preimage: null,
    amountMsat: msat(1_000_000n),
    settledAt: clock.now(),
    isKeysend: false,
    bolt11: '',
    records: new Map(),
    ...changes,
  };
  arrive(arrivals, payment);
  return payment;
}

const INFO: Pick<NodeInfo, 'alias' | 'network' | 'version'> = {
  alias: 'our-node',
  network: 'regtest',
  version: 'scripted',
};

export const NO_BALANCES = {
  remoteMsat: msat(0n),
  unsettledLocalMsat: msat(0n),
  openingLocalMsat: msat(0n),
  chainMsat: msat(0n),
};
