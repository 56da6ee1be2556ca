import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { closeLnds, lndAgainst } from '../support/lnd-against-script.ts';
import {
  BOLT11,
  failedMessage,
  MACAROON,
  PAYMENT_HASH,
  PREIMAGE,
  paymentMessage,
  status,
  succeededMessage,
} from '../support/lnd-messages.ts';
import { ORDER, SUCCEEDED, send, sendTo } from '../support/lnd-send.ts';
import type { Reply } from '../support/scripted-server.ts';

afterEach(closeLnds);

it('asks for exactly what was ordered', async () => {
  const { node, server } = await lndAgainst(async (_request, reply) => {
    await reply.open(200);
    await reply.line({ result: succeededMessage() });
    await reply.end();
  });
  await send(node);
  await send(node, { ...ORDER, amountMsat: msat(9_007_199_254_740_993n) });
  const [plain, amountless] = server.requests;
  assert(plain !== undefined && amountless !== undefined);
  assert.equal(plain.method, 'POST');
  assert.equal(plain.path, '/v2/router/send');
  assert.match(plain.headers, new RegExp(`^grpc-metadata-macaroon: ${MACAROON}$`, 'im'));
  const common = {
    fee_limit_msat: '10000',
    timeout_seconds: 60,
    cancelable: false,
    no_inflight_updates: false,
    allow_self_payment: false,
    payment_request: BOLT11,
    max_parts: 16,
  };
  assert.deepEqual(JSON.parse(plain.body), common);
  assert.deepEqual(JSON.parse(amountless.body), { ...common, amt_msat: '9007199254740993' });
});

it('asks for a keysend with its preimage among the records', async () => {
  const { node, server } = await lndAgainst((_request, reply) => reply.cut());
  await send(node, {
    kind: 'keysend',
    destination: `02${'ab'.repeat(32)}`,
    paymentHash: PAYMENT_HASH,
    preimage: Buffer.from(PREIMAGE, 'hex'),
    amountMsat: msat(5_001n),
    records: new Map([[18_446_744_073_709_551_615n, new Uint8Array([0, 255])]]),
    maxFeeMsat: msat(0n),
    timeoutSec: 30,
  });
  assert.deepEqual(JSON.parse(server.requests[0]?.body ?? ''), {
    fee_limit_msat: '0',
    timeout_seconds: 30,
    cancelable: false,
    no_inflight_updates: false,
    allow_self_payment: false,
    dest: Buffer.from(`02${'ab'.repeat(32)}`, 'hex').toString('base64'),
    payment_hash: Buffer.from(PAYMENT_HASH, 'hex').toString('base64'),
    amt_msat: '5001',
    final_cltv_delta: 144,
    max_parts: 1,
    dest_custom_records: {
      '18446744073709551615': 'AP8=',
      '5482373484': Buffer.from(PREIMAGE, 'hex').toString('base64'),
    },
  });
});

it('acknowledges once and answers with the end', async () => {
  const sent = await sendTo(async (reply) => {
    await reply.open(200);
    await reply.line({ result: paymentMessage({ status: 'INITIATED' }) });
    await reply.line({ result: paymentMessage() });
    await reply.line({ result: succeededMessage() });
    await reply.end();
  });
  assert.deepEqual(sent, { outcome: SUCCEEDED, acknowledged: [1003n] });
});

it('reads messages wherever the network cuts them, or joins them', async () => {
  const text = [paymentMessage(), paymentMessage(), succeededMessage({ memo: 'ü⚡' })]
    .map((result) => `${JSON.stringify({ result })}\n`)
    .join('');
  const byByte = await sendTo(async (reply) => {
    await reply.open(200);
    for (const byte of Buffer.from(text)) await reply.chunk(new Uint8Array([byte]));
    await reply.end();
  });
  assert.deepEqual(byByte, { outcome: SUCCEEDED, acknowledged: [1003n] });
  const atOnce = await sendTo(async (reply) => {
    await reply.open(200);
    await reply.chunk(text);
    await reply.end();
  });
  assert.deepEqual(atOnce.outcome, SUCCEEDED);
});

it('maps every reason for a failure, an unknown one too', async () => {
  const reasons = new Map([
    ['FAILURE_REASON_TIMEOUT', 'timeout'],
    ['FAILURE_REASON_NO_ROUTE', 'no_route'],
    ['FAILURE_REASON_ERROR', 'other'],
    ['FAILURE_REASON_INCORRECT_PAYMENT_DETAILS', 'incorrect_details'],
    ['FAILURE_REASON_INSUFFICIENT_BALANCE', 'insufficient_liquidity'],
    ['FAILURE_REASON_CANCELED', 'cancelled'],
    ['FAILURE_REASON_FROM_THE_FUTURE', 'other'],
  ]);
  for (const [name, reason] of reasons) {
    const { outcome } = await sendTo(async (reply) => {
      await reply.open(200);
      await reply.line({ result: failedMessage(name) });
      await reply.end();
    });
    assert.deepEqual(outcome, { kind: 'failed', paymentIndex: 1003n, reason });
  }
});

it('M37 goes on waiting at a status that it does not know', async () => {
  for (const future of ['HALF_PAID', 7]) {
    const { outcome } = await sendTo(async (reply) => {
      await reply.open(200);
      await reply.line({ result: paymentMessage({ status: future }) });
      await reply.line({ result: succeededMessage() });
      await reply.end();
    });
    assert.deepEqual(outcome, SUCCEEDED);
    const last = await sendTo(async (reply) => {
      await reply.open(200);
      await reply.line({ result: paymentMessage({ status: future }) });
      await reply.end();
    });
    assert.equal(last.outcome.kind, 'unknown', 'it is no end either');
  }
});

it('takes a refusal in LND’s own words for one, in each of its three shapes', async () => {
  const error = status(2, 'self-payments not allowed');
  const refused = { kind: 'refused', code: 2, detail: 'self-payments not allowed' };
  const shapes: ((reply: Reply) => Promise<void>)[] = [
    (reply) => reply.json(500, error),
    (reply) => reply.json(500, { error }),
    async (reply) => {
      await reply.open(200);
      await reply.line({ error });
      await reply.end();
    },
  ];
  for (const shape of shapes) {
    assert.deepEqual(await sendTo(shape), { outcome: refused, acknowledged: [] });
  }
});
