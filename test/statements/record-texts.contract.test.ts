import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type ActivityQuery, NEWEST_ACTIVITY } from '../../src/activity/activity-store.ts';
import { createActivityStore } from '../../src/activity/sql/activity-store.ts';
import { msat, type Sat, sat, ZERO_MSAT } from '../../src/base/amount.ts';
import type { InvoiceDetails } from '../../src/ledger/invoice.ts';
import type { PaymentOrder } from '../../src/ledger/payment.ts';
import type { Receipt } from '../../src/ledger/receipt.ts';
import {
  renderKeysendReceipt,
  renderReceipt,
  renderSettledPayment,
} from '../../src/ledger/settled-record.ts';
import { BOOSTAGRAM_RECORD, MESSAGE_RECORD } from '../../src/lightning/custom-records.ts';
import { readStatementWords } from '../../src/statements/statement-words.ts';
import { NODE_PUBKEY, newOrder } from '../support/money-model/events.ts';
import { sampleInvoice } from '../support/sample-invoice.ts';
import { startStatementBench } from '../support/statement-bench.ts';

/** PostgreSQL reads the same words out of records as we do, whatever their texts hold. */

const bench = await startStatementBench({ after });
const { database, statements, superuser } = bench;
const activity = createActivityStore(database);
const AT = new Date('2021-03-05T00:00:00Z');
const NODE = { alias: 'node', pubkey: NODE_PUBKEY, network: 'regtest' } as const;
const OUTGOING = '"type":"outgoing"';

const receipt = (boostagram: object | null, message: string | null): Receipt => ({
  id: 'receipt',
  identifier: 'r'.repeat(24),
  source: 'node',
  paymentHash: 'aa'.repeat(32),
  preimage: null,
  amountMsat: msat(1000n),
  records: new Map([
    ...(boostagram === null
      ? []
      : [[BOOSTAGRAM_RECORD, Buffer.from(JSON.stringify(boostagram))] as const]),
    ...(message === null ? [] : [[MESSAGE_RECORD, Buffer.from(message)] as const]),
  ]),
  createdAt: AT,
  settledAt: AT,
});

const keysend = (boostagram: object | null, message: string | null): string =>
  renderKeysendReceipt(receipt(boostagram, message), NODE);
const received = (details: Partial<InvoiceDetails>, boostagram: object | null = null): string =>
  renderReceipt(sampleInvoice({ memo: null, ...details }), receipt(boostagram, null), NODE);
const paid = (change: Partial<PaymentOrder>): string =>
  renderSettledPayment({
    ...newOrder('user'),
    ...change,
    state: 'settled',
    path: 'node',
    preimage: 'bb'.repeat(32),
    heldSat: sat(0n),
    feeMsat: ZERO_MSAT,
    failure: null,
    endedAt: AT,
    amountSat: sat(1n),
    feeSat: sat(0n),
    dispatch: {
      ownerProcessId: null,
      senderProcessId: null,
      indexBefore: null,
      acknowledgedIndex: null,
      requestEndedAt: null,
      firstNotFoundAt: null,
    },
  });

const BOOST = { message: 'Gruß \u{1f600}', sender_name: 'Ann "x" \\ud800', podcast: 'P' };
/** What people write: it may look like the escapes of JSON. */
const ODD = '\\u0000 \\\\ud800 "\n\t{} \u{1f600}';

/** Every kind of record, and every door through which texts of others come. */
const KINDS: readonly string[] = [
  keysend(null, null),
  keysend(null, 'hello'),
  keysend(BOOST, null),
  keysend({ message: '', sender_name: '' }, 'a message'),
  keysend({ message: 'a\0b\ud800c', sender_name: '\udc00' }, 'a\0b'),
  received({}),
  received({ memo: 'bread' }),
  received({ memo: '', comment: 'a comment', payerName: '', payerEmail: 'ann@mail.example' }),
  received({ comment: ODD, payerName: ODD, metadataJson: JSON.stringify({ [ODD]: ODD }) }),
  received({ metadataJson: '{"recipient_data":{"identifier":"not us"},"n":1e400}' }),
  received({ metadataJson: '{"recipient_data":7}', payerName: 'Bob' }, BOOST),
  paid({ memo: 'to a node', sentTo: null }),
  paid({ kind: 'bolt11', bolt11: 'lnbcrt1invoice', memo: 'of an invoice', sentTo: null }),
  paid({ sentTo: { payee: 'ann@pay.example', comment: ODD, successAction: null } }),
  paid({ sentTo: { payee: '', comment: '', successAction: null } }),
  paid({ memo: ODD, sentTo: { payee: 'pay.example', comment: null, successAction: null } }),
];

