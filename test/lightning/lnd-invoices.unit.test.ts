import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { settledInvoices } from '../../src/lightning/lnd/invoices.ts';
import type {
  IncomingPayment,
  InvoiceSpec,
  LightningNode,
  ListedInvoice,
} from '../../src/lightning/node-port.ts';
import { closeLnds, lndAgainst } from '../support/lnd-against-script.ts';
import {
  ampInvoiceMessage,
  BOLT11,
  base64,
  htlcMessage,
  invoiceMessage,
  PAYMENT_HASH,
  PREIMAGE,
  SET_A,
  SET_B,
  settledInvoiceMessage,
  status,
} from '../support/lnd-messages.ts';
import { type Answer, json, lndWith } from '../support/lnd-with-answers.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

afterEach(closeLnds);

const SPEC: InvoiceSpec = {
  preimage: Buffer.from(PREIMAGE, 'hex'),
  amountMsat: msat(1500n),
  expirySec: 86_400,
  purpose: { kind: 'description', text: 'Tee ☕' },
};
const ADDED = { r_hash: base64(PAYMENT_HASH), payment_request: BOLT11, add_index: '33' };
const CREATED = { bolt11: BOLT11, paymentHash: PAYMENT_HASH };

const ADD = 'POST /v1/invoices';
const LOOK_UP = `GET /v1/invoice/${PAYMENT_HASH}`;
const CANCEL = 'POST /v2/invoices/cancel';
const MISSING = json(404, status(5, 'unable to locate invoice'));
const DUPLICATE = json(500, status(2, 'invoice with payment hash already exists'));
const inState = (state: string): Answer => json(200, invoiceMessage({ state }));

it('asks for exactly the invoice that was ordered', async () => {
  const { node, server } = await lndAgainst((_request, reply) => reply.json(200, ADDED));
  assert.deepEqual(await node.createInvoice(SPEC), CREATED);
  await node.createInvoice({ ...SPEC, purpose: { kind: 'hash', descriptionHash: SET_A } });
  const common = {
    r_preimage: base64(PREIMAGE),
    value_msat: '1500',
    expiry: '86400',
    private: true,
  };
  assert.deepEqual(
    server.requests.map(({ body }) => JSON.parse(body)),
    [
      { ...common, memo: 'Tee ☕' },
      { ...common, description_hash: base64(SET_A) },
    ],
  );
});

it('answers the invoice that exists already', async () => {
  const { node } = await lndWith({ [ADD]: [DUPLICATE], [LOOK_UP]: [inState('OPEN')] });
  assert.deepEqual(await node.createInvoice(SPEC), CREATED);
});

it('passes on why LND makes no invoice', async () => {
  const refusal = json(500, status(2, 'memo too large: 2000 bytes (maxsize=1024)'));
  const { node } = await lndWith({ [ADD]: [refusal], [LOOK_UP]: [MISSING] });
  await assert.rejects(node.createInvoice(SPEC), {
    name: 'NodeFault',
    message: 'LND refused AddInvoice: memo too large: 2000 bytes (maxsize=1024) (gRPC code 2)',
  });
});

it('does not take an invoice over another amount or preimage for its own', async () => {
  const other = json(200, invoiceMessage({ value_msat: '1501' }));
  const { node } = await lndWith({ [ADD]: [DUPLICATE], [LOOK_UP]: [other] });
  await assert.rejects(node.createInvoice(SPEC), { name: 'NodeFault' });
  const swapped = await lndWith({ [ADD]: [json(200, { ...ADDED, r_hash: base64(PREIMAGE) })] });
  await assert.rejects(swapped.node.createInvoice(SPEC), { name: 'NodeFault' });
});

it('names no secret when the answer is broken', async () => {
  const halves: Answer[] = [
    (reply) => reply.answer(200, `{"r_preimage":"${base64(PREIMAGE)}`),
    (reply) => reply.answer(500, `{"r_preimage":"${base64(PREIMAGE)}`),
    (reply) => reply.raw(`HTTP/1.1 200 X\r\n${base64(PREIMAGE)} \u0000\r\n\r\n`),
  ];
  for (const half of halves) {
    const { node } = await lndWith({ [ADD]: [half] });
    const fault = await node.createInvoice(SPEC).catch((error: unknown) => error);
    assert(fault instanceof Error && fault.name === 'NodeFault');
    const cause = fault.cause instanceof Error ? fault.cause : new Error();
    const said = JSON.stringify([fault.message, cause.message, cause, { ...cause }]);
    assert(!said.includes(base64(PREIMAGE).slice(0, 12)), said);
  }
});

it('gives up on an answer that does not come, at every point', async () => {
  const silences: Answer[] = [
    async () => {},
    (reply) => reply.raw('HTTP/1.1 200 X\r\n'),
    (reply) => reply.open(200),
  ];
  const calls = silences.map(async (silence) => {
    const limits = { answerMs: 50 };
    const { node } = await lndAgainst((_request, reply) => silence(reply), { limits });
    await assert.rejects(node.createInvoice(SPEC), { name: 'NodeFault' });
  });
  await Promise.all(calls);
});

