import assert from 'node:assert/strict';
import { request } from 'undici';
import {
  type NetworkDescription,
  SERVICE_NODE,
  type SimulatedNode,
} from '../../src/lightning/simulator-protocol/network-protocol.ts';
import { field, listField, textField } from '../support/fields.ts';

/** What the nodes say of all that moved, read over LND's REST interface as anyone can. */
export interface NodeSide {
  /** Payments of the service's node, by hash: it knows no two payments of one hash. */
  readonly payments: ReadonlyMap<string, NodePayment>;
  /** What the service's node received. */
  readonly receipts: readonly NodeReceipt[];
  /** Hashes of invoices of the service's node by which money can still come in. */
  readonly payable: ReadonlySet<string>;
  /** What external nodes received as keysend, by the tag that its payer gave it. */
  readonly keysends: ReadonlyMap<string, readonly NodeReceipt[]>;
  /** Hashes that it says to have paid more than once: there must be none. */
  readonly paidTwice: readonly string[];
  /** In the channels of the service's node. */
  readonly localMsat: bigint;
}

export interface NodePayment {
  /** Grows with each payment that the node is handed. */
  readonly paymentIndex: bigint;
  readonly status: string;
  readonly amountMsat: bigint;
  readonly feeMsat: bigint;
  readonly preimage: string;
}

export interface NodeReceipt {
  readonly paymentHash: string;
  readonly amountMsat: bigint;
  readonly isKeysend: boolean;
  /** Grows with each receipt of a node. */
  readonly settleIndex: bigint;
  /** Text of record 696969, null when there is none. */
  readonly account: string | null;
}

/** Custom record with the name of the order that paid; of the range that no one has reserved. */
export const TAG_RECORD = '133773001';
const ACCOUNT = '696969';
const PAGE = 1000;

/** Up to where each node counted before anyone moved anything: what came earlier is not ours. */
export type NodeMarks = ReadonlyMap<string, Readonly<Record<Listed, string>>>;

export async function readNodeMarks({ nodes }: NetworkDescription): Promise<NodeMarks> {
  const newest = async (node: SimulatedNode, what: Listed): Promise<string> =>
    textField(await ask(node, `/v1/${what}?${LIMITS[what]}=1&reversed=true`), 'last_index_offset');
  const marks = nodes.map(async (node) => {
    const [payments, invoices] = [await newest(node, 'payments'), await newest(node, 'invoices')];
    return [node.name, { payments, invoices }] as const;
  });
  return new Map(await Promise.all(marks));
}

export async function readNodeSide(
  network: NetworkDescription,
  marks: NodeMarks = new Map(),
): Promise<NodeSide> {
  const readNew = (node: SimulatedNode, what: Listed): Promise<readonly unknown[]> =>
    readAll(node, what, marks.get(node.name)?.[what] ?? '0');
  const ours = nodeNamed(network, SERVICE_NODE);
  const keysends = new Map<string, NodeReceipt[]>();
  for (const node of network.nodes) {
    if (node === ours || node.name.startsWith('hub-')) continue;
    for (const invoice of await readNew(node, 'invoices')) {
      const tag = recordOf(invoice, TAG_RECORD);
      if (textField(invoice, 'state') !== 'SETTLED' || tag === null) continue;
      keysends.set(tag, [...(keysends.get(tag) ?? []), readReceipt(invoice)]);
    }
  }
  const payments = (await readNew(ours, 'payments')).map(
    (payment) => [textField(payment, 'payment_hash'), readPayment(payment)] as const,
  );
  const paid = payments.filter(([, { status }]) => status === 'SUCCEEDED').map(([hash]) => hash);
  const invoices = await readNew(ours, 'invoices');
  const balance = await ask(ours, '/v1/balance/channels');
  return {
    payments: new Map(payments),
    paidTwice: paid.filter((hash, place) => paid.indexOf(hash) !== place),
    receipts: invoices
      .filter((invoice) => textField(invoice, 'state') === 'SETTLED')
      .map(readReceipt),
    payable: new Set(invoices.filter(isPayable).map(hashOf)),
    keysends,
    localMsat: BigInt(textField(field(balance, 'local_balance'), 'msat')),
  };
}

