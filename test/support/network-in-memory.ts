import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { hexToBytes } from '../../src/base/hex.ts';
import type { Log } from '../../src/base/log.ts';
import { KEYSEND_PREIMAGE_RECORD } from '../../src/lightning/custom-records.ts';
import { type AddInvoice, addInvoice } from '../../src/simulator/add-invoice.ts';
import { applyEntry, emptyNetwork } from '../../src/simulator/apply-entry.ts';
import {
  createdNetwork,
  DEFAULT_PLAN,
  type NetworkPlan,
} from '../../src/simulator/default-network.ts';
import { createFaultRegistry } from '../../src/simulator/fault-registry.ts';
import type { Journal } from '../../src/simulator/journal.ts';
import type { JournalEntry } from '../../src/simulator/journal-entry.ts';
import { createNetwork, DEFAULT_SETTINGS, type Network } from '../../src/simulator/network.ts';
import type { Invoice, NetworkState, Payment, SimNode } from '../../src/simulator/network-state.ts';
import { nodeOf } from '../../src/simulator/node-of.ts';
import { advancePayment, answerAttempt } from '../../src/simulator/payments.ts';
import { receiveHtlc } from '../../src/simulator/receive-htlc.ts';
import { type SendPayment, startPayment } from '../../src/simulator/send-payment.ts';
import { createSeededRandom } from './seeded-random.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';

/** The simulated network without a process, files or servers, in time that a test moves. */
export interface NetworkInMemory {
  readonly network: Network;
  readonly clock: VirtualClock;
  /** The entries that a journal would contain. */
  readonly entries: readonly JournalEntry[];
  /** How often the process would have crashed. */
  readonly crashCount: () => number;
  node(name: string): SimNode;
  invoice(name: string, amountMsat: bigint, spec?: Partial<AddInvoice>): Invoice;
  /** Starts a payment. A refusal is returned as its text. */
  pay(from: string, paymentRequest: string, order?: Partial<SendPayment>): Payment | string;
  keysend(from: string, to: string, order?: Partial<SendPayment>): Payment | string;
  balanceMsat(name: string): bigint;
}

export interface NetworkInMemoryOptions {
  readonly plan?: NetworkPlan;
  readonly hopLatencyMs?: number;
  /** The entries of an earlier network's journal. */
  readonly entries?: readonly JournalEntry[];
}

export function openNetworkInMemory(options: NetworkInMemoryOptions = {}): NetworkInMemory {
  const clock = createVirtualClock();
  const random = createSeededRandom(1);
  const entries: JournalEntry[] = [...(options.entries ?? [])];
  const state = stateOf(entries);
  let crashes = 0;
  const stopping = new AbortController();
  const network = createNetwork({
    stopping,
    state,
    journal: journalInto(entries),
    clock,
    random,
    log: SILENT,
    settings: { ...DEFAULT_SETTINGS, hopLatencyMs: options.hopLatencyMs ?? 0 },
    faults: createFaultRegistry(clock, stopping.signal),
    wire: { deliver: receiveHtlc, answer: answerAttempt },
    crash: () => {
      crashes += 1;
    },
  });
  if (entries.length === 0) {
    network.commit(createdNetwork(new Uint8Array(32).fill(7), options.plan ?? DEFAULT_PLAN));
  }
  const node = (name: string): SimNode => nodeOf(state, name);
  const send = (from: string, order: SendPayment): Payment | string => {
    const started = startPayment(network, node(from), order);
    if (!started.ok) return started.refusal.message;
    advancePayment(network, node(from), started.value);
    return started.value;
  };
  return {
    network,
    clock,
    entries,
    crashCount: () => crashes,
    node,
    invoice(name, valueMsat, spec = {}) {
      const lock = { kind: 'preimage', preimage: random.bytes(32) } as const;
      const added = addInvoice(network, node(name), { ...PLAIN_INVOICE, valueMsat, lock, ...spec });
      assert(added.ok);
      return added.value;
    },
    pay: (from, paymentRequest, order = {}) =>
      send(from, { ...PLAIN_PAYMENT, paymentRequest, ...order }),
    keysend(from, to, order = {}) {
      const preimage = random.bytes(32);
      const records: [bigint, Uint8Array][] = [[KEYSEND_PREIMAGE_RECORD, preimage]];
      return send(from, {
        ...PLAIN_PAYMENT,
        dest: bytes(node(to).pubkey),
        paymentHash: bytes(hash('sha256', preimage)),
        amtMsat: 1_000_000n,
        ...order,
        customRecords: new Map([...(order.customRecords ?? []), ...records]),
      });
    },
    balanceMsat: (name) => balanceOf(state, name),
  };
}

/** The state that the entries of a journal produce. */
export function stateOf(entries: Iterable<JournalEntry>): NetworkState {
  const state = emptyNetwork();
  for (const entry of entries) applyEntry(state, entry);
  return state;
}

/** The balance of a node over all its channels. Pending HTLCs belong to no one. */
export function balanceOf(state: NetworkState, name: string): bigint {
  let sumMsat = 0n;
  for (const { ends, balancesMsat } of state.channels.values()) {
    if (ends[0] === name) sumMsat += balancesMsat[0];
    if (ends[1] === name) sumMsat += balancesMsat[1];
  }
  return sumMsat;
}

const PLAIN_INVOICE: AddInvoice = {
  memo: '',
  valueMsat: 0n,
  descriptionHash: new Uint8Array(),
  expirySec: 0n,
  cltvExpiry: 0n,
  withPrivateHints: false,
  lock: { kind: 'amp' },
};

const PLAIN_PAYMENT: SendPayment = {
  paymentRequest: '',
  dest: new Uint8Array(),
  paymentHash: new Uint8Array(),
  paymentAddr: new Uint8Array(),
  amtMsat: 0n,
  feeLimitMsat: 1_000_000_000n,
  finalCltvDelta: 0,
  cltvLimit: 0,
  timeoutSec: 0,
  maxParts: 0,
  allowSelfPayment: false,
  isAmp: false,
  customRecords: new Map(),
};

function journalInto(entries: JournalEntry[]): Journal {
  return {
    // The entry is copied, because the live state contains the objects of its entries and changes
    // them.
    append: (entry) => entries.push(structuredClone(entry)),
    afterDurable: (callback) => callback(),
    close: () => Promise.resolve(),
  };
}

function bytes(hex: string): Uint8Array {
  const value = hexToBytes(hex);
  assert(value !== null);
  return value;
}

const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {} };
