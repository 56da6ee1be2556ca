import assert from 'node:assert/strict';
import { test } from 'node:test';
import { THE_COMMAND_LINE } from '../../src/alarms/audited-action.ts';
import type { ActionEnd } from '../../src/alarms/operator-log/operator-action.ts';
import { endForOperator } from '../../src/payments/end-stuck.ts';
import { NEVER, type Stranding, strand } from '../support/stranding.ts';

/** Proven to be stuck; `meanwhile` happens while the operator's question is with the node. */
async function endWhile(meanwhile: (stranding: Stranding) => Promise<void>) {
  const stranding = await strand();
  await stranding.look();
  await stranding.pass(11);
  const { deps } = stranding.worker;
  const ends: ActionEnd[] = [];
  const actions = {
    begin: async () => true,
    end: async (_id: string, end: ActionEnd) => void ends.push(end),
  };
  const lightning = {
    ...deps.lightning,
    channels: async () => {
      const channels = await deps.lightning.channels();
      await meanwhile(stranding);
      return channels;
    },
  };
  const { id } = stranding.payment();
  const answer = await endForOperator({ ...deps, actions, lightning }, THE_COMMAND_LINE, id, NEVER);
  return { stranding, answer, ends };
}

test('what is proven ends, and is logged as done', async () => {
  const { stranding, answer, ends } = await endWhile(async () => undefined);
  assert.equal(answer.ok && answer.value.failure?.reason, 'stranded');
  assert.deepEqual(ends, [{ result: 'done', outcome: {} }]);
  stranding.bench.world.checkBooks();
});

test('a payment that was paid meanwhile is not told and logged as given back', async () => {
  const { stranding, answer, ends } = await endWhile(async (one) => {
    one.bench.world.node.end(one.paymentHash, { kind: 'succeed', feeMsat: 0n });
    await one.pass(1);
  });
  const { world, ann } = stranding.bench;
  assert.equal(stranding.payment().state, 'settled');
  assert.equal(world.walletSat(ann), 99_000n);
  const why = 'the payment has settled meanwhile';
  assert.deepEqual(answer, { ok: false, refusal: { kind: 'not_proven', why } });
  assert.deepEqual(ends, [{ result: 'refused', outcome: { why } }]);
  world.checkBooks();
});

test('a payment that failed meanwhile was not ended by the operator', async () => {
  const { stranding, answer, ends } = await endWhile(async (one) => {
    one.bench.world.node.end(one.paymentHash, { kind: 'fail', reason: 'no_route' });
    await one.pass(1);
  });
  assert.equal(stranding.payment().failure?.reason, 'no_route');
  assert.equal(answer.ok, false);
  assert.equal(ends[0]?.result, 'refused');
  assert.match(ends[0]?.outcome.why ?? '', /failed meanwhile/);
  stranding.bench.world.checkBooks();
});
