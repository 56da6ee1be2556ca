import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createProcessStore } from '../../src/background/sql/process-store.ts';
import { DAY_MS } from '../../src/base/durations.ts';
import { createNotifier } from '../../src/base/notifier.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { type RunOnchainDeps, runOnchain } from '../../src/onchain/run-onchain.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { eventually } from '../support/eventually.ts';
import { startDrivenWallet } from '../support/onchain/driven-wallet.ts';

const wallet = await startDrivenWallet({ after });

/** Pauses of the loops pass so much faster; the life of a lease does not. */
const FASTER = 20;
const clock = {
  now: () => systemClock.now(),
  monotonicMs: () => systemClock.monotonicMs() * FASTER,
  sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms / FASTER, signal),
};

/** One process after the other, which ends with the test. */
function run(t: { after(work: () => Promise<void>): void }, changes: Partial<RunOnchainDeps> = {}) {
  const stop = new AbortController();
  const logged: string[] = [];
  const note = (_: unknown, message: string) => void logged.push(message);
  const log = { debug: note, info: note, warn: note, error: note };
  const processes = createProcessStore(wallet.database);
  const processId = crypto.randomUUID();
  const ordered = createNotifier();
  const deps = { ...wallet.deps, clock, log, processes, processId, ordered, ...changes };
  const running = runOnchain(deps, stop.signal);
  t.after(async () => {
    stop.abort();
    await running;
  });
  return { logged, deps };
}

/** A block comes, and a look finds it. */
async function untilLooked(): Promise<void> {
  await wallet.mine();
  const tip = await wallet.deps.chainWallet.tip();
  await eventually('a look at the newest block', async () => {
    const looks = await wallet.database.sql`
      select from chain_cursor where height >= ${tip.height}`;
    return looks.length === 0 ? null : true;
  });
}

test('looks go on after the lease could not be renewed in time', async (t) => {
  const { acquireLease, releaseLease } = createProcessStore(wallet.database);
  let hangs = false;
  let hung = 0;
  const processes = {
    releaseLease,
    async acquireLease(...order: Parameters<typeof acquireLease>) {
      const hanging = hangs;
      // Longer than the process may lead without an answer.
      if (hanging) await clock.sleep(8000);
      hung += Number(hanging);
      return await acquireLease(...order);
    },
  };
  const { logged } = run(t, { processes });
  await untilLooked();
  for (let time = 1; time <= 3; time += 1) {
    hangs = true;
    const before = hung;
    await eventually('a renewal hangs', () => (hung > before ? true : null));
    hangs = false;
    await untilLooked();
    const ends = logged.filter((line) => line.includes('lease was lost'));
    assert(ends.length >= time, 'the log says that the term has ended');
  }
});

test('a node that stays behind the chain is told of once, and looks go on when it is not', async (t) => {
  const { chainWallet } = wallet.deps;
  let isBehind = true;
  let asked = 0;
  const tip = async () => {
    asked += 1;
    return { ...(await chainWallet.tip()), ...(isBehind && { isSynced: false }) };
  };
  const { logged } = run(t, { chainWallet: { ...chainWallet, tip } });
  const said = (words: string) => logged.filter((line) => line.includes(words)).length;
  await eventually('it is told', () => (said('is behind the chain') > 0 ? true : null));
  const askedBefore = asked;
  await eventually('more looks come too early', () => (asked > askedBefore + 2 ? true : null));
  assert.deepEqual([said('is behind the chain'), said('has caught up')], [1, 0]);
  isBehind = false;
  await untilLooked();
  await eventually('its end is told', () => (said('has caught up') > 0 ? true : null));
});

test('a look that comes too early is repeated soon', async (t) => {
  const { chainWallet } = wallet.deps;
  let isBehind = true;
  const tip = async () => ({ ...(await chainWallet.tip()), ...(isBehind && { isSynced: false }) });
  const slept: number[] = [];
  const sleep = (ms: number, signal?: AbortSignal) => {
    slept.push(ms);
    return clock.sleep(ms, signal);
  };
  run(t, {
    ...{ chainWallet: { ...chainWallet, tip }, clock: { ...clock, sleep } },
    // The loop that sends withdrawals would pause for as long.
    chainSpending: null,
  });
  // A lease is held for less, and looks at a node that is not behind pause for longer.
  await eventually('a pause of some seconds', () =>
    slept.some((ms) => ms > 4000 && ms < 15_000) ? true : null,
  );
  isBehind = false;
  await untilLooked();
});

test('a node that answers nothing does not end the looks', async (t) => {
  const { chainWallet } = wallet.deps;
  let isAway = true;
  const coins = async () => {
    if (isAway) throw new NodeFault('no answer from LND');
    return await chainWallet.coins();
  };
  const { logged } = run(t, { chainWallet: { ...chainWallet, coins } });
  await eventually('a look fails', () =>
    logged.some((line) => line.includes('the look at the chain failed')) ? true : null,
  );
  isAway = false;
  await untilLooked();
});

type Changes = RunOnchainDeps['chainWallet']['changes'];

const SILENT: Changes = async function* (signal) {
  yield await clock.sleep(DAY_MS, signal);
};
const CUT: Changes = async function* () {
  yield await Promise.reject(new NodeFault('the stream of transactions ended'));
};

for (const [name, changes] of Object.entries({ silent: SILENT, cut: CUT })) {
  test(`a deposit is credited while the stream of the wallet is ${name} all the time`, async (t) => {
    const { chainWallet } = wallet.deps;
    const userId = await wallet.fund(0);
    const address = await chainWallet.newAddress();
    const made = { address, userId, grantId: 'web', createdAt: clock.now() };
    assert.equal(await wallet.deposits.saveAddress(made), address);
    run(t, { chainWallet: { ...chainWallet, changes } });
    await untilLooked();
    await wallet.sim.control('/onchain/pay', { address, amount_sat: 50_000 });
    await wallet.mine(3);
    await eventually('it is credited', async () =>
      (await wallet.figures(userId))[0] === 50_000n ? true : null,
    );
  });
}
