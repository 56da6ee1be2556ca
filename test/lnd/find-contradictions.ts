import { listField, textField } from '../support/fields.ts';
import { askLnd, listAllPayments } from './ask-lnd.ts';
import type { Regtest, RegtestNode } from './regtest.ts';

/**
 * Finds invoices that count as paid although no one has paid them, or the other way round, because
 * some node has lost money then. Payments without an end are no contradiction.
 */
export async function findContradictions(nodes: Regtest['nodes']): Promise<readonly string[]> {
  const books = await Promise.all(Object.entries(nodes).map(readBook));
  const hashes = new Set(
    books.flatMap(({ received, sent }) => [...received.keys(), ...sent.keys()]),
  );
  return [...hashes].flatMap((hash) => {
    const receipts = books.flatMap((book) => tell(book, book.received.get(hash)));
    const payments = books.flatMap((book) => tell(book, book.sent.get(hash)));
    const takenMsat = sum(receipts.filter(({ state }) => state === 'SETTLED'));
    const givenMsat = sum(payments.filter(({ state }) => state === 'SUCCEEDED'));
    const areOver = payments.every(({ state }) => state === 'SUCCEEDED' || state === 'FAILED');
    if (takenMsat === givenMsat || !areOver) return [];
    return [`of ${hash} is said: ${JSON.stringify({ receipts, payments })}`];
  });
}

interface Told {
  readonly node: string;
  readonly state: string;
  readonly amountMsat: string;
  readonly whole: unknown;
}

interface NodeBook {
  readonly name: string;
  /** The receipts, by payment hash. */
  readonly received: ReadonlyMap<string, Omit<Told, 'node'>>;
  readonly sent: ReadonlyMap<string, Omit<Told, 'node'>>;
}

const tell = ({ name }: NodeBook, told: Omit<Told, 'node'> | undefined): readonly Told[] =>
  told === undefined ? [] : [{ node: name, ...told }];

const sum = (told: readonly Told[]): bigint =>
  told.reduce((msat, { amountMsat }) => msat + BigInt(amountMsat), 0n);

async function readBook([name, node]: [string, RegtestNode]): Promise<NodeBook> {
  const invoices = await askLnd(node, '/v1/invoices?num_max_invoices=100000');
  return {
    name,
    received: new Map(
      listField(invoices, 'invoices').map((one) => [
        Buffer.from(textField(one, 'r_hash'), 'base64').toString('hex'),
        { state: textField(one, 'state'), amountMsat: textField(one, 'amt_paid_msat'), whole: one },
      ]),
    ),
    sent: new Map(
      (await listAllPayments(node)).map((one) => [
        textField(one, 'payment_hash'),
        { state: textField(one, 'status'), amountMsat: textField(one, 'value_msat'), whole: one },
      ]),
    ),
  };
}