/** As an older version, or a mistake of ours, might have stored them. */
function damaged(body: string, character: string): string {
  const spoil = (text: string): string => `${character}${text}\\${character}${character}`;
  return JSON.stringify(JSON.parse(body), (key, value: unknown) =>
    typeof value === 'string' && key !== 'type' ? spoil(value) : value,
  );
}

/** Books a record for each of these bodies, in their order. */
async function addRecords(bodies: readonly string[]): Promise<string> {
  const userId = await bench.addUser();
  await bench.credit(userId, 1000, AT);
  for (const body of bodies) {
    if (body.includes(OUTGOING)) {
      const sent = await bench.send(userId, 1000n, 0, AT);
      assert(sent !== null);
      await bench.settle(sent, 0n, AT);
    } else {
      await bench.credit(userId, 1, AT);
    }
    await superuser`
      update settled_record set body = ${body}
      where user_id = ${userId} and seq = (
        select max(seq) from settled_record where user_id = ${userId})`;
  }
  return userId;
}

async function assertSameWords(bodies: readonly string[]): Promise<string> {
  const userId = await addRecords(bodies);
  const range = { userId, afterSeq: 1n, upToSeq: 1000n, limit: 1000 };
  const lines = await statements.listShownLines(range);
  assert.deepEqual(
    lines.map(({ words }) => words),
    bodies.map((body) => {
      const { identifier, description, counterparty } = readStatementWords(body);
      return { identifier, description, counterparty };
    }),
  );
  return userId;
}

const find = async (userId: string, text: string | null, minAmountSat: Sat | null = null) => {
  const query: ActivityQuery = {
    userId,
    direction: 'both',
    state: 'settled',
    grantId: null,
    from: null,
    to: null,
    minAmountSat,
    text,
    before: NEWEST_ACTIVITY,
    isFirstPage: true,
    now: AT,
    limit: 100,
  };
  const found = await activity.list(query);
  assert(typeof found === 'object');
  return found.settled.entries.length;
};

test('the words of a statement line are the same for every kind of record', async () => {
  await assertSameWords(KINDS);
});

test('no text from outside keeps PostgreSQL from reading a record', async () => {
  for (const body of KINDS) {
    const [row] = await database.sql`select ${body}::json ->> 'identifier' as identifier`;
    assert.equal(typeof row?.['identifier'], 'string');
  }
});

for (const [name, character] of [
  ['NUL', '\0'],
  ['the first half of an emoji', '\ud83d'],
  ['the second half of an emoji', '\ude00'],
] as const) {
  test(`a record that holds ${name} keeps nobody from a statement or a search`, async () => {
    const bodies = [...KINDS.map((body) => damaged(body, character)), received({ memo: 'bread' })];
    const userId = await assertSameWords(bodies);
    const breads = KINDS.filter((body) => body.includes('"memo":"bread"')).length;
    assert.equal(await find(userId, 'bread'), breads + 1);
    assert.equal(await find(userId, 'bread', sat(1n)), breads + 1);
    assert.equal(await find(userId, null, sat(1n)), bodies.length + 1, 'and what they began with');
    await bench.reckon(userId, new Date('2021-04-15T00:00:00Z'));
    const month = await statements.findMonth(userId, '2021-03');
    assert(month !== null);
    for (const format of ['csv', 'json'] as const) {
      const file = await bench.readParts(userId, month, format);
      assert.match(file, /bread/);
      assert.deepEqual([file.isWellFormed(), file.includes('\0')], [true, false]);
    }
  });
}

test('the books balance after all', async () => {
  assert.deepEqual(await bench.world.findings(), []);
});
