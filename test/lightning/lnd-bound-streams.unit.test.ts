import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { closeLnds, lndAgainst } from '../support/lnd-against-script.ts';
import { infoMessage, PAYMENT_HASH, succeededMessage } from '../support/lnd-messages.ts';
import { send } from '../support/lnd-send.ts';
import type { Reply, SeenRequest } from '../support/scripted-server.ts';

afterEach(closeLnds);

/**
 * Another LND that takes the macaroon, at the address of ours: a name that changed, or a balancer.
 * The connections that were open stay with our node, each new one leads to the other.
 */

const OURS = `02${'11'.repeat(32)}`;
const OTHER = `03${'22'.repeat(32)}`;

async function startBehindBalancer() {
  const state = { isTakenOver: false, isCutAfterAnswer: false, isClosedAfterInfo: false };
  const byConnection = new Map<number, string>();
  const paid: string[] = [];
  const { node, server } = await lndAgainst(async (request, reply) => {
    const who = byConnection.get(request.connection) ?? (state.isTakenOver ? OTHER : OURS);
    byConnection.set(request.connection, who);
    if (state.isClosedAfterInfo && request.path === '/v1/getinfo') {
      state.isTakenOver = true;
      await answerInfoAndClose(who, reply);
      return;
    }
    await answer(who, request, reply, paid);
    if (state.isCutAfterAnswer) reply.cut();
  });
  return { node, server, state, paid };
}

async function answer(who: string, { path }: SeenRequest, reply: Reply, paid: string[]) {
  if (path === '/v1/getinfo') {
    return await reply.json(200, { ...infoMessage(), identity_pubkey: who });
  }
  if (path.startsWith('/v1/payments')) {
    return await reply.json(200, { payments: [], last_index_offset: '7' });
  }
  await reply.open(200);
  if (path === '/v2/router/send') paid.push(who);
  const isKnown = who === OURS || path === '/v2/router/send';
  await reply.line(isKnown ? { result: succeededMessage() } : NOT_FOUND);
  await reply.end();
}

async function answerInfoAndClose(who: string, reply: Reply): Promise<void> {
  const body = JSON.stringify({ ...infoMessage(), identity_pubkey: who });
  const length = `content-length: ${body.length}`;
  await reply.raw(`HTTP/1.1 200 X\r\nconnection: close\r\n${length}\r\n\r\n${body}`);
}

const NOT_FOUND = { error: { code: 5, message: "payment isn't initiated", details: [] } };

test('M94 a node that takes over between the look at the index and the payment gets no payment', async () => {
  const { node, state, paid } = await startBehindBalancer();
  await node.info();
  await node.newestPaymentIndex();
  state.isTakenOver = true;
  const { outcome, acknowledged } = await send(node);
  assert.equal(outcome.kind, 'unknown', 'our node is asked for its end when it is back');
  assert.deepEqual([paid, acknowledged], [[], []]);
  await node.newestPaymentIndex();
  assert.equal((await node.info()).pubkey, OURS, 'over the connections that are there');
});

test('M94 what the other node does not know is not taken for the word of ours', async () => {
  const { node, state } = await startBehindBalancer();
  await node.info();
  state.isTakenOver = true;
  await assert.rejects(node.payment(PAYMENT_HASH), /is not ours/);
  const followed = await node.follow(PAYMENT_HASH, new AbortController().signal);
  assert.equal(followed.kind, 'unknown');
  state.isTakenOver = false;
  assert.equal((await node.payment(PAYMENT_HASH)).kind, 'succeeded');
});

test('M94 a connection that was asked once serves further payments, and no other takes its place', async () => {
  const { node, server, state, paid } = await startBehindBalancer();
  await node.info();
  for (let count = 0; count < 3; count += 1) {
    assert.equal((await send(node)).outcome.kind, 'succeeded');
    await node.info();
  }
  const asked = server.requests.filter(({ path }) => path === '/v1/getinfo').length;
  assert.equal(asked, 4 + 1, 'once over the connection of the payments');
  state.isTakenOver = true;
  assert.equal((await send(node)).outcome.kind, 'succeeded', 'still with our node');
  assert.deepEqual(paid, [OURS, OURS, OURS, OURS]);
  state.isCutAfterAnswer = true;
  await send(node);
  await node.payment(PAYMENT_HASH).catch(() => undefined);
  assert.equal((await send(node)).outcome.kind, 'unknown');
  assert(
    paid.every((who) => who === OURS),
    'the connection is gone, and nothing went elsewhere',
  );
});

test('M94 a connection that ends with the word of our node is not reopened for the payment', async () => {
  const { node, server, state, paid } = await startBehindBalancer();
  await node.info();
  const before = server.requests.length;
  state.isClosedAfterInfo = true;
  assert.equal((await send(node)).outcome.kind, 'unknown');
  assert.deepEqual(
    server.requests.slice(before).map(({ path }) => path),
    ['/v1/getinfo'],
    'our node has answered, and the other one is sent nothing',
  );
  assert.deepEqual(paid, []);
});
