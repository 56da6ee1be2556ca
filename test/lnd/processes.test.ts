import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { composeStores, type Stores } from '../../src/app/compose/compose-stores.ts';
import type { Role } from '../../src/app/context/app-context.ts';
import { WANTED_CALLS } from '../../src/lightning/lnd/missing-rights.ts';
import { openLndNode } from '../../src/lightning/lnd/node.ts';
import type { ChannelNode } from '../../src/lightning/node-wallet.ts';
import { WATCHER_LEASE } from '../../src/node/node-store.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import type { Answer } from '../crash/answer.ts';
import { launchService, type ServiceProcess, serve } from '../crash/service-process.ts';
import { addWallets, type Client, openClient, type Wallet } from '../crash/wallets.ts';
import { type Cleanup, type TestDatabase, testDatabase } from '../support/database.ts';
import { numberField, textField } from '../support/fields.ts';
import type { ExternalPeer } from '../support/lightning-node/external-peer.ts';
import { openLndPeer } from '../support/lnd-peer.ts';
import { freePort } from '../support/running-service.ts';
import { untilPasses } from '../support/wallet-user.ts';
import { nodeVariables } from './lnd-world.ts';
import { processVariables } from './process-variables.ts';
import { openRegtest, type Regtest } from './regtest.ts';

const FUNDS_SAT = 100_000;
const AT_ONCE = 20;
/**
 * The promised time until another process leads: the rest of the dead leader's lease, and the next
 * try.
 */
const REPLACED_LIMIT_MS = 10_000;
const TRY_EVERY_MS = 1000;
const LATE_MS = 60_000;