it('tells every state of an invoice, and does not guess at a new one', async () => {
  const states = { OPEN: 'open', ACCEPTED: 'accepted', SETTLED: 'settled', CANCELED: 'cancelled' };
  for (const [name, state] of Object.entries(states)) {
    const { node } = await lndWith({ [LOOK_UP]: [inState(name)] });
    assert.equal(await node.lookupInvoice(PAYMENT_HASH), state);
  }
  const missing = await lndWith({ [LOOK_UP]: [MISSING] });
  assert.equal(await missing.node.lookupInvoice(PAYMENT_HASH), 'not_found');
  const future = await lndWith({ [LOOK_UP]: [inState('FROZEN')] });
  await assert.rejects(future.node.lookupInvoice(PAYMENT_HASH), { name: 'NodeFault' });
  const gateway = await lndWith({ [LOOK_UP]: [json(404, status(5, 'Not Found'))] });
  await assert.rejects(gateway.node.lookupInvoice(PAYMENT_HASH), { name: 'NodeFault' });
});

it('cancels what is open and nothing else', async () => {
  const cases: [string, boolean, readonly string[]][] = [
    ['OPEN', true, [LOOK_UP, CANCEL]],
    ['CANCELED', true, [LOOK_UP]],
    // LND would send a held payment back to its payer.
    ['ACCEPTED', false, [LOOK_UP]],
    ['SETTLED', false, [LOOK_UP]],
  ];
  for (const [state, answer, calls] of cases) {
    const lnd = await lndWith({ [LOOK_UP]: [inState(state)], [CANCEL]: [json(200, {})] });
    assert.equal(await lnd.node.cancelInvoice(PAYMENT_HASH), answer, state);
    assert.deepEqual(lnd.asked, calls);
  }
});

it('cancels what may be held by one call, and gives it back', async () => {
  const lnd = await lndWith({ [CANCEL]: [json(200, {})] });
  assert.equal(await lnd.node.cancelInvoice(PAYMENT_HASH, 'give_back'), true);
  assert.deepEqual(lnd.asked, [CANCEL]);
  const refused = json(500, status(2, 'refused'));
  const cases = { SETTLED: false, CANCELED: true } as const;
  for (const [state, answer] of Object.entries(cases)) {
    const { node } = await lndWith({ [CANCEL]: [refused], [LOOK_UP]: [inState(state)] });
    assert.equal(await node.cancelInvoice(PAYMENT_HASH, 'give_back'), answer, state);
  }
  const missing = await lndWith({ [CANCEL]: [refused], [LOOK_UP]: [MISSING] });
  assert.equal(await missing.node.cancelInvoice(PAYMENT_HASH, 'give_back'), true);
  for (const state of ['OPEN', 'ACCEPTED']) {
    const { node } = await lndWith({ [CANCEL]: [refused], [LOOK_UP]: [inState(state)] });
    await assert.rejects(node.cancelInvoice(PAYMENT_HASH, 'give_back'), { name: 'NodeFault' });
  }
});

it('judges a refused cancellation by the state after it', async () => {
  const refused = json(500, status(2, 'invoice already settled'));
  const paid = await lndWith({
    [LOOK_UP]: [inState('OPEN'), inState('SETTLED')],
    [CANCEL]: [refused],
  });
  assert.equal(await paid.node.cancelInvoice(PAYMENT_HASH), false);
  const gone = await lndWith({ [LOOK_UP]: [inState('OPEN'), MISSING], [CANCEL]: [refused] });
  assert.equal(await gone.node.cancelInvoice(PAYMENT_HASH), true);
  const odd = await lndWith({ [LOOK_UP]: [inState('OPEN')], [CANCEL]: [refused] });
  await assert.rejects(odd.node.cancelInvoice(PAYMENT_HASH), { name: 'NodeFault' });
});

const page = (query: string): string => `GET /v1/invoices?${query}`;
const invoices = (lastOffset: string, ...messages: object[]): Answer =>
  json(200, { invoices: messages, last_index_offset: lastOffset, first_index_offset: '0' });

async function settledOf(node: LightningNode): Promise<IncomingPayment[]> {
  const receipts: IncomingPayment[] = [];
  for await (const receipt of node.settledInvoices(new AbortController().signal)) {
    receipts.push(receipt);
  }
  return receipts;
}

