/**
 * `npm run test:lnd -- onchain-kills --rounds 100`: money moves on the chain while processes of the
 * service, its database and LND are killed. In the end nothing is credited or sent twice, none is
 * lost, and the books say what has come and what has left.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Stores } from '../../src/app/compose/compose-stores.ts';
import type { Database } from '../../src/database/db.ts';
import { SPEND_CALLS } from '../../src/lightning/lnd/chain-spending.ts';
import { CHAIN_CALLS } from '../../src/lightning/lnd/chain-wallet.ts';
import { WANTED_CALLS } from '../../src/lightning/lnd/missing-rights.ts';
import { lockIdOf } from '../../src/onchain/withdrawal-label.ts';
import { createDice } from '../crash/dice.ts';
import { createInstallation, type Installation, type Shape } from '../crash/installation.ts';
import { serve } from '../crash/service-process.ts';
import { addWallets, openClient } from '../crash/wallets.ts';
import { listField, numberField, textField } from '../support/fields.ts';
import { leaveAtOnce } from '../support/leave-at-once.ts';
import { untilPasses } from '../support/wallet-user.ts';
import { askLnd } from './ask-lnd.ts';
import { openLndSource } from './lnd-external.ts';
import {
  checkOrders,
  endOrders,
  type OrderingWorld,
  orderWithdrawals,
  repeatOrders,
} from './onchain-kills-withdrawals.ts';
import { openRegtest, type Regtest } from './regtest.ts';

leaveAtOnce();

/** Set by tools/run-lnd-tests.ts. */
const rounds = Number(process.env['CRASH_ROUNDS'] ?? 5);
const seed = Number(process.env['CRASH_SEED'] ?? 1);

/** A node that is frozen keeps its connections, and answers nothing until it goes on. */
type Victim = 'node' | 'frozen node' | 'database' | 'all' | 'api' | 'worker';

const STRIKES = {
  'one process': [
    ['all'],
    ['database'],
    ['node'],
    ['all', 'node'],
    ['database', 'node'],
    ['frozen node'],
    ['all', 'frozen node'],
  ],
  'api and worker': [
    ['worker'],
    ['api'],
    ['node'],
    ['worker', 'node'],
    ['api', 'worker'],
    ['frozen node'],
    ['worker', 'frozen node'],
  ],
} as const satisfies Partial<Record<Shape, readonly (readonly Victim[])[]>>;

const END_LIMIT_MS = 120_000;
const CONFIRMATIONS = 3;
/** Longer than a call waits for LND. */
const FROZEN_MS = 12_000;

interface World extends OrderingWorld {
  readonly installation: Installation;
  readonly addresses: Map<string, string>;
}

/** Moves money on the chain, and writes down what has to follow from it. */
type Move = (world: World) => Promise<void>;

/** One transaction, with several outputs at times; one address may get two of them. */
const deposit: Move = async ({ regtest, client, dice, wallets, addresses, expectedSat }) => {
  const outputs: Record<string, number> = {};
  for (const wallet of dice.shuffle(wallets).slice(0, dice.between(1, wallets.length))) {
    // While the service is away, people use the address that they were shown.
    const answer = await client.call(wallet, { path: '/onchain/address' });
    if (answer?.status === 200) addresses.set(wallet.name, textField(answer.body, 'address'));
    const address = addresses.get(wallet.name);
    assert(address !== undefined, 'everybody has an address from the beginning');
    const amountSat = dice.between(10_000, 90_000);
    outputs[address] = amountSat;
    expectedSat.set(wallet.name, (expectedSat.get(wallet.name) ?? 0) + amountSat);
  }
  await regtest.run('cli', 'bob', 'sendmany', '--min_confs=0', JSON.stringify(outputs));
};

const MOVES: readonly Move[] = [deposit, orderWithdrawals];

