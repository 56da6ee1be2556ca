import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Outcome, playTheft } from './play.ts';
import type { TheftName } from './theft.ts';
import { THEFTS } from './thefts.ts';

const play = async (name: TheftName): Promise<Outcome> => {
  const theft = THEFTS.find((one) => one.name === name);
  assert(theft !== undefined);
  return await playTheft(theft, 'proposed limits', 1);
};

test('thieves get what was promised, and no more: a password alone, and a token', async () => {
  const [password, token] = await Promise.all([
    play('password, second factor on'),
    play('personal token'),
  ]);
  assert.deepEqual([password.findings, token.findings], [[], []]);
  assert.equal(password.leftMsat, 0n);
  assert(token.arrivedMsat > 0n && token.hourSat !== null);
  assert(token.leftMsat <= BigInt(token.hourSat) * 1000n);
  assert.equal(token.alarm?.kind, 'outflow_stopped');
  assert.equal(token.endedBy, 'the limit on what leaves');
  assert(token.stopped && token.backSec !== null && token.isThiefOut);
});
