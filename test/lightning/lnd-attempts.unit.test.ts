import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { closeLnds, lndAgainst } from '../support/lnd-against-script.ts';
import { PAYMENT_HASH, paymentMessage, status } from '../support/lnd-messages.ts';

afterEach(closeLnds);

async function ask(message: object) {
  const { node } = await lndAgainst(async (_request, reply) => {
    await reply.open(200);
    await reply.line(message);
    await reply.end();
  });
  return await node.attempts(PAYMENT_HASH);
}

const attempt = (changes: object = {}): object => ({
  attempt_id: '1001',
  status: 'IN_FLIGHT',
  route: {
    total_time_lock: 812_500,
    hops: [{ chan_id: '124244814004224' }, { chan_id: '124244814069760' }],
  },
  attempt_time_ns: '1795257034065322716',
  resolve_time_ns: '0',
  failure: null,
  preimage: '',
  ...changes,
});

const answerOf = (changes: Readonly<Record<string, unknown>>) =>
  ask({ result: paymentMessage(changes) });

it('tells over which channel a payment was tried, when, and until when it can be claimed', async () => {
  const htlcs = [attempt(), attempt({ status: 'FAILED' }), attempt({ status: 'SUCCEEDED' })];
  const common = {
    startedAt: new Date(1_795_257_034_065),
    channelId: '124244814004224',
    expiryHeight: 812_500,
  };
  assert.deepEqual(await answerOf({ htlcs }), {
    state: 'in_flight',
    attempts: [
      { ...common, state: 'in_flight' },
      { ...common, state: 'failed' },
      { ...common, state: 'succeeded' },
    ],
  });
});

it('takes what it does not know for under way', async () => {
  const said = await answerOf({ status: 'INITIATED', htlcs: [attempt({ status: 7 })] });
  assert.equal(said?.state, 'in_flight');
  assert.equal(said.attempts[0]?.state, 'in_flight');
});

it('tells of ended payments too, and of none', async () => {
  assert.equal((await answerOf({ status: 'SUCCEEDED' }))?.state, 'succeeded');
  assert.equal((await answerOf({ status: 'FAILED' }))?.state, 'failed');
  assert.equal(await ask({ error: status(5, "payment isn't initiated") }), null);
});

it('does not take half an answer', async () => {
  for (const changes of [
    { payment_hash: 'ab'.repeat(32) },
    { htlcs: null },
    { htlcs: [attempt({ route: null })] },
    { htlcs: [attempt({ route: { total_time_lock: 5, hops: [] } })] },
    { htlcs: [attempt({ route: { total_time_lock: '5', hops: [{ chan_id: '1' }] } })] },
    { htlcs: [attempt({ attempt_time_ns: null })] },
  ]) {
    await assert.rejects(answerOf(changes), { name: 'NodeFault' }, JSON.stringify(changes));
  }
  await assert.rejects(ask({ error: status(2, 'no') }), { name: 'NodeFault' });
});
