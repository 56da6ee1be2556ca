import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as aTurnOfTheEventLoop } from 'node:timers/promises';
import { msat } from '../../src/base/amount.ts';
import type { LightningNode, SendOrder, SendOutcome } from '../../src/lightning/node-port.ts';
import { lndAgainst, lndAt } from '../support/lnd-against-script.ts';
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
import { deadUrl, type Reply } from '../support/scripted-server.ts';

const ORDER: SendOrder = {
  kind: 'bolt11',
  bolt11: BOLT11,
  paymentHash: PAYMENT_HASH,
  amountMsat: null,
  maxFeeMsat: msat(10_000n),
  timeoutSec: 60,
};

const SUCCEEDED = {
  kind: 'succeeded',
  paymentIndex: 1003n,
  preimage: PREIMAGE,
  amountMsat: 1500n,
  feeMsat: 1000n,
};

interface Sent {
  readonly outcome: SendOutcome;
  readonly acknowledged: readonly bigint[];
}

async function send(node: LightningNode, order: SendOrder = ORDER): Promise<Sent> {
  const acknowledged: bigint[] = [];
  const outcome = await node.send(order, {
    signal: new AbortController().signal,
    onAcknowledged: (paymentIndex) => acknowledged.push(paymentIndex),
  });
  return { outcome, acknowledged };
}

/** Sends to a node that answers with this script. */
async function sendTo(answer: (reply: Reply) => void | Promise<void>): Promise<Sent> {
  const { node } = await lndAgainst((_request, reply) => answer(reply));
  return send(node);
}

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

it('goes on waiting at a status that it does not know', async () => {
  for (const future of ['HALF_PAID', 7]) {
    const { outcome } = await sendTo(async (reply) => {
      await reply.open(200);
      await reply.line({ result: paymentMessage({ status: future }) });
      await reply.line({ result: succeededMessage() });
      await reply.end();
    });
    assert.deepEqual(outcome, SUCCEEDED);
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

it('takes no refusal for an end after which the payment may be under way', async () => {
  const undecided: [number, number, string][] = [
    [499, 1, 'context canceled'],
    [504, 4, 'context deadline exceeded'],
    [409, 6, 'payment already exists'],
    [409, 6, 'payment is in transition'],
    [409, 6, 'invoice is already paid'],
    [503, 14, 'transport is closing'],
  ];
  for (const [httpStatus, code, message] of undecided) {
    const { outcome } = await sendTo((reply) => reply.json(httpStatus, status(code, message)));
    assert.deepEqual(outcome, { kind: 'unknown', detail: `${message} (gRPC code ${code})` });
  }
});

it('takes an error after the first update for no end of the payment', async () => {
  const sent = await sendTo(async (reply) => {
    await reply.open(200);
    await reply.line({ result: paymentMessage() });
    await reply.line({ error: status(2, 'routerrpc server shutting down') });
    await reply.end();
  });
  assert.deepEqual(sent.acknowledged, [1003n]);
  assert.equal(sent.outcome.kind, 'unknown');
});

it('believes nobody else’s errors', async () => {
  const strangers: [number, string][] = [
    [502, '<html><body>502 Bad Gateway</body></html>'],
    [500, 'Internal Server Error'],
    [500, '{"message":"upstream failed"}'],
    [502, JSON.stringify(status(2, 'the status does not fit the code'))],
    [500, '{"code":500,"message":"a proxy","details":[]}'],
    [500, '{"code":"2","message":"a code in text","details":[]}'],
    [500, '{"code":2,"message":"cut off'],
    [404, '{"error":"not here"}'],
    [401, ''],
    [200, '<html>please log in</html>'],
    [200, '{"result":null}'],
    [200, '[]'],
    [200, ''],
    [302, ''],
  ];
  for (const [httpStatus, body] of strangers) {
    const { outcome } = await sendTo((reply) => reply.answer(httpStatus, body));
    assert.equal(outcome.kind, 'unknown', body);
  }
});

it('does not know the end when the connection breaks, at whatever moment', async () => {
  const line = `${JSON.stringify({ result: succeededMessage() })}\n`;
  const breaks: ((reply: Reply) => void | Promise<void>)[] = [
    (reply) => reply.cut(),
    async (reply) => {
      await reply.raw('HTTP/1.1 200 O');
      reply.cut();
    },
    async (reply) => {
      await reply.open(200);
      reply.cut();
    },
    async (reply) => {
      await reply.open(200);
      await reply.chunk(line.slice(0, -30));
      reply.cut();
    },
    async (reply) => {
      await reply.open(200);
      await reply.chunk(line.slice(0, -30));
      await reply.end();
    },
    async (reply) => {
      await reply.open(200);
      await reply.line({ result: paymentMessage() });
      await reply.end();
    },
    (reply) => reply.raw('this is not HTTP\r\n\r\n'),
  ];
  for (const breaking of breaks) {
    const { outcome } = await sendTo(breaking);
    assert.equal(outcome.kind, 'unknown');
    assert.doesNotMatch(JSON.stringify(outcome), new RegExp(PREIMAGE.slice(0, 16)));
  }
});

it('does not know the end when nobody listens', async () => {
  assert.equal((await send(lndAt(await deadUrl()))).outcome.kind, 'unknown');
});

it('believes no message whose fields are not what they should be', async () => {
  const wrong = [
    succeededMessage({ payment_index: 1003 }),
    succeededMessage({ payment_index: '99999999999999999999' }),
    succeededMessage({ payment_index: '9223372036854775808' }),
    succeededMessage({ payment_index: null }),
    succeededMessage({ fee_msat: '-1' }),
    succeededMessage({ fee_msat: '1e3' }),
    succeededMessage({ value_msat: '1500.0' }),
    succeededMessage({ payment_hash: 'ab' }),
    succeededMessage({ payment_hash: PREIMAGE }),
    succeededMessage({ payment_preimage: '' }),
    succeededMessage({ payment_preimage: PAYMENT_HASH }),
    succeededMessage({ payment_preimage: '0'.repeat(64) }),
  ];
  for (const message of wrong) {
    const { outcome } = await sendTo(async (reply) => {
      await reply.open(200);
      await reply.line({ result: message });
      await reply.end();
    });
    assert.equal(outcome.kind, 'unknown', JSON.stringify(message));
    assert.doesNotMatch(JSON.stringify(outcome), new RegExp(PREIMAGE));
  }
});

it('hands a payment over once, whatever the connection does', async () => {
  const { node, server } = await lndAgainst(async (request, reply) => {
    if (server.requests.length > 1 || request.method !== 'POST') return reply.cut();
    await reply.json(200, { result: succeededMessage() });
  });
  assert.deepEqual((await send(node)).outcome, SUCCEEDED);
  await aTurnOfTheEventLoop();
  // The second one goes out over the kept connection, which breaks under it.
  assert.equal((await send(node)).outcome.kind, 'unknown');
  assert.deepEqual(
    server.requests.map(({ connection }) => connection),
    [1, 1],
  );
});

it('stops waiting when told to, and hangs up', async () => {
  const waiting = new AbortController();
  let hungUp: Promise<void> | null = null;
  const { node } = await lndAgainst(async (_request, reply) => {
    hungUp = reply.closed;
    await reply.open(200);
    await reply.line({ result: paymentMessage() });
  });
  const outcome = await node.send(ORDER, {
    signal: waiting.signal,
    onAcknowledged: () => waiting.abort(),
  });
  assert.equal(outcome.kind, 'unknown');
  await hungUp;
});