export interface NodeProgress {
  /** Payments of the service's node that have no end yet, of the newest ones. */
  readonly openCount: number;
  /** How many times something has settled at it. */
  readonly newestSettleIndex: bigint;
}

/** A cheap look, for waiting; at the payments that can still end, of those after the marks. */
export async function readNodeProgress(
  network: NetworkDescription,
  marks: NodeMarks,
  stuck: ReadonlySet<string>,
): Promise<NodeProgress> {
  const ours = nodeNamed(network, SERVICE_NODE);
  const newest = '&reversed=true';
  const payments = await ask(
    ours,
    `/v1/payments?include_incomplete=true&max_payments=300${newest}`,
  );
  const invoices = await ask(ours, `/v1/invoices?num_max_invoices=300${newest}`);
  const first = BigInt(marks.get(ours.name)?.payments ?? '0');
  const isOpen = (payment: unknown): boolean =>
    !['SUCCEEDED', 'FAILED'].includes(textField(payment, 'status')) &&
    BigInt(textField(payment, 'payment_index')) > first &&
    !stuck.has(textField(payment, 'payment_hash'));
  return {
    openCount: listField(payments, 'payments').filter(isOpen).length,
    newestSettleIndex: listField(invoices, 'invoices')
      .map((invoice) => BigInt(textField(invoice, 'settle_index')))
      .reduce((most, index) => (index > most ? index : most), 0n),
  };
}

/** An invoice that the operator created by hand: the service knows nothing of it. */
export async function addOperatorInvoice(
  network: NetworkDescription,
  amountSat: number,
): Promise<string> {
  const ours = nodeNamed(network, SERVICE_NODE);
  const body = { value: String(amountSat), memo: 'of the operator' };
  return textField(await ask(ours, '/v1/invoices', body), 'payment_request');
}

export function nodeNamed({ nodes }: NetworkDescription, name: string): SimulatedNode {
  const node = nodes.find((candidate) => candidate.name === name);
  assert(node !== undefined, `the network has a node ${name}`);
  return node;
}

type Listed = 'payments' | 'invoices';

const LIMITS: Readonly<Record<Listed, string>> = {
  payments: 'include_incomplete=true&max_payments',
  invoices: 'num_max_invoices',
};

async function readAll(
  node: SimulatedNode,
  what: Listed,
  after: string,
): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for (let offset = after; ; ) {
    const page = await ask(node, `/v1/${what}?${LIMITS[what]}=${PAGE}&index_offset=${offset}`);
    const items = listField(page, what);
    all.push(...items);
    if (items.length < PAGE) return all;
    offset = textField(page, 'last_index_offset');
  }
}

export async function ask(node: SimulatedNode, path: string, body?: object): Promise<unknown> {
  const answer = await request(`${node.restUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'grpc-metadata-macaroon': node.macaroonHex },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const value = await answer.body.json();
  assert.equal(answer.statusCode, 200, `${node.name} ${path}: ${JSON.stringify(value)}`);
  return value;
}

const readPayment = (payment: unknown): NodePayment => ({
  paymentIndex: BigInt(textField(payment, 'payment_index')),
  status: textField(payment, 'status'),
  amountMsat: BigInt(textField(payment, 'value_msat')),
  feeMsat: BigInt(textField(payment, 'fee_msat')),
  preimage: textField(payment, 'payment_preimage'),
});

const isPayable = (invoice: unknown): boolean =>
  ['OPEN', 'ACCEPTED'].includes(textField(invoice, 'state'));

const hashOf = (invoice: unknown): string =>
  Buffer.from(textField(invoice, 'r_hash'), 'base64').toString('hex');

const readReceipt = (invoice: unknown): NodeReceipt => ({
  paymentHash: hashOf(invoice),
  amountMsat: BigInt(textField(invoice, 'amt_paid_msat')),
  isKeysend: field(invoice, 'is_keysend') === true,
  settleIndex: BigInt(textField(invoice, 'settle_index')),
  account: recordOf(invoice, ACCOUNT),
});

/** Text of a custom record of the first part, null when it has none. */
function recordOf(invoice: unknown, type: string): string | null {
  const [part] = listField(invoice, 'htlcs');
  if (part === undefined) return null;
  const value = field(field(part, 'custom_records'), type);
  return typeof value === 'string' ? Buffer.from(value, 'base64').toString() : null;
}
