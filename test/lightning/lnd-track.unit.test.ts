import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import type { NodePayment } from '../../src/lightning/node-port.ts';
import { closeLnds, lndAgainst, lndAt } from '../support/lnd-against-script.ts';
import {
  failedMessage,
  PAYMENT_HASH,
  PREIMAGE,
  paymentMessage,
  status,
  succeededMessage,
} from '../support/lnd-messages.ts';
import { deadUrl, type Reply } from '../support/scripted-server.ts';

afterEach(closeLnds);

type Answer = (reply: Reply) => void | Promise<void>;

const streamOf =
  (...messages: object[]): Answer =>
  async (reply) => {
    await reply.open(200);
    for (const message of messages) await reply.line(message);
    await reply.end();
  };

async function look(answer: Answer): Promise<NodePayment> {
  const { node } = await lndAgainst((_request, reply) => answer(reply));
  return node.payment(PAYMENT_HASH);
}

async function follow(answer: Answer): Promise<{ readonly kind: string }> {
  const { node } = await lndAgainst((_request, reply) => answer(reply));
  return node.follow(PAYMENT_HASH, new AbortController().signal);
}

const NOT_FOUND = { error: status(5, "payment isn't initiated") };

it('names the payment by its hash in base64url with padding', async () => {
  const { node, server } = await lndAgainst((_request, reply) =>
    streamOf({ result: failedMessage() })(reply),
  );
  // Bytes fb ff … make both characters in which the alphabets differ.
  const paymentHash = `fbff${'00'.repeat(30)}`;
  await assert.rejects(node.payment(paymentHash));
  await node.follow(paymentHash, new AbortController().signal);
  const track = `/v2/router/track/-_8${'A'.repeat(40)}=`;
  assert.deepEqual(
    server.requests.map(({ path }) => path),
    [`${track}?no_inflight_updates=false`, `${track}?no_inflight_updates=true`],
  );
});

it('looks once, and hangs up on a payment that is under way', async () => {
  let hungUp: Promise<void> | null = null;
  const payment = await look(async (reply) => {
    hungUp = reply.closed;
    await reply.open(200);
    await reply.line({ result: paymentMessage() });
  });
  assert.deepEqual(payment, { kind: 'in_flight', paymentIndex: 1003n });
  await hungUp;
});

it('tells every state', async () => {
  assert.deepEqual(await look(streamOf({ result: succeededMessage() })), {
    kind: 'succeeded',
    paymentIndex: 1003n,
    preimage: PREIMAGE,
    amountMsat: 1500n,
    feeMsat: 1000n,
  });
  assert.deepEqual(await look(streamOf({ result: failedMessage() })), {
    kind: 'failed',
    paymentIndex: 1003n,
    reason: 'no_route',
  });
});

it('M37 takes a payment of a status that it does not know for one under way', async () => {
  for (const status of ['HALF_PAID', 'INITIATED', 7]) {
    const seen = await look(streamOf({ result: paymentMessage({ status }) }));
    assert.deepEqual(seen, { kind: 'in_flight', paymentIndex: 1003n });
  }
});

it('takes a payment for unknown to LND only in LND’s own words', async () => {
  assert.deepEqual(await look((reply) => reply.json(404, NOT_FOUND)), { kind: 'not_found' });
  assert.deepEqual(await follow((reply) => reply.json(404, NOT_FOUND)), { kind: 'not_found' });
  const others: Answer[] = [
    // What the gateway says to a path that it does not serve.
    (reply) => reply.json(404, status(5, 'Not Found')),
    (reply) => reply.json(404, { error: status(5, 'Not Found') }),
    (reply) => reply.json(404, { error: status(5, 'another thing is missing') }),
    (reply) => reply.json(500, { error: status(2, "payment isn't initiated") }),
    (reply) => reply.json(500, NOT_FOUND),
    (reply) => reply.answer(404, 'payment isn’t initiated'),
  ];
  for (const answer of others) {
    await assert.rejects(look(answer), { name: 'NodeFault' });
    assert.equal((await follow(answer)).kind, 'unknown');
  }
});

it('does not believe a success without its preimage', async () => {
  const unproven = { result: succeededMessage({ payment_preimage: '0'.repeat(64) }) };
  await assert.rejects(look(streamOf(unproven)), {
    name: 'NodeFault',
    message: 'LND told of a success without the preimage that proves it',
  });
  assert.equal((await follow(streamOf(unproven))).kind, 'unknown');
});

it('knows nothing when the connection breaks', async () => {
  const breaks: Answer[] = [
    (reply) => reply.cut(),
    streamOf(),
    async (reply) => {
      await reply.open(200);
      reply.cut();
    },
  ];
  for (const answer of breaks) {
    await assert.rejects(look(answer), { name: 'NodeFault' });
    assert.equal((await follow(answer)).kind, 'unknown');
  }
  const away = lndAt(await deadUrl());
  await assert.rejects(away.payment(PAYMENT_HASH), { name: 'NodeFault' });
});

it('gives a look up when LND stays silent, before or after its headers', async () => {
  const silences: Answer[] = [() => {}, (reply) => reply.open(200)];
  const looks = silences.map(async (silence) => {
    const limits = { answerMs: 50 };
    const { node } = await lndAgainst((_request, reply) => silence(reply), { limits });
    await assert.rejects(node.payment(PAYMENT_HASH), { name: 'NodeFault' });
  });
  await Promise.all(looks);
});

it('follows a payment through silence to its end', async () => {
  let goOn = (): void => {};
  const later = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const limits = { answerMs: 50 };
  const { node } = await lndAgainst(
    async (request, reply) => {
      if (request.path.includes('no_inflight_updates=false')) return;
      await later;
      await streamOf({ result: failedMessage() })(reply);
    },
    { limits },
  );
  const following = node.follow(PAYMENT_HASH, new AbortController().signal);
  // By the time that this silence was too long for a look, it is not for the other.
  await assert.rejects(node.payment(PAYMENT_HASH), { name: 'NodeFault' });
  goOn();
  assert.equal((await following).kind, 'failed');
});

it('asks for the newest payment of any state', async () => {
  const { node, server } = await lndAgainst((_request, reply) =>
    reply.json(200, {
      payments: [paymentMessage()],
      first_index_offset: '1003',
      last_index_offset: '9223372036854775807',
      total_num_payments: '0',
    }),
  );
  assert.equal(await node.newestPaymentIndex(), 9_223_372_036_854_775_807n);
  assert.equal(
    server.requests[0]?.path,
    '/v1/payments?include_incomplete=true&reversed=true&max_payments=1',
  );
});

it('does not guess the newest payment', async () => {
  const answers: Answer[] = [
    (reply) => reply.json(200, { payments: [], last_index_offset: 5 }),
    (reply) => reply.json(200, {}),
    (reply) => reply.json(500, status(2, 'the database is gone')),
    (reply) => reply.answer(200, '{"last_index_offset":"5"'),
  ];
  for (const answer of answers) {
    const { node } = await lndAgainst((_request, reply) => answer(reply));
    await assert.rejects(node.newestPaymentIndex(), { name: 'NodeFault' });
  }
});
