import { type Msat, msat, sat, satToMsat } from '../../src/base/amount.ts';
import { bytesToHex } from '../../src/base/hex.ts';
import type { Random } from '../../src/base/random.ts';
import type { Bolt11, Network, RouteHintHop } from '../../src/lightning/bolt11.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { encodeBolt11 } from '../../src/lightning/bolt11-encode.ts';
import type { NodeIdentity } from '../../src/lightning/node-identity.ts';
import {
  type CreatedInvoice,
  type InvoiceSpec,
  NodeFault,
  type NodeInfo,
  type NodePayment,
  type PaymentFailureReason,
  type SendHooks,
  type SendOrder,
  type SendOutcome,
} from '../../src/lightning/node-port.ts';
import { hashPreimage } from '../../src/lightning/preimage.ts';
import { QUIET_CHAIN } from './quiet-chain.ts';

/** What the node does with the next payments. */
export type SendPlan =
  | { readonly kind: 'succeed'; readonly feeMsat: Msat }
  | { readonly kind: 'fail'; readonly reason: PaymentFailureReason }
  /** The payment does not end while anyone waits for it. */
  | { readonly kind: 'hang' }
  /** The outcome of the payment is decided later. */
  | { readonly kind: 'hold'; readonly until: Promise<SendPlan> };

/**
 * The parts of a Lightning node that the operations of the API need. A test sets the plan of the
 * node.
 */
export interface FakeNode {
  readonly identity: NodeIdentity;
  readonly sent: readonly SendOrder[];
  plan: SendPlan;
  /** Whether the node is away, so that all calls fail. */
  isAway: boolean;
  readonly connectionsOpened: number;
  info(): Promise<NodeInfo>;
  createInvoice(spec: InvoiceSpec): Promise<CreatedInvoice>;
  cancelInvoice(paymentHash: string): Promise<boolean>;
  newestPaymentIndex(): Promise<bigint>;
  send(order: SendOrder, hooks: SendHooks): Promise<SendOutcome>;
  payment(paymentHash: string): Promise<NodePayment>;
  nodeAlias(pubkey: string): Promise<string | null>;
  /** Makes an invoice of another node, which this one can pay. */
  externalInvoice(input?: ExternalInvoiceInput): ExternalInvoice;
}

export interface ExternalInvoiceInput {
  /** The amount; null when the payer chooses it. */
  readonly amountMsat?: bigint | null;
  readonly memo?: string;
  readonly descriptionHash?: string;
  readonly timestampSec?: number;
  readonly network?: Network;
  /** The preimage of an earlier invoice, for another one with the same hash. */
  readonly preimage?: string;
  readonly routeHints?: readonly (readonly RouteHintHop[])[];
  /**
   * Makes an invoice without a payment secret: either with blinded paths, or of the kind from
   * before 2021.
   */
  readonly secretless?: 'blinded' | 'old';
  readonly featureBits?: readonly number[];
}

export interface ExternalInvoice {
  readonly bolt11: string;
  readonly paymentHash: string;
  readonly preimage: string;
}

const OWN_KEY = new Uint8Array(32).fill(0x11);
const EXTERNAL_KEY = new Uint8Array(32).fill(0x22);