for (const shape of ['one process', 'api and worker'] as const) {
  it(`${shape}: kills lose and double nothing on the chain (${rounds} rounds, seed ${seed})`, async (t) => {
    const regtest = await openRegtest();
    const source = await openLndSource(regtest, await regtest.bake(WANTED_CALLS));
    const { macaroonFile } = await regtest.bake([...CHAIN_CALLS, ...SPEND_CALLS]);
    const variables = {
      SATCHEL_ONCHAIN: 'on',
      SATCHEL_ONCHAIN_CONFIRMATIONS: String(CONFIRMATIONS),
      SATCHEL_LND_ONCHAIN_MACAROON_FILE: macaroonFile,
    };
    const installation = await createInstallation(shape, source, { variables });
    t.diagnostic(`if this fails, the data folder stays: ${installation.dataDir}`);
    const client = openClient(installation.baseUrl);
    let isGood = false;
    try {
      for (const role of installation.roles) await serve(installation.launch(role, 'real'));
      const wallets = await addWallets(installation, ['ann', 'ben', 'eve']);
      const world: World = {
        ...{ regtest, installation, client, wallets },
        dice: createDice(seed + shape.length),
        addresses: new Map(),
        expectedSat: new Map(),
        orders: [],
      };
      for (const wallet of wallets) {
        const answer = await client.call(wallet, { path: '/onchain/address' });
        world.addresses.set(wallet.name, textField(answer?.body, 'address'));
      }
      for (let round = 1; round <= rounds; round += 1) {
        const victims = world.dice.pick<readonly Victim[]>(STRIKES[shape]);
        await playRound(world, victims);
        await checkRound(world);
        const facts = `${sum(world)} sat, orders: ${JSON.stringify(countEnds(world))}`;
        t.diagnostic(`round ${round}, ${victims.join(' and ')} struck: ${facts}`);
      }
      isGood = true;
    } finally {
      if (!isGood) await tellState(t, regtest, installation).catch(() => undefined);
      await client.close();
      await installation.dispose(!isGood);
    }
  });
}

/** Which side stands still: the node of the service, or the service that looks at it. */
async function tellState(
  t: TestContext,
  { nodes }: Regtest,
  installation: Installation,
): Promise<void> {
  for (const name of ['alice', 'bob'] as const) {
    const info = await askLnd(nodes[name], '/v1/getinfo').catch(String);
    t.diagnostic(`${name} says ${JSON.stringify(info)}`);
  }
  await installation.withDatabase(async ({ sql }) => {
    const cursor = await sql<
      { text: string }[]
    >`select row_to_json(c)::text as text from chain_cursor c`;
    const leases = await sql<{ text: string }[]>`
      select json_agg(json_build_array(name, fence, expires_at - clock_timestamp()))::text as text
      from lease`;
    for (const { text } of [...cursor, ...leases]) t.diagnostic(text);
  });
}

async function playRound(world: World, victims: readonly Victim[]): Promise<void> {
  const { regtest, dice } = world;
  const moving = (async () => {
    // Each kind at least once.
    for (const move of dice.shuffle([...MOVES, dice.pick(MOVES)])) {
      await move(world);
      if (dice.chance(0.5)) await regtest.mine(dice.between(1, 2));
    }
    await regtest.mine(CONFIRMATIONS);
  })();
  // Often in the short time in which what was ordered is sent; up to the moment in which what was
  // sent is credited.
  await wait(dice.between(0, dice.pick([500, 1000, 4000])));
  await strike(world, victims);
  if (victims.includes('frozen node')) await wait(FROZEN_MS);
  await moving;
  await restart(world, victims);
  await repeatOrders(world);
}

async function strike({ installation, regtest }: World, victims: readonly Victim[]): Promise<void> {
  if (victims.includes('node')) await regtest.kill('alice');
  if (victims.includes('frozen node')) process.kill(await pidOfNode(regtest), 'SIGSTOP');
  if (victims.includes('database')) {
    const pid = await installation.databasePid();
    if (pid !== null) process.kill(pid, 'SIGKILL');
  }
  for (const role of installation.roles) {
    if (victims.some((victim) => victim === role)) await installation.process(role).kill('SIGKILL');
  }
}

async function restart(
  { installation, regtest }: World,
  victims: readonly Victim[],
): Promise<void> {
  if (victims.includes('node')) await regtest.start('alice');
  if (victims.includes('frozen node')) process.kill(await pidOfNode(regtest), 'SIGCONT');
  for (const role of installation.roles) {
    if (!installation.process(role).isRunning) await serve(installation.launch(role, 'real'));
  }
}

