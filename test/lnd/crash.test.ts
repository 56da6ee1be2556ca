import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { WANTED_CALLS } from '../../src/lightning/lnd/missing-rights.ts';
import { readBooksProgress } from '../crash/books-side.ts';
import { createDice, type Dice } from '../crash/dice.ts';
import type { Shape } from '../crash/installation.ts';
import type { Load } from '../crash/load.ts';
import { beSentKeysend } from '../crash/load-steps.ts';
import { readNodeSide } from '../crash/node-side.ts';
import { payFromExternalNode } from '../crash/pay-from-external.ts';
import { finishOrders, repeatOrders } from '../crash/repeat-orders.ts';
import { runLoad, STEPS_MAX } from '../crash/run-load.ts';
import { serve } from '../crash/service-process.ts';
import { within } from '../crash/within.ts';
import {
  checkWorld,
  createWorld,
  loadOf,
  untilPaymentsLeave,
  untilQuiet,
  type World,
} from '../crash/world.ts';
import { eventually } from '../support/eventually.ts';
import { textField } from '../support/fields.ts';
import { leaveAtOnce } from '../support/leave-at-once.ts';
import { untilPasses } from '../support/wallet-user.ts';
import { listAllPayments } from './ask-lnd.ts';
import { type Operator, openOperator } from './end-stuck-payments.ts';
import { findContradictions } from './find-contradictions.ts';
import { findStuck } from './find-stuck.ts';
import { openLndSource } from './lnd-external.ts';
import { openRegtest, type Regtest } from './regtest.ts';

leaveAtOnce();

/** The number of payments, which tools/run-lnd-tests.ts sets. */
const payments = Number(process.env['CRASH_PAYMENTS'] ?? 100);
const seed = Number(process.env['CRASH_SEED'] ?? 1);

/** The shapes of a round that are played here. Their shares of all payments follow. */
type Played = Exclude<Shape, 'goes back' | 'drill'>;
const SHARES: readonly (readonly [Played, number])[] = [
  ['one process', 0.6],
  ['api and worker', 0.4],
];
const LOAD_MS = [300, 2500] as const;
const HOLD_MS = [30, 3000] as const;
/**
 * The pace of the load. Callers pause after each step, so that their load is only a part of what
 * the nodes can carry.
 */
const PACE = { stepsMax: STEPS_MAX, pauseMs: 250 };
const LIMIT_MS = 180_000;
const SETTLE_LIMIT_MS = 30_000;

type Victim = 'node' | 'service' | 'api' | 'worker';

const STRIKES: Readonly<Record<Played, readonly (readonly Victim[])[]>> = {
  'one process': [['node'], ['service'], ['service', 'node']],
  'api and worker': [['node'], ['api'], ['worker'], ['worker', 'node'], ['api', 'worker']],
};

describe(`no crash of service or LND loses or doubles a sat (${payments} payments, seed ${seed})`, () => {
  for (const [shape, share] of SHARES) {
    it(`${shape}`, async (t) => {
      const regtest = await openRegtest();
      const dice = createDice(seed + shape.length);
      const rights = await regtest.bake(WANTED_CALLS);
      const world = await createWorld(shape, dice, await openLndSource(regtest, rights));
      const { dataDir, env } = world.installation;
      t.diagnostic(`if this fails, the data folder stays: ${dataDir}`);
      const operator = openOperator(regtest, env);
      const strikes = dealt(STRIKES[shape], dice);
      // The number of rounds in which each kind of strike comes once.
      const roundsLeast = STRIKES[shape].length;
      let isGood = false;
      try {
        let sent = 0;
        for (let round = 1; sent < payments * share || round <= roundsLeast; round += 1) {
          const victims = strikes();
          const playing = playRound({ world, regtest, dice, victims, name: `${shape[0]}${round}` });
          await within(LIMIT_MS * 2, 'a round', playing);
          const ended = await within(LIMIT_MS, 'the ends', endStuck(world, operator));
          sent = await checkRound(t, world, { round, victims, ended });
        }
        isGood = true;
      } finally {
        await operator.close();
        await world.dispose(!isGood);
      }
    });
  }

  it('LND says the same at last: without its channels it fails what was stuck', async (t) => {
    const { nodes, run } = await openRegtest();
    const stuck = await findStuck(nodes.alice, new Date());
    await run('close-channels', 'alice');
    const ended = await eventually('the end of every payment', async () => {
      const payments = await listAllPayments(nodes.alice);
      return payments.every(hasEnded) ? payments : null;
    });
    const failed = new Set(
      ended
        .filter((payment) => textField(payment, 'status') === 'FAILED')
        .map((payment) => textField(payment, 'payment_hash')),
    );
    assert.deepEqual(
      [...stuck].filter((hash) => !failed.has(hash)),
      [],
    );
    t.diagnostic(`${ended.length} payments have ended, ${stuck.size} of them were stuck`);
    assert.deepEqual(await findContradictions(nodes), [], 'no node has lost money');
  });
});