export function createFakeNode(random: Random, nowSec: () => number): FakeNode {
  const preimages = new Map<string, string>();
  const ownTexts = new Map<string, string>();
  const sent: SendOrder[] = [];
  const invoice = (fields: Partial<Bolt11>): Bolt11 => ({
    ...BLANK,
    timestampSec: nowSec(),
    paymentSecret: bytesToHex(random.bytes(32)),
    ...fields,
  });
  const pubkey = keyOf(OWN_KEY, invoice({ paymentHash: '00'.repeat(32) }));
  const checkHere = (): void => {
    if (node.isAway) throw new NodeFault('the node is away');
  };

  const node: FakeNode = {
    identity: { pubkey, alias: 'satchel-test', network: 'regtest' },
    sent,
    plan: { kind: 'succeed', feeMsat: msat(1000n) },
    isAway: false,
    connectionsOpened: 1,
    info: async () => ({
      ...node.identity,
      ...QUIET_CHAIN,
      synced: true,
      blockHeight: 1,
      version: 'fake',
    }),
    createInvoice: async ({ preimage, amountMsat, expirySec, purpose }) => {
      checkHere();
      const paymentHash = hashPreimage(preimage);
      const text =
        purpose.kind === 'hash'
          ? { description: null, descriptionHash: purpose.descriptionHash }
          : { description: purpose.text, descriptionHash: null };
      const fields = invoice({ paymentHash, amountMsat, expirySec, ...text });
      // As the port promises, a repeated order for the same preimage returns the same text.
      const bolt11 = ownTexts.get(paymentHash) ?? encodeBolt11(fields, OWN_KEY);
      ownTexts.set(paymentHash, bolt11);
      return { bolt11, paymentHash };
    },
    cancelInvoice: async (paymentHash) => {
      checkHere();
      ownTexts.delete(paymentHash);
      return true;
    },
    newestPaymentIndex: async () => {
      checkHere();
      return BigInt(sent.length);
    },
    send: async (order, { signal, onAcknowledged }) => {
      sent.push(order);
      const paymentIndex = BigInt(sent.length);
      onAcknowledged(paymentIndex);
      return await carryOut(node.plan, order, paymentIndex, preimages, signal);
    },
    payment: async () => ({ kind: 'not_found' }),
    nodeAlias: async (key) => (key === pubkey ? 'satchel-test' : null),
    externalInvoice: (input = {}) => {
      const preimage =
        input.preimage === undefined ? random.bytes(32) : Buffer.from(input.preimage, 'hex');
      const paymentHash = hashPreimage(preimage);
      preimages.set(paymentHash, bytesToHex(preimage));
      const fields = invoice({
        network: input.network ?? 'regtest',
        paymentHash,
        amountMsat: readInput(input.amountMsat),
        description: input.descriptionHash === undefined ? (input.memo ?? 'outside') : null,
        descriptionHash: input.descriptionHash ?? null,
        timestampSec: input.timestampSec ?? nowSec(),
        routeHints: input.routeHints ?? [],
        ...(input.secretless === undefined ? {} : SECRETLESS[input.secretless]),
        ...(input.featureBits === undefined ? {} : { featureBits: input.featureBits }),
      });
      const bolt11 = encodeBolt11(fields, EXTERNAL_KEY);
      return { bolt11, paymentHash, preimage: bytesToHex(preimage) };
    },
  };
  return node;
}

async function carryOut(
  plan: SendPlan,
  order: SendOrder,
  paymentIndex: bigint,
  preimages: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<SendOutcome> {
  switch (plan.kind) {
    case 'fail':
      return { kind: 'failed', paymentIndex, reason: plan.reason };
    case 'hold':
      return await carryOut(await plan.until, order, paymentIndex, preimages, signal);
    case 'hang':
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      return { kind: 'unknown', detail: 'the wait was ended' };
    case 'succeed': {
      const known = order.kind === 'keysend' ? bytesToHex(order.preimage) : undefined;
      const preimage = known ?? preimages.get(order.paymentHash);
      if (preimage === undefined) return { kind: 'failed', paymentIndex, reason: 'no_route' };
      const { feeMsat } = plan;
      return { kind: 'succeeded', paymentIndex, preimage, amountMsat: amountOf(order), feeMsat };
    }
  }
}

function amountOf(order: SendOrder): Msat {
  if (order.amountMsat !== null) return order.amountMsat;
  const decoded = order.kind === 'bolt11' ? decodeBolt11(order.bolt11) : null;
  return decoded?.ok ? (decoded.value.amountMsat ?? msat(0n)) : msat(0n);
}

const SECRETLESS = {
  old: { paymentSecret: null, featureBits: [] },
  blinded: {
    paymentSecret: null,
    featureBits: [17, 263],
    blindedPaths: [
      {
        feeBaseMsat: 1000,
        feeProportionalMillionths: 1,
        cltvExpiryDelta: 200,
        htlcMinimumMsat: 1n,
        htlcMaximumMsat: 1_000_000_000n,
        features: '',
        blindingPoint: '02c75eb336a038294eaaf760158b2e851c3c0937262e35401ae64a1bee71a2e40c',
        hops: [
          {
            pubkey: '0220293926219d8efe733336e2b674570dd96aa763acb3564e6e367b384d861a0a',
            encryptedData: 'ab'.repeat(44),
          },
        ],
      },
    ],
  },
} satisfies Readonly<Record<string, Partial<Bolt11>>>;

const readInput = (amountMsat: bigint | null | undefined): Msat | null =>
  amountMsat === undefined ? satToMsat(sat(1000n)) : amountMsat === null ? null : msat(amountMsat);

function keyOf(privateKey: Uint8Array, sample: Bolt11): string {
  const decoded = decodeBolt11(encodeBolt11(sample, privateKey));
  return decoded.ok ? decoded.value.payee : '';
}

const BLANK: Bolt11 = {
  network: 'regtest',
  amountMsat: null,
  timestampSec: 0,
  paymentHash: '',
  paymentSecret: '',
  description: '',
  descriptionHash: null,
  payee: '',
  expirySec: 3600,
  minFinalCltvExpiry: 80,
  routeHints: [],
  fallbackAddresses: [],
  blindedPaths: [],
  featureBits: [8, 14, 17],
  unknownRequiredFeatureBits: [],
  brokenRule: null,
  metadata: null,
};
