import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createOpenAlarmStore } from '../../src/alarms/sql/open-alarm-store.ts';
import { sat } from '../../src/base/amount.ts';
import type { NetworkDescription } from '../../src/lightning/simulator-protocol/network-protocol.ts';
import { MAX_WAITING_OF_SPENDER } from '../../src/payments/limits.ts';
import { readCoins } from '../crash/chain-side.ts';
import { createInstallation, type Installation, simulatedNode } from '../crash/installation.ts';
import { readNodeProgress, readNodeSide } from '../crash/node-side.ts';
import { type ServiceProcess, serve } from '../crash/service-process.ts';
import { addWallets, type Client, openClient, type Wallet } from '../crash/wallets.ts';
import { backUp, migrated, removeBackups, restore } from '../support/backup-bench.ts';
import { testDatabase } from '../support/database.ts';
import { field, textField } from '../support/fields.ts';
import {
  ASKED_SAT,
  approvals,
  DOORS,
  type DoorDeps,
  externalBill,
  type OpenPages,
  PAYMENT_SAT,
  type Payment,
  sendForm,
} from '../support/outflow-doors.ts';
import { databaseVariables, freePort } from '../support/running-service.ts';
import { type Commands, openCommands } from '../support/service-commands.ts';
import { untilPasses } from '../support/wallet-user.ts';
import { createWebBrowser } from '../support/web-browser.ts';

/** At each door; many more with OUTFLOW_PAYMENTS. */
const AT_ONCE = Number(process.env['OUTFLOW_PAYMENTS'] ?? 5);
/** Far below what all of them want to send. */
const LIMIT_SAT = AT_ONCE * 2500;
const FUNDS_SAT = 2_000_000;
/** Payments begin so long after one another, and wait so long at the node. */
const APART_MS = 15;
const HELD_MS = 200;
const PASSWORD = 'correct horse';
/** They have to ask before each payment. */
const ASKERS = Array.from(
  { length: Math.ceil(AT_ONCE / MAX_WAITING_OF_SPENDER) },
  (_, place) => `dan${place}`,
);
/** The third one uses the pages. */
const NAMES = ['ada', 'ben', 'cleo', ...ASKERS];

