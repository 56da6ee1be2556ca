import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { msat } from '../../../src/base/amount.ts';
import type { Bolt11 } from '../../../src/lightning/bolt11.ts';
import { decodeBolt11 } from '../../../src/lightning/bolt11-decode.ts';
import type {
  IncomingPayment,
  InvoiceSpec,
  LightningNode,
  SendOrder,
  SendOutcome,
} from '../../../src/lightning/node-port.ts';
import type { ChannelNode } from '../../../src/lightning/node-wallet.ts';
import { eventually } from '../eventually.ts';
import type { ExternalPeer, HeldInvoice } from './external-peer.ts';

/** What a kind of node has to provide to be tested. */
export interface NodeBench {
  readonly node: ChannelNode;
  /** The node under test, as its operator uses it. */
  readonly own: ExternalPeer;
  /**
   * A node that can be reached, in both directions, only over a third node, which charges a fee.
   * Balances are ample.
   */
  readonly peer: ExternalPeer;
  /**
   * Kills the node under test and starts it again. Resolves when payments work in both directions.
   */
  restartNode(): Promise<void>;
  close(): Promise<void>;
}

export const NEVER = new AbortController().signal;
export const ROUTING_FEE_LIMIT_MSAT = msat(1_000_000n);

export function invoiceSpec(changes: Partial<InvoiceSpec> = {}): InvoiceSpec {
  return {
    preimage: randomBytes(32),
    amountMsat: msat(21_000n),
    expirySec: 3600,
    purpose: { kind: 'description', text: 'Tee für zwei ☕' },
    ...changes,
  };
}

export function bolt11Order(bolt11: string, changes: Partial<Bolt11Order> = {}): SendOrder {
  return {
    kind: 'bolt11',
    bolt11,
    paymentHash: decode(bolt11).paymentHash,
    amountMsat: null,
    maxFeeMsat: ROUTING_FEE_LIMIT_MSAT,
    timeoutSec: 20,
    ...changes,
  };
}

export function keysendOrder(
  destination: string,
  changes: Partial<KeysendOrder> = {},
): KeysendOrder {
  const preimage = randomBytes(32);
  return {
    kind: 'keysend',
    destination,
    preimage,
    paymentHash: hash('sha256', preimage),
    amountMsat: msat(5_000n),
    records: new Map(),
    maxFeeMsat: ROUTING_FEE_LIMIT_MSAT,
    timeoutSec: 20,
    ...changes,
  };
}

type Bolt11Order = Extract<SendOrder, { kind: 'bolt11' }>;
type KeysendOrder = Extract<SendOrder, { kind: 'keysend' }>;

export interface WatchedSend {
  readonly outcome: Promise<SendOutcome>;
  /** The payment indexes with which the node has acknowledged the payment; at most one. */
  readonly acknowledged: readonly bigint[];
  /** Ends our waiting for the payment. */
  drop(): void;
}

export function watchSend(node: LightningNode, order: SendOrder): WatchedSend {
  const waiting = new AbortController();
  const acknowledged: bigint[] = [];
  const outcome = node.send(order, {
    signal: waiting.signal,
    onAcknowledged: (paymentIndex) => acknowledged.push(paymentIndex),
  });
  return { outcome, acknowledged, drop: () => waiting.abort() };
}

/**
 * Resolves with the index of a payment when the payee holds it and the node is known to have it.
 */
export async function untilHeld(sending: WatchedSend, held: HeldInvoice): Promise<bigint> {
  await eventually('the payment is held', async () => ((await held.isHeld()) ? true : null));
  return eventually('the payment is acknowledged', () => sending.acknowledged[0] ?? null);
}

/** Sends a payment, cuts our connection once the payee holds it, and returns its index. */
export async function sendAndDrop(node: LightningNode, held: HeldInvoice): Promise<bigint> {
  const sending = watchSend(node, bolt11Order(held.bolt11));
  const paymentIndex = await untilHeld(sending, held);
  sending.drop();
  assert.equal((await sending.outcome).kind, 'unknown');
  return paymentIndex;
}

export function decode(bolt11: string): Bolt11 {
  const decoded = decodeBolt11(bolt11);
  assert(decoded.ok, 'the invoice can be read');
  return decoded.value;
}

export interface Tape {
  /** All receipts so far, in the order in which they came. */
  readonly receipts: readonly IncomingPayment[];
  /** Resolves with the first receipt for a hash. */
  receipt(paymentHash: string): Promise<IncomingPayment>;
  /** Resolves with the error that ended the stream; null when it ended without one. */
  readonly end: Promise<unknown>;
  stop(): Promise<void>;
}

/** Follows incoming events after a settle index. Resolves when the node is connected. */
export async function startTape(node: LightningNode, from: bigint): Promise<Tape> {
  const stopping = new AbortController();
  const receipts: IncomingPayment[] = [];
  let markConnected = (): void => {};
  const connected = new Promise<void>((resolve) => {
    markConnected = resolve;
  });
  const end = (async (): Promise<unknown> => {
    try {
      for await (const event of node.incoming(from, stopping.signal)) {
        if (event.kind === 'connected') markConnected();
        else receipts.push(...event.payments);
      }
      return null;
    } catch (error) {
      return error;
    }
  })();
  await Promise.race([connected, end.then((error) => assert.equal(error, null))]);
  return {
    receipts,
    receipt: (paymentHash) =>
      eventually(
        'the receipt comes',
        () => receipts.find((receipt) => receipt.paymentHash === paymentHash) ?? null,
      ),
    end,
    async stop() {
      stopping.abort();
      assert.equal(await end, null, 'the signal ends the stream without an error');
    },
  };
}

/** Lets the peer pay a new invoice, and returns its settle index, which is now the newest. */
export async function newestSettleIndex({ node, peer }: NodeBench): Promise<bigint> {
  const tape = await startTape(node, 0n);
  const { bolt11, paymentHash } = await node.createInvoice(invoiceSpec());
  await peer.pay(bolt11);
  const { settleIndex } = await tape.receipt(paymentHash);
  await tape.stop();
  return settleIndex;
}
