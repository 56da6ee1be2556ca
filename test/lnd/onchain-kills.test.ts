/**
 * `npm run test:lnd -- onchain-kills --rounds 100`: money moves on the chain while processes of the
 * service, its database and LND are killed. In the end nothing is credited twice, none is lost, and
 * the books say what the senders sent. Further kinds of money on the chain join as one more move.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { CHAIN_CALLS } from '../../src/lightning/lnd/chain-wallet.ts';
import { WANTED_CALLS } from '../../src/lightning/lnd/missing-rights.ts';
import { createDice, type Dice } from '../crash/dice.ts';
import { createInstallation, type Installation, type Shape } from '../crash/installation.ts';
import { serve } from '../crash/service-process.ts';
import { addWallets, type Client, openClient, type Wallet } from '../crash/wallets.ts';
import { numberField, textField } from '../support/fields.ts';
import { leaveAtOnce } from '../support/leave-at-once.ts';
import { untilPasses } from '../support/wallet-user.ts';
import { openLndSource } from './lnd-external.ts';
import { openRegtest, type Regtest } from './regtest.ts';

leaveAtOnce();

/** Set by tools/run-lnd-tests.ts. */
const rounds = Number(process.env['CRASH_ROUNDS'] ?? 5);
const seed = Number(process.env['CRASH_SEED'] ?? 1);

type Victim = 'node' | 'database' | 'all' | 'api' | 'worker';

const STRIKES = {
  'one process': [['all'], ['database'], ['node'], ['all', 'node'], ['database', 'node']],
  'api and worker': [['worker'], ['api'], ['node'], ['worker', 'node'], ['api', 'worker']],
} as const satisfies Partial<Record<Shape, readonly (readonly Victim[])[]>>;

const END_LIMIT_MS = 120_000;
const CONFIRMATIONS = 3;

interface World {
  readonly regtest: Regtest;
  readonly installation: Installation;
  readonly client: Client;
  readonly dice: Dice;
  readonly wallets: readonly Wallet[];
  /** The last address that each wallet was given, by its name. */
  readonly addresses: Map<string, string>;
  /** What each wallet has to have in the end, in sat, by its name. */
  readonly expectedSat: Map<string, number>;
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

const MOVES: readonly Move[] = [deposit];

for (const shape of ['one process', 'api and worker'] as const) {
  it(`${shape}: kills lose and double nothing on the chain (${rounds} rounds, seed ${seed})`, async (t) => {
    const regtest = await openRegtest();
    const source = await openLndSource(regtest, await regtest.bake(WANTED_CALLS));
    const { macaroonFile } = await regtest.bake(CHAIN_CALLS);
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
      };
      for (const wallet of wallets) {
        const answer = await client.call(wallet, { path: '/onchain/address' });
        world.addresses.set(wallet.name, textField(answer?.body, 'address'));
      }
      for (let round = 1; round <= rounds; round += 1) {
        const victims = world.dice.pick<readonly Victim[]>(STRIKES[shape]);
        await playRound(world, victims);
        await checkRound(world);
        t.diagnostic(`round ${round}, kill -9 of ${victims.join(' and ')}: ${sum(world)} sat`);
      }
      isGood = true;
    } finally {
      await client.close();
      await installation.dispose(!isGood);
    }
  });
}

async function playRound(world: World, victims: readonly Victim[]): Promise<void> {
  const { regtest, dice } = world;
  const moving = (async () => {
    for (let moves = dice.between(1, 3); moves > 0; moves -= 1) {
      await dice.pick(MOVES)(world);
      if (dice.chance(0.5)) await regtest.mine(dice.between(1, 2));
    }
    await regtest.mine(CONFIRMATIONS);
  })();
  // Up to the moment in which what was sent is credited.
  await wait(dice.between(0, 4000));
  await strike(world, victims);
  await moving;
  await restart(world, victims);
}

async function strike({ installation, regtest }: World, victims: readonly Victim[]): Promise<void> {
  if (victims.includes('node')) await regtest.kill('alice');
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
  for (const role of installation.roles) {
    if (!installation.process(role).isRunning) await serve(installation.launch(role, 'real'));
  }
}

/** Everything that the senders sent is in the wallets, once, and the node holds it. */
async function checkRound(world: World): Promise<void> {
  const { installation, client, wallets, expectedSat, regtest } = world;
  await untilPasses(async () => {
    for (const wallet of wallets) {
      const answer = await client.call(wallet, { path: '/balance' });
      assert.equal(numberField(answer?.body, 'balance'), expectedSat.get(wallet.name) ?? 0);
    }
  }, END_LIMIT_MS);
  await installation.withDatabase(async (database, { books, deposits }) => {
    const { findings, liabilitiesMsat, nodeMsat } = await books.checkBooks();
    assert.deepEqual(findings, []);
    assert.deepEqual([liabilitiesMsat, nodeMsat], [BigInt(sum(world)) * 1000n, 0n]);
    const open = await database.sql`select id from deposit where state <> 'credited'`;
    assert.equal(open.length, 0, 'nothing is on its way');
    await untilPasses(async () => {
      const balance: unknown = JSON.parse(await regtest.run('cli', 'alice', 'walletbalance'));
      assert.equal(String(await deposits.readCoins()), textField(balance, 'confirmed_balance'));
    }, END_LIMIT_MS);
  });
}

const sum = ({ expectedSat }: World): number =>
  [...expectedSat.values()].reduce((all, amountSat) => all + amountSat, 0);
