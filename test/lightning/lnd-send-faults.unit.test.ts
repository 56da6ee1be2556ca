import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { setImmediate as aTurnOfTheEventLoop } from 'node:timers/promises';
import { closeLnds, lndAgainst, lndAt } from '../support/lnd-against-script.ts';
import {
  PAYMENT_HASH,
  PREIMAGE,
  paymentMessage,
  status,
  succeededMessage,
} from '../support/lnd-messages.ts';
import { ORDER, SUCCEEDED, send, sendTo } from '../support/lnd-send.ts';
import { deadUrl, type Reply } from '../support/scripted-server.ts';

afterEach(closeLnds);

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

it('believes no one else’s errors', async () => {
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

it('does not know the end when no one listens', async () => {
  assert.equal((await send(lndAt(await deadUrl()))).outcome.kind, 'unknown');
});

it('M44 believes no message whose fields are not what they should be', async () => {
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
