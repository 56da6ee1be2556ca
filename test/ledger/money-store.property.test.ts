import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { checkProperty } from '../support/check-property.ts';
import { testDatabase } from '../support/database.ts';
import { ALL_ANSWERS } from '../support/money-model/answers.ts';
import { judgeAsked } from '../support/money-model/asked-payments.ts';
import { castIn } from '../support/money-model/cast.ts';
import { APPROVAL_ANSWERS, APPROVAL_CALLS } from '../support/money-model/drawn-approvals.ts';
import { WITHDRAWAL_ANSWERS, WITHDRAWAL_CALLS } from '../support/money-model/drawn-withdrawals.ts';
import { createMemoryWorld } from '../support/money-model/memory-world.ts';
import type { MoneyWorld } from '../support/money-model/money-world.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { playStep, type Step, scriptOf } from '../support/money-model/script.ts';
import { takeSnapshot } from '../support/money-model/snapshot.ts';
import { deriveSeed, runsOf, testSeed } from '../support/seeds.ts';

/** Lists to compare; `npm run test:model` asks for 10,000. */
const LISTS_COUNT = Number(process.env['MONEY_LISTS'] ?? runsOf(500));
const SCRIPTS_AT_ONCE = 10;

/*
 * Random lists of money events, full of repeats, shared hashes and keys, and nearly empty wallets: the
 * SQL functions must answer and write what a plain program over the pure ledger does.
 */
let sqlWorld: MoneyWorld;
const heard = new Set<string>();
const cleanups: (() => Promise<void>)[] = [];
before(async () => {
  const { database } = await testDatabase({ after: (fn) => cleanups.push(fn) });
  sqlWorld = createPostgresWorld(database);
});
after(async () => {
  for (const cleanup of cleanups) await cleanup();
});

test('the SQL functions do to a list what the model does to its events, one by one', async (t) => {
  const scripts = scriptOf({ maxSteps: 16, maxEvents: 8 });
  let listsCount = 0;
  const property = fc.asyncProperty(scripts, fc.boolean(), async (script, hasBudgets) => {
    listsCount += await playInBoth(script, hasBudgets);
  });
  const unheard = () =>
    [...ALL_ANSWERS, ...WITHDRAWAL_ANSWERS, ...APPROVAL_ANSWERS].filter(
      (answer) => !heard.has(answer),
    );
  const isEnough = () =>
    listsCount >= LISTS_COUNT && (unheard().length === 0 || listsCount >= LISTS_COUNT * 10);
  for (let round = 0; !isEnough(); round += 1) {
    const seed = deriveSeed(testSeed(), round);
    await checkProperty(property, { exactRuns: SCRIPTS_AT_ONCE, seed });
  }
  t.diagnostic(`${listsCount} lists were answered alike`);
  assert.deepEqual(unheard(), [], 'each answer that there is was given');
  assert.deepEqual(await sqlWorld.findings(), []);
});

/** Answers how many lists were compared. */
async function playInBoth(script: readonly Step[], hasBudgets: boolean): Promise<number> {
  const worlds = [createMemoryWorld(), sqlWorld];
  const cast = await castIn(worlds, hasBudgets);
  for (const step of script) {
    const [expected, actual] = await playStep(cast, step, worlds);
    assert.deepEqual(actual, expected, step.call);
  }
  for (const answer of cast.heard) heard.add(answer);
  const [expected, actual] = await Promise.all(worlds.map((world) => takeSnapshot(world, cast)));
  assert.deepEqual(actual, expected);
  for (const world of worlds) assert.deepEqual(await judgeAsked(world, cast), []);
  return script.filter(({ call }) => !NO_LISTS.has(call)).length;
}

const NO_LISTS: ReadonlySet<Step['call']> = new Set([
  ...WITHDRAWAL_CALLS,
  ...APPROVAL_CALLS,
  'dispatch',
  'cancel',
  'lead',
  'budget',
  'wait',
]);