describe('two api and two worker processes on one database and one LND', () => {
  const cleanups: (() => Promise<void>)[] = [];
  const cleanup: Cleanup = { after: (fn) => cleanups.push(fn) };
  let regtest: Regtest;
  let alice: ChannelNode;
  let bob: ExternalPeer;
  let carol: ExternalPeer;
  let opened: TestDatabase;
  let stores: Stores;
  let env: NodeJS.ProcessEnv;
  let dataDir: string;
  let localMsatAtFirst: bigint;
  const apis: Api[] = [];
  /** The workers, of which the first one leads. */
  let workers: ServiceProcess[] = [];
  let ann: Wallet;
  let ben: Wallet;

  const launch = async (role: Role, port: number): Promise<ServiceProcess> => {
    const variables = { ...env, SATCHEL_PORT: String(port) };
    const launched = launchService({ role, program: 'real', env: variables, cwd: dataDir });
    cleanups.push(() => launched.kill('SIGTERM'));
    await serve(launched);
    return launched;
  };

  const launchApi = async (): Promise<Api> => {
    const port = await freePort();
    const client = openClient(`http://127.0.0.1:${port}`);
    cleanups.push(() => client.close());
    return { client, process: await launch('api', port) };
  };

  const launchWorker = async (): Promise<ServiceProcess> => launch('worker', await freePort());

  before(async () => {
    regtest = await openRegtest();
    dataDir = await mkdtemp(join(tmpdir(), 'satchel-test-'));
    cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
    await chmod(dataDir, 0o711);
    opened = await testDatabase(cleanup);
    stores = composeStores({
      clock: systemClock,
      random: systemRandom,
      database: opened.database,
      batchMax: 64,
    });
    alice = openLndNode({ ...regtest.nodes.alice, clock: systemClock });
    bob = await openLndPeer(regtest.nodes.bob);
    carol = await openLndPeer(regtest.nodes.carol);
    for (const node of [alice, bob, carol]) cleanups.push(() => node.close());
    localMsatAtFirst = (await alice.balances()).localMsat;
    const access = await regtest.bake(WANTED_CALLS);
    const node = nodeVariables({ ...regtest.nodes.alice, ...access });
    env = { ...processVariables(opened, dataDir), ...node };
    workers = [await launchWorker()];
    await untilPasses(async () => assert.notEqual(await readHolder(), null));
    workers.push(await launchWorker());
    apis.push(await launchApi(), await launchApi());
    const withDatabase = <T>(
      work: (database: TestDatabase['database'], all: Stores) => Promise<T>,
    ): Promise<T> => work(opened.database, stores);
    const [first, second] = await addWallets({ withDatabase }, ['ann', 'ben']);
    assert(first !== undefined && second !== undefined);
    [ann, ben] = [first, second];
    for (const wallet of [ann, ben]) {
      const bolt11 = await invoiceAt(api(0), wallet, FUNDS_SAT);
      assert.equal((await carol.pay(bolt11)).status, 'SUCCEEDED');
    }
    for (const wallet of [ann, ben]) {
      await untilPasses(async () => assert.equal(await balanceAt(api(1), wallet), FUNDS_SAT));
    }
  });
  afterEach(async () => {
    await untilPasses(
      async () => assert.deepEqual(await stores.payments.listOpenPayments(), []),
      LATE_MS,
    );
    const { findings, nodeMsat } = await stores.books.checkBooks();
    assert.deepEqual(findings, []);
    await untilPasses(async () =>
      assert.equal((await alice.balances()).localMsat - localMsatAtFirst, -nodeMsat),
    );
  });
  after(async () => {
    for (const fn of cleanups.reverse()) await fn();
  });

  const api = (index: number): Client => {
    const found = apis[index % apis.length];
    assert(found !== undefined);
    return found.client;
  };

  const readHolder = (): Promise<string | null> =>
    opened.database.query(async (sql) => {
      const [row] = await sql<{ holder: string | null }[]>`
        select holder_process_id as holder from lease where name = ${WATCHER_LEASE}`;
      return row?.holder ?? null;
    });

  /** The length of the watcher's lease, after which another process takes its place. */
  const readLeaseMs = (): Promise<number> =>
    opened.database.query(async (sql) => {
      const [row] = await sql<{ ms: number }[]>`
        select extract(epoch from expires_at - clock_timestamp())::float8 * 1000 as ms
        from lease where name = ${WATCHER_LEASE}`;
      assert(row !== undefined, 'the watcher has a lease');
      return row.ms;
    });

  test('M01 M30 M33 one wallet, one invoice, one key at both at once', async () => {
    const before = await balanceAt(api(0), ann);
    const bill = {
      path: '/payments/bolt11',
      body: { invoice: await carol.createInvoice(300_000n) },
    };
    const gift = {
      path: '/payments/keysend',
      key: 'gift',
      body: { amount: 200, destination: bob.pubkey },
    };
    const internal = {
      path: '/payments/bolt11',
      body: { invoice: await invoiceAt(api(0), ben, 100) },
    };
    let spent = 600;
    for (const call of [bill, gift, internal]) {
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) => api(index).call(ann, call)),
      );
      const paid = answers.map(requirePaid);
      assert.equal(new Set(paid.map((body) => textField(body, 'payment_preimage'))).size, 1);
      spent += numberField(paid[0], 'fee');
    }
    assert.equal(await balanceAt(api(1), ann), before - spent);
  });

  test('M01 both together spend no more than there is', async () => {
    const left = await balanceAt(api(0), ben);
    const bills = await Promise.all(
      Array.from({ length: AT_ONCE }, () => bob.createInvoice(BigInt(left) * 100n)),
    );
    const answers = await Promise.all(
      bills.map((invoice, index) =>
        api(index).call(ben, { path: '/payments/bolt11', body: { invoice } }),
      ),
    );
    const paid = answers.filter((answer) => answer?.status === 200);
    // Each payment is a tenth of the wallet, and holds its fee reserve in addition until it ends.
    assert(paid.length > 0 && paid.length <= 10, `${paid.length} of ${AT_ONCE} were paid`);
    assert((await balanceAt(api(1), ben)) <= left - (paid.length * left) / 10);
  });

  test('only one of them watches the node', async () => {
    const heard = ({ output }: ServiceProcess): number =>
      output().split('a payment arrived').length - 1;
    const before = workers.map(heard);
    for (let count = 0; count < 3; count += 1) await bePaid(10);
    // The output of a process is read a moment later than what it wrote into the database.
    await untilPasses(async () => {
      const now = workers.map((worker, index) => heard(worker) - (before[index] ?? 0));
      assert.deepEqual(now, [3, 0]);
    });
    for (const one of apis) assert.equal(heard(one.process), 0);
  });

  /** Lets an outsider pay ann. Resolves when ann has the money. */
  const bePaid = async (amountSat: number): Promise<void> => {
    const before = await balanceAt(api(0), ann);
    const bolt11 = await invoiceAt(api(1), ann, amountSat);
    assert.equal((await bob.pay(bolt11)).status, 'SUCCEEDED');
    await untilPasses(async () => assert.equal(await balanceAt(api(0), ann), before + amountSat));
  };

  for (const time of [1, 2, 3]) {
    test(`a killed leader is replaced within 10 s, no event is lost (${time})`, async (t) => {
      const [leader, other] = workers;
      assert(leader !== undefined && other !== undefined);
      const holder = await readHolder();
      const before = await balanceAt(api(0), ann);
      let arrived = 0;
      let isOver = false;
      const paying = (async () => {
        while (!isOver) {
          const bolt11 = await invoiceAt(api(arrived), ann, 1);
          assert.equal((await bob.pay(bolt11)).status, 'SUCCEEDED');
          arrived += 1;
        }
      })();
      await untilPasses(async () => assert((await balanceAt(api(0), ann)) > before));
      await leader.kill('SIGKILL');
      const leaseMs = await readLeaseMs();
      assert(leaseMs + TRY_EVERY_MS < REPLACED_LIMIT_MS, `the lease lasts for ${leaseMs} ms`);
      const killedAt = performance.now();
      const arrivedBefore = arrived;
      const atKill = await balanceAt(api(0), ann);
      await untilPasses(async () => {
        assert((await balanceAt(api(0), ann)) > Math.max(atKill, before + arrivedBefore));
      }, LATE_MS);
      const tookMs = performance.now() - killedAt;
      t.diagnostic(`the next leader credits after ${Math.round(tookMs)} ms`);
      isOver = true;
      await paying;
      await untilPasses(async () => assert.equal(await balanceAt(api(1), ann), before + arrived));
      assert.notEqual(await readHolder(), holder);
      workers = [other, await launchWorker()];
    });
  }

  test('M28 an api and the leader die with payments under way: the others end them', async () => {
    const before = await balanceAt(api(0), ann);
    const [held, plain] = [await carol.createHeldInvoice(50_000n), await manyBills()];
    const calls = [held.bolt11, ...plain].map((invoice, index) =>
      api(index).call(ann, { path: '/payments/bolt11', body: { invoice } }),
    );
    await untilPasses(async () => assert(await held.isHeld()));
    await Promise.all([apis[0]?.process.kill('SIGKILL'), workers[0]?.kill('SIGKILL')]);
    const answers = await Promise.all(calls);
    await held.settle();
    await untilPasses(
      async () => assert.deepEqual(await stores.payments.listOpenPayments(), []),
      LATE_MS,
    );
    let spent = 0;
    for (const invoice of [held.bolt11, ...plain]) spent += await settledCost(invoice);
    assert.equal(await balanceAt(api(1), ann), before - spent);
    assert(
      answers.some((answer) => answer === null),
      'some callers lost their api',
    );
    assert((await settledCost(held.bolt11)) > 0);
  });

  const manyBills = (): Promise<readonly string[]> =>
    Promise.all(Array.from({ length: AT_ONCE }, () => carol.createInvoice(10_000n)));

  /** What ann paid for an invoice; 0 when it was not paid. */
  const settledCost = async (bolt11: string): Promise<number> => {
    const answer = await api(1).call(ann, { path: '/invoices/outgoing?items=100' });
    assert(Array.isArray(answer?.body));
    const record: unknown = answer.body.find(
      (one: unknown) => textField(one, 'payment_request') === bolt11,
    );
    return record === undefined ? 0 : numberField(record, 'amount') + numberField(record, 'fee');
  };
});

interface Api {
  readonly client: Client;
  readonly process: ServiceProcess;
}

function requirePaid(answer: Answer | null): unknown {
  assert.equal(answer?.status, 200, JSON.stringify(answer?.body));
  return answer?.body;
}

async function invoiceAt(client: Client, wallet: Wallet, amount: number): Promise<string> {
  const answer = await client.call(wallet, { path: '/invoices', body: { amount } });
  return textField(requirePaid(answer), 'payment_request');
}

async function balanceAt(client: Client, wallet: Wallet): Promise<number> {
  return numberField(requirePaid(await client.call(wallet, { path: '/balance' })), 'balance');
}