const pidOfNode = async ({ folder }: Regtest): Promise<number> =>
  Number(await readFile(join(folder, 'net/alice.pid'), 'utf8'));

/** Everything that the senders sent is in the wallets, once, or has left as ordered. */
async function checkRound(world: World): Promise<void> {
  const { installation, client, wallets, expectedSat } = world;
  await endOrders(world);
  await checkOrders(world);
  await untilPasses(async () => {
    for (const wallet of wallets) {
      const answer = await client.call(wallet, { path: '/balance' });
      assert.equal(numberField(answer?.body, 'balance'), expectedSat.get(wallet.name) ?? 0);
    }
  }, END_LIMIT_MS);
  await installation.withDatabase(async (database, stores) => {
    await checkBooks(world, database, stores);
    await checkNode(world, database, stores);
    await checkCalm(database, stores);
  });
}

async function checkBooks(
  world: World,
  { sql }: Database,
  { books, solvency }: Stores,
): Promise<void> {
  const { findings, liabilitiesMsat, nodeMsat } = await books.checkBooks();
  const owedMsat = BigInt(sum(world)) * 1000n;
  assert.deepEqual(findings, []);
  assert.deepEqual([liabilitiesMsat, nodeMsat], [owedMsat, 0n]);
  const { walletsMsat, heldNotInFlightMsat, unclaimedMsat } = await solvency.readObligations();
  assert.deepEqual([walletsMsat, heldNotInFlightMsat, unclaimedMsat], [owedMsat, 0n, 0n]);
  const open = await sql`select id from deposit where state <> 'credited'`;
  assert.equal(open.length, 0, 'nothing is on its way');
  const stored = await sql<{ identifier: string }[]>`select identifier from withdrawal`;
  assert.deepEqual(
    stored.map(({ identifier }) => identifier).sort(),
    world.orders.flatMap(({ id }) => id ?? []).sort(),
    'each order has one withdrawal, and there are no others',
  );
}

/** The coins are those that count for the wallets, and no ended withdrawal has any of them. */
async function checkNode(
  { regtest }: World,
  { sql }: Database,
  { deposits }: Stores,
): Promise<void> {
  const { alice } = regtest.nodes;
  const rows = await sql<{ id: string }[]>`select id from withdrawal`;
  const ours = new Set(rows.map(({ id }) => lockIdOf(id)));
  await untilPasses(async () => {
    const answer = await askLnd(alice, '/v2/wallet/utxos/leases', {});
    const locks = listField(answer, 'locked_utxos').map((lease) =>
      Buffer.from(textField(lease, 'id'), 'base64').toString('hex'),
    );
    assert.deepEqual(
      locks.filter((lock) => ours.has(lock)),
      [],
      'leases of withdrawals that have ended',
    );
    const balance = await askLnd(alice, '/v1/balance/blockchain');
    assert.equal(
      String((await deposits.readCoins()).coinsSat),
      textField(balance, 'confirmed_balance'),
    );
  }, END_LIMIT_MS);
}

async function checkCalm({ sql }: Database, { stops }: Stores): Promise<void> {
  assert.deepEqual(await stops.listStops(), []);
  // The release of the server is the one that npm brings.
  const alarms = await sql<{ text: string }[]>`
    select kind || ' of ' || subject || ': ' || detail as text from alarm
    where kind <> 'database_outdated'`;
  assert.deepEqual(
    alarms.map(({ text }) => text),
    [],
  );
}

const sum = ({ expectedSat }: World): number =>
  [...expectedSat.values()].reduce((all, amountSat) => all + amountSat, 0);

const countEnds = ({ orders }: World): Readonly<Record<string, number>> => {
  const ends = Map.groupBy(orders, ({ end, payee }) =>
    end?.kind === 'paid' && payee !== null ? 'paid inside' : (end?.kind ?? 'open'),
  );
  return Object.fromEntries([...ends].map(([kind, all]) => [kind, all.length]));
};