/** Two processes of each role, on one database and one node. */
describe('limits on what leaves, at every door at once', () => {
  const cleanups: (() => Promise<unknown>)[] = [removeBackups];
  const cleanup = { after: (end: () => Promise<unknown>) => void cleanups.push(end) };
  let installation: Installation;
  let network: NetworkDescription;
  let commands: Commands;
  let older: string;
  let wallets: readonly Wallet[];
  let doors: readonly DoorDeps[];
  let secondPort: string;

  const launch = {
    api: (env: NodeJS.ProcessEnv = {}) => installation.launchMore('api', 'real', env),
    worker: (env: NodeJS.ProcessEnv = {}) => installation.launchMore('worker', 'real', env),
  };
  const clientAt = (baseUrl: string): Client => {
    const client = openClient(baseUrl);
    cleanup.after(() => client.close());
    return client;
  };
  const urlAt = (place: number): string =>
    place === 0 ? installation.baseUrl : `http://127.0.0.1:${secondPort}`;
  const walletOf = (name: string): Wallet => {
    const found = wallets.find((wallet) => wallet.name === name);
    assert(found !== undefined, 'the wallet was added');
    return found;
  };
  let killed: readonly ServiceProcess[];

  before(async () => {
    const database = await testDatabase(cleanup);
    const { serviceUrl, ownerUrl } = database;
    installation = await createInstallation('drill', simulatedNode, {
      databaseIn: async () => ({ serviceUrl, ownerUrl, close: async () => undefined }),
      variables: {
        ...databaseVariables(database),
        SATCHEL_SECRET_KEY: 'ab'.repeat(32),
        SATCHEL_OPEN_PAYMENTS: '500',
        SATCHEL_OUTFLOW: 'enforce',
        SATCHEL_OUTFLOW_HOUR: String(LIMIT_SAT),
      },
    });
    cleanup.after(() => installation.dispose(false));
    secondPort = String(await freePort());
    const first = launch.api();
    await serve(first);
    network = await installation.network();
    const others = [launch.worker(), launch.worker(), launch.api({ SATCHEL_PORT: secondPort })];
    await Promise.all(others.map(serve));
    killed = [first, ...others.slice(0, 1)];
    commands = openCommands(installation.env, installation.dataDir);
    cleanup.after(() => commands.close());
    const simulator = await installation.simulator();
    doors = [0, 1].map((place) => ({ client: clientAt(urlAt(place)), simulator, network }));
    wallets = await addWallets(installation, NAMES);
    await Promise.all(wallets.map(fund));
    await Promise.all(ASKERS.map((name) => askAbove(walletOf(name))));
    older = await backUp(database);
  });
  after(async () => {
    for (const end of cleanups.reverse()) await end();
  });

  async function fund(wallet: Wallet): Promise<void> {
    const [door] = doors;
    const made = await door?.client.call(wallet, {
      path: '/invoices',
      body: { amount: FUNDS_SAT },
    });
    const bolt11 = textField(made?.body, 'payment_request');
    assert((await door?.simulator.pay({ bolt11 }))?.ok);
    await untilPasses(async () => assert.equal(await balanceOf(wallet), FUNDS_SAT));
  }

  async function balanceOf(wallet: Wallet): Promise<unknown> {
    const answer = await doors[0]?.client.call(wallet, { path: '/balance' });
    return field(answer?.body, 'balance');
  }

  /** Payments of this user above an amount wait for an approval. */
  const askAbove = ({ userId }: Wallet): Promise<void> =>
    installation.withDatabase(async (_, { budgets, tokens }) => {
      const askAboveSat = sat(BigInt(PAYMENT_SAT));
      const budget = { limitSat: null, askAboveSat, interval: 'ever', expiresAt: null } as const;
      for (const { id: grantId } of await tokens.listPersonalTokens(userId)) {
        await budgets.setBudget({ userId, grantId }, budget, new Date());
      }
    });

  async function signIn({ name }: Wallet, place: number): Promise<OpenPages> {
    const email = `${name}@example.com`;
    await commands.cli('user', 'reset-password', '--email', email, '--password', PASSWORD);
    const browser = createWebBrowser();
    const url = `${urlAt(place)}/sign-in`;
    await browser.submit(await browser.get(url), url, { email, password: PASSWORD });
    return { browser, baseUrl: urlAt(place) };
  }

  /** Half of them at each api. */
  async function prepare(): Promise<readonly Payment[]> {
    const payments: Payment[] = [];
    for (let made = 0; made < AT_ONCE; made += 1) {
      const door = doors[made % 2];
      assert(door !== undefined, 'there are two apis');
      for (const [number, open] of Object.values(DOORS).entries()) {
        payments.push(await open(door, walletOf(number % 2 === 0 ? 'ada' : 'ben')));
      }
    }
    // Pages of the one that lives on; what is asked waits there, too.
    const cleo = await signIn(walletOf('cleo'), 1);
    for (let made = 0; made < AT_ONCE; made += 1) {
      payments.push(await sendForm(cleo, await newBill()));
    }
    return [...payments, ...(await askForApprovals())];
  }

  const newBill = async () => externalBill({ simulator: await installation.simulator() });
  const asked: Promise<unknown>[] = [];

  async function askForApprovals(): Promise<readonly Payment[]> {
    const door = doors[1];
    assert(door !== undefined, 'there are two apis');
    for (let made = 0; made < AT_ONCE; made += 1) {
      const asker = walletOf(ASKERS[made % ASKERS.length] ?? '');
      const body = { invoice: await externalBill(door, ASKED_SAT) };
      asked.push(door.client.call(asker, { path: '/payments/bolt11', body }));
    }
    const pages: OpenPages[] = [];
    for (const name of ASKERS) pages.push(await signIn(walletOf(name), 1));
    let buttons: readonly Payment[] = [];
    await untilPasses(async () => {
      buttons = (await Promise.all(pages.map(approvals))).flat();
      assert.equal(buttons.length, AT_ONCE);
    });
    return buttons;
  }

  /** What node and chain have less than before, fees included. */
  async function readHeldMsat(): Promise<bigint> {
    const { localMsat } = await readNodeSide(network);
    return localMsat + (await readCoins(network)) * 1000n;
  }

  const openAlarms = () =>
    installation.withDatabase(async (database) => [
      ...(await createOpenAlarmStore(database).countOpenByKind(100)).keys(),
    ]);

  const show = () => commands.cli('outflow', 'show');

  const untilQuiet = () =>
    untilPasses(async () => {
      assert.equal((await readNodeProgress(network, new Map(), new Set())).openCount, 0);
      assert.deepEqual(await commands.cli('payments', 'pending'), []);
    });

  /** Not in one moment: what is only reserved when the limit is reached is not sent any more. */
  const payAll = (payments: readonly Payment[]) =>
    payments.map(async (pay, place) => {
      await wait(place * APART_MS);
      return await pay().catch(() => null);
    });

  test('no more leaves than the limit, while processes are killed and others come', async () => {
    const payments = await prepare();
    const simulator = await installation.simulator();
    assert((await simulator.setFault({ kind: 'hold_settle', ms: HELD_MS })).ok);
    const before = await readHeldMsat();
    const paying = payAll(payments);
    await Promise.race(paying);
    await Promise.all(killed.map((one) => one.kill('SIGKILL')));
    await Promise.all([launch.api(), launch.worker()].map(serve));
    await Promise.all([...paying, ...asked]);
    await untilQuiet();
    await simulator.mine(6);
    const leftMsat = before - (await readHeldMsat());
    assert(leftMsat > 0n && leftMsat <= BigInt(LIMIT_SAT) * 1000n, `${leftMsat} msat have left`);
    assert.match(textField(await show(), 'stopped'), /limit: hour/);
    await untilPasses(async () => assert((await openAlarms()).includes('outflow_stopped')));
  });

  test('payments between users go on at both, and the books balance', async () => {
    for (const { client } of doors) {
      const made = await client.call(walletOf('ben'), { path: '/invoices', body: { amount: 70 } });
      const body = { invoice: textField(made?.body, 'payment_request') };
      const paid = await client.call(walletOf('ada'), { path: '/payments/bolt11', body });
      assert.equal(paid?.status, 200, JSON.stringify(paid?.body));
    }
    assert.equal(field(await commands.cli('books', 'check'), 'ok'), true);
  });

  test('an older database that is restored lets nothing leave', async () => {
    const target = await migrated();
    await restore(target, older);
    const env = { ...databaseVariables(target), SATCHEL_PORT: String(await freePort()) };
    await serve(launch.api(env));
    const before = await readHeldMsat();
    const client = clientAt(`http://127.0.0.1:${env.SATCHEL_PORT}`);
    const body = { invoice: await newBill() };
    const refused = await client.call(walletOf('ada'), { path: '/payments/bolt11', body });
    assert.match(textField(refused?.body, 'message'), /are stopped at the moment/);
    const restored = openCommands({ ...installation.env, ...env }, installation.dataDir);
    cleanup.after(() => restored.close());
    assert.match(textField(await restored.cli('outflow', 'show'), 'stopped'), /gone back/);
    assert.equal(await readHeldMsat(), before);
  });
});
