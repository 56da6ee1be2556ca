import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import type { Gauge } from '../footprint.ts';
import { payFor } from '../pay-while.ts';
import type { Stage } from '../stage.ts';
import { median } from '../window.ts';
import type { LookCost } from './look-program.ts';
import { addressOf, type WalletSize } from './wallet-size.ts';

const LOOK_AT_MOST_MS = 1000;
/**
 * The most processor time of a look: two percent of one core, as the service looks every 15
 * seconds.
 */
const CPU_AT_MOST_MS = 300;
const FEWER_AT_MOST_PERCENT = 10;
const SLOWER_AT_MOST = 2;
const ROUNDS = 7;
const PAID_MS = 15_000;
/** The pause between looks, a third of what the service waits. */
const LOOK_EACH_MS = 5000;

type Order = 'look' | 'mine' | 'whole';

/**
 * Measures what looks at the chain cost when the node's wallet holds much, and what others notice
 * of them.
 */
export async function measureOnchain(stage: Stage, size: WalletSize): Promise<readonly Gauge[]> {
  const { beside } = stage;
  const { pubkey } = beside.parts.node;
  await addAddresses(stage, size);
  const wallet = await start(new URL('./wallet-program.ts', import.meta.url), [
    JSON.stringify(size),
  ]);
  const looker = await start(new URL('./look-program.ts', import.meta.url), [
    beside.serviceUrl,
    `http://127.0.0.1:${wallet.first}`,
    pubkey,
  ]);
  const look = async (order: Order): Promise<LookCost> => {
    looker.child.send(order);
    const [cost] = await once(looker.child, 'message');
    return cost;
  };
  try {
    const first = await look('look');
    const after = await repeat(() => look('look'));
    const mined = await repeat(() => look('mine'));
    const before = await payFor(stage, PAID_MS);
    let isOver = false;
    const looking = (async () => {
      while (!isOver) {
        await look('mine');
        await wait(LOOK_EACH_MS);
      }
    })();
    const during = await payFor(stage, PAID_MS);
    isOver = true;
    await looking;
    const whole = await look('whole');
    const all = `${size.transactions.toLocaleString('en')} transactions`;
    return [
      gauge(`first look at ${all}`, first.ms / 1000, 's', null),
      gauge('a look where nothing is new', middle(after, 'ms'), 'ms', LOOK_AT_MOST_MS),
      gauge('CPU of it', middle(after, 'cpuMs'), 'ms', CPU_AT_MOST_MS),
      gauge('a look after a new block', middle(mined, 'ms'), 'ms', LOOK_AT_MOST_MS),
      gauge('CPU of it', middle(mined, 'cpuMs'), 'ms', CPU_AT_MOST_MS),
      gauge('the look of each day', whole.ms / 1000, 's', null),
      gauge('CPU of it', whole.cpuMs / 1000, 's', null),
      gauge('memory of the looking process', whole.residentMb, 'MB', null),
      gauge(
        'fewer payments beside looks',
        (1 - during.count / before.count) * 100,
        '%',
        FEWER_AT_MOST_PERCENT,
      ),
      gauge('p99 of payments beside looks', during.p99Ms / before.p99Ms, 'times', SLOWER_AT_MOST),
    ];
  } finally {
    for (const { child } of [looker, wallet]) {
      child.disconnect();
      await once(child, 'exit');
    }
  }
}

/** Adds addresses that belong to payers of the stage and have been known since the first block. */
async function addAddresses({ beside, payers }: Stage, { addresses }: WalletSize): Promise<void> {
  const owner = postgres(beside.ownerUrl, { max: 1, onnotice: () => undefined });
  const users = payers.map(({ caller }) => caller.userId);
  const names = Array.from({ length: addresses }, (_, n) => addressOf(n));
  try {
    await owner`
      insert into onchain_address (address, user_id, grant_id, created_at, used_at)
      select address, (${users}::uuid[])[1 + n % ${users.length}::integer], 'web', now(), now()
      from unnest(${names}::text[]) with ordinality a (address, n)`;
    await owner`
      insert into chain_cursor (pubkey, first_height, height, coins_sat)
      values (${beside.parts.node.pubkey}, 1, 1, 0)`;
  } finally {
    await owner.end();
  }
}

async function start(program: URL, args: readonly string[]) {
  const child: ChildProcess = fork(fileURLToPath(program), args);
  const [first] = await once(child, 'message');
  return { child, first };
}

async function repeat(look: () => Promise<LookCost>): Promise<readonly LookCost[]> {
  const costs: LookCost[] = [];
  for (let round = 0; round < ROUNDS; round += 1) costs.push(await look());
  return costs;
}

const middle = (costs: readonly LookCost[], name: keyof LookCost): number =>
  median(costs.map((cost) => cost[name]));

const gauge = (name: string, value: number, unit: string, atMost: number | null): Gauge => ({
  name,
  value,
  unit,
  atMost,
});