it('pages through all invoices and shows the settled ones', async () => {
  const { node, asked } = await lndWith({
    [page('index_offset=0&num_max_invoices=500')]: [
      invoices('7', invoiceMessage(), settledInvoiceMessage()),
    ],
    [page('index_offset=7&num_max_invoices=500')]: [invoices('9', ampInvoiceMessage())],
    [page('index_offset=9&num_max_invoices=500')]: [invoices('0')],
  });
  const receipts = await settledOf(node);
  assert.equal(asked.length, 3);
  assert.deepEqual(
    receipts.map(({ setId, amountMsat, settleIndex }) => [setId, amountMsat, settleIndex]),
    [
      [null, 1500n, 24n],
      [SET_B, 2500n, 25n],
      [SET_A, 2000n, 24n],
    ],
  );
});

it('leaves LND alone after each page for as long as the page took', async () => {
  const clock = createVirtualClock();
  const asked: number[] = [];
  const get = async (path: string) => {
    asked.push(clock.monotonicMs());
    await clock.sleep(300);
    const offset = Number(new URLSearchParams(path.split('?')[1]).get('index_offset'));
    const invoices = offset < 2 ? [invoiceMessage()] : [];
    return { ok: true, value: { invoices, last_index_offset: `${offset + 1}` } } as const;
  };
  const list = async (): Promise<void> => {
    for await (const _ of settledInvoices({ get }, clock, new AbortController().signal));
  };
  await clock.until(list());
  assert.deepEqual(asked, [0, 600, 1200]);
});

it('does not page forever', async () => {
  const { node } = await lndWith({
    [page('index_offset=0&num_max_invoices=500')]: [invoices('5', invoiceMessage())],
    [page('index_offset=5&num_max_invoices=500')]: [invoices('5', invoiceMessage())],
  });
  await assert.rejects(settledOf(node), { name: 'NodeFault' });
});

it('asks for less when payers have bloated the invoices', async () => {
  const bloated = settledInvoiceMessage({
    htlcs: Array.from({ length: 9 }, () => htlcMessage()),
  });
  const { node, server } = await lndAgainst(
    (request, reply) => {
      const query = new URLSearchParams(request.path.split('?')[1]);
      const size = Number(query.get('num_max_invoices'));
      const offset = Number(query.get('index_offset'));
      const last = Math.min(offset + size, 3);
      const messages = Array.from({ length: last - offset }, () => bloated);
      return reply.json(200, { invoices: messages, last_index_offset: String(last) });
    },
    { limits: { maxAnswerBytes: JSON.stringify(bloated).length + 200 } },
  );
  assert.equal((await settledOf(node)).length, 3);
  const sizes = server.requests.map(({ path }) => path.split('=').at(-1));
  assert.deepEqual(sizes.slice(0, 3), ['500', '20', '1']);
});

it('gives up when a single invoice is too long', async () => {
  const limits = { maxAnswerBytes: 100 };
  const { node } = await lndAgainst(
    (_request, reply) => reply.json(200, { invoices: [invoiceMessage()], last_index_offset: '1' }),
    { limits },
  );
  await assert.rejects(settledOf(node), {
    name: 'NodeFault',
    message: 'LND sent more than 100 bytes',
  });
});

describe('a listing', () => {
  const PLACE = { addIndex: 32n, paymentHash: PAYMENT_HASH };
  const before = page('index_offset=31&num_max_invoices=1');
  const behind = page('index_offset=32&num_max_invoices=500');
  const all = page('index_offset=0&num_max_invoices=500');

  async function listed(node: LightningNode) {
    const seen: ListedInvoice[] = [];
    const listing = { after: PLACE, onInvoice: (one: ListedInvoice) => seen.push(one) };
    const receipts: IncomingPayment[] = [];
    for await (const receipt of node.settledInvoices(new AbortController().signal, listing)) {
      receipts.push(receipt);
    }
    return { seen, receipts };
  }

  it('begins behind its place, and shows each invoice with its state', async () => {
    const { node, asked } = await lndWith({
      [before]: [invoices('32', invoiceMessage({ add_index: '32' }))],
      [behind]: [invoices('35', invoiceMessage(), ampInvoiceMessage({ add_index: '34' }))],
      [page('index_offset=35&num_max_invoices=500')]: [invoices('0')],
    });
    const { seen, receipts } = await listed(node);
    assert.equal(asked.length, 3);
    assert.equal(receipts.length, 2);
    const [first, second] = seen;
    assert.deepEqual(first, {
      addIndex: 33n,
      paymentHash: PAYMENT_HASH,
      state: 'open',
      isReusable: false,
      createdAt: new Date(1_795_257_034_000),
      expiresAt: new Date(1_795_343_434_000),
    });
    assert.deepEqual([second?.addIndex, second?.isReusable], [34n, true]);
  });

  it('of a node that does not have the invoice there begins at the begin', async () => {
    for (const found of [
      [],
      [invoiceMessage({ add_index: '33' })],
      [invoiceMessage({ add_index: '32', r_hash: Buffer.alloc(32).toString('base64') })],
    ]) {
      const { node, asked } = await lndWith({
        [before]: [invoices('33', ...found)],
        [all]: [invoices('0')],
      });
      await listed(node);
      assert.deepEqual(asked, [before, all]);
    }
  });
});
