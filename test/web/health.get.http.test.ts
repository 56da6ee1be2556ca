import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Database } from '../../src/database/db.ts';
import type { Sql } from '../../src/database/sql.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });

test('all is well when database and node answer', async () => {
  const answer = await api.call('GET', '/health');
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, { status: 'ok', outside_payments: 'on' });
});

test('load balancers may ask without wanting the body', async () => {
  const answer = await api.call('HEAD', '/health');
  assert.equal(answer.status, 200);
  assert.equal(answer.text, '');
});

test('says which part does not answer', async () => {
  api.node.isAway = true;
  const answer = await api.call('GET', '/health');
  api.node.isAway = false;
  assert.equal(answer.status, 503);
  assert.deepEqual(answer.body, {
    code: 6,
    error: true,
    message: 'the Lightning node does not answer',
  });
  assert.equal((await api.call('GET', '/health')).status, 200);
});

test('a part that hangs does not hold up the answer', async () => {
  const never = new Promise<never>(() => undefined);
  const health = {
    askDatabase: () => never,
    askNode: async () => undefined,
    isStandbyAway: () => never,
    whyWritesFail: () => null,
  };
  const clock = { ...api.clock, sleep: async () => undefined };
  const hanging = await startWalletApi({ after }, {}, { health, clock });
  const answer = await hanging.call('GET', '/health');
  assert.equal(answer.status, 503);
  assert.deepEqual(answer.body, {
    code: 6,
    error: true,
    message: 'the database does not answer',
  });
});

test('tells that nothing leaves over the node, and serves all the same', async () => {
  const paymentStop = { stopReason: () => 'what only the operator is told' };
  const stopped = await startWalletApi({ after }, {}, { paymentStop });
  const answer = await stopped.call('GET', '/health');
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, { status: 'ok', outside_payments: 'stopped' });
});

test('tells since when the database is compared with the node', async () => {
  const comparingSince = () => new Date('2030-01-02T03:04:05Z');
  const paymentStop = { stopReason: () => 'it may lack payments', comparingSince };
  const stopped = await startWalletApi({ after }, {}, { paymentStop });
  const answer = await stopped.call('GET', '/health');
  assert.deepEqual(answer.body, {
    status: 'ok',
    outside_payments: 'stopped',
    comparing_since: '2030-01-02T03:04:05.000Z',
  });
});

test('tells that the database confirms nothing, and serves what can be read', async () => {
  const health = { ...api.deps.health, isStandbyAway: async () => true };
  const waiting = await startWalletApi({ after }, {}, { health });
  const answer = await waiting.call('GET', '/health');
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, { status: 'ok', outside_payments: 'on', writes: 'waiting' });
});

test('says that the database refuses writes, and why', async () => {
  const opened: Database[] = [];
  const full = await startWalletApi({ after }, {}, (database) => {
    opened.push(database);
    return {};
  });
  const [database] = opened;
  assert(database !== undefined);
  await assert.rejects(database.query(fillDisk), /No space left/);
  const answer = await full.call('GET', '/health');
  assert.equal(answer.status, 503);
  assert.deepEqual(answer.body, {
    code: 6,
    error: true,
    message: 'the database refuses writes: its disk is full',
  });
});

const fillDisk = (sql: Sql) => sql`
  do $$ begin
    raise exception 'No space left on device' using errcode = '53100';
  end $$`;