const hasEnded = (payment: unknown): boolean =>
  ['SUCCEEDED', 'FAILED'].includes(textField(payment, 'status'));

interface Round {
  readonly world: World;
  readonly regtest: Regtest;
  readonly dice: Dice;
  readonly victims: readonly Victim[];
  readonly name: string;
}

async function playRound(round: Round): Promise<void> {
  const { world, regtest, dice, victims, name } = round;
  world.book.areFaultsExpected = victims.includes('node');
  const load = await loadOf(world, dice, { name, holdMs: HOLD_MS, isAllHeld: false });
  let isOver = false;
  const running = runLoad(load, () => isOver, PACE);
  await wait(dice.between(...LOAD_MS));
  await strike(round);
  // Services that were not killed continue to be used.
  await wait(dice.between(100, 2000));
  isOver = true;
  if (victims.includes('node')) await regtest.start('alice');
  else await actWhileDown(load);
  await restart(world);
  await within(LIMIT_MS, 'the end of the load', running);
  // If a refusal came back while alice was down, bob loses it until his link to carol is restarted.
  if (victims.includes('node')) await regtest.run('reconnect', 'bob', 'carol');
  if (dice.chance(0.5)) await within(LIMIT_MS, 'the repeats', repeatOrders(load));
  await untilEnded(world);
  assert.ok(await untilPaymentsLeave(world, LIMIT_MS), 'payments leave again');
  world.book.areFaultsExpected = false;
  await within(LIMIT_MS, 'the last repeats', finishOrders(load));
  await untilEnded(world);
}

async function untilEnded(world: World): Promise<void> {
  if (await untilQuiet(world, LIMIT_MS)) return;
  const { violations } = await checkWorld(world, 0);
  assert.deepEqual(violations, [], 'everything comes to an end');
  assert.fail('the service did not hear of all that arrived');
}

/**
 * Ends stuck payments by the command that the documentation names, until no payment is open in the
 * books.
 */
async function endStuck({ installation }: World, operator: Operator): Promise<number> {
  let ended = 0;
  const countOpen = (): Promise<number> =>
    installation.withDatabase(
      async (database) => (await readBooksProgress(database, new Set())).openPayments,
    );
  for (let open = await countOpen(); open > 0; open = await countOpen()) {
    ended += await operator.endStuckPayments();
    await wait(500);
  }
  return ended;
}

async function strike({ world: { installation }, regtest, victims }: Round): Promise<void> {
  if (victims.includes('node')) await regtest.kill('alice');
  const roles = installation.roles.filter(
    (role) => victims.includes('service') || victims.some((victim) => victim === role),
  );
  for (const role of roles) await installation.process(role).kill('SIGKILL');
}

/** Lets the outside world act while the service is down. */
async function actWhileDown(load: Load): Promise<void> {
  const unpaid = [...load.book.invoices.values()]
    .filter(({ paymentHash }) => !load.book.paidFromExternalNode.has(paymentHash))
    .slice(-3);
  await Promise.all([
    ...unpaid.map(({ bolt11, paymentHash }) => payFromExternalNode(load, bolt11, paymentHash)),
    beSentKeysend(load),
    beSentKeysend(load),
  ]);
}

async function restart({ installation }: World): Promise<void> {
  for (const role of installation.roles) {
    if (!installation.process(role).isRunning) await serve(installation.launch(role, 'real'));
  }
}

interface PlayedRound {
  readonly round: number;
  readonly victims: readonly Victim[];
  /** The number of payments that hung in LND and were ended by the operator. */
  readonly ended: number;
}

/** Compares both sides to the msat. Returns how many payments the node was given in all. */
async function checkRound(
  t: TestContext,
  world: World,
  { round, victims, ended }: PlayedRound,
): Promise<number> {
  const { violations, prediction } = await checkWorld(world, SETTLE_LIMIT_MS);
  const { payments: sent } = await readNodeSide(
    await world.installation.network(),
    world.marksAtFirst,
  );
  const paid = [...sent.values()].filter(({ status }) => status === 'SUCCEEDED').length;
  const stuck = [...(await world.installation.stuck())].filter((one) => sent.has(one));
  t.diagnostic(
    `round ${round}, kill -9 of ${victims.join(' and ')}: ${sent.size} payments at the node, ` +
      `${paid} of them paid, ${stuck.length} stuck in LND, ${ended} ended now; ` +
      `${prediction.receipts.length} receipts`,
  );
  const { nodes } = await openRegtest();
  await untilPasses(async () =>
    assert.deepEqual(await findContradictions(nodes), [], 'no node has lost money'),
  );
  assert.deepEqual(violations, [], 'the books are what answers and nodes tell');
  return sent.size;
}

/** Deals all elements in a random order, and then again. */
function dealt<T>(all: readonly T[], dice: Dice): () => T {
  let left: T[] = [];
  return () => {
    if (left.length === 0) left = dice.shuffle(all);
    const one = left.pop();
    assert(one !== undefined);
    return one;
  };
}
