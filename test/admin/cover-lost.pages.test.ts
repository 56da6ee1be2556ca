import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createInstallation } from '../../src/admin/admin.ts';
import type { OperatorPort } from '../../src/admin/pages/operator-page-deps.ts';
import { readNodeReport } from '../../src/admin/read-node-report.ts';
import { countOpenAlarms, readOverview } from '../../src/admin/read-overview.ts';
import { countCoins } from '../../src/app/compose/count-coins.ts';
import { openLndNode } from '../../src/lightning/lnd/node.ts';
import { SERVICE_NODE } from '../../src/lightning/simulator-protocol/network-protocol.ts';
import { checkSolvency, createSolvencyStop } from '../../src/node/check-solvency.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { startAccounts } from '../support/account-world.ts';
import { asApiUser } from '../support/api-user.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { readText } from '../support/page-visitor.ts';
import { startSimulatorHere } from '../support/simulator-here.ts';
import { createTestServiceStatus } from '../support/test-service-status.ts';
import { createTestStores } from '../support/test-stores.ts';

/**
 * 24: a node of the simulated network loses money that the service owes, and gets it back. The
 * pages ask the node and the database as in life; only the minute between two readings is skipped.
 */
const here = await startSimulatorHere();
after(() => here.close());
const node = {
  restUrl: here.url(SERVICE_NODE),
  macaroonHex: here.macaroon(SERVICE_NODE),
  tlsCaPem: null,
};
const channels = openLndNode({ ...node, clock: systemClock });
after(() => channels.close());

let passedMs = 0;
const clock = { ...systemClock, monotonicMs: () => passedMs };
const solvencyStop = createSolvencyStop(clock);
const serviceStatus = { ...createTestServiceStatus(), isCoverLost: solvencyStop.isCoverLost };
/** Known once the world has a database. */
let port: OperatorPort | null = null;
const opened = (): OperatorPort => port ?? assert.fail('it is composed below');
const operator: OperatorPort = {
  readOverview: () => opened().readOverview(),
  readNode: () => opened().readNode(),
  readHotExcess: async () => null,
  management: null,
  channelBackupFile: { read: async () => null },
  countOpenAlarms: () => opened().countOpenAlarms(),
};
const world = await startAccounts({ after }, { operator, serviceStatus });
const stores = createTestStores(world.database);
const lightning = countCoins(channels, { onchain: null }, stores);
const { pubkey, alias, network } = await lightning.info();
const deps = {
  ...stores,
  ...(await createInstallation(world.database, stores, { lightning: { kind: 'simulated' } })),
  lightning,
  paymentStop: solvencyStop,
  solvencyStop,
  hasAddresses: false,
  clock,
  node: { pubkey, alias, network },
  log: createListeningLog(),
};
port = {
  readOverview: () => readOverview(deps),
  readNode: () => readNodeReport(deps),
  readHotExcess: async () => null,
  management: null,
  channelBackupFile: { read: async () => null },
  countOpenAlarms: () => countOpenAlarms(deps),
};

const OWED_SAT = 900_000_000;
const SPENT_SAT = 200_000_000;

const person = await world.addPerson();
await (await asApiUser(world, person.user)).receive(OWED_SAT);
const user = await world.signedIn(person);
const admin = await world.signedIn(await world.addPerson({ isAdmin: true }));

const read = async (browser: typeof admin, path: string): Promise<string> =>
  readText(await browser.get(path));

/** Two readings, as far apart as those of the service. */
async function readTwice(): Promise<void> {
  await checkSolvency(deps);
  passedMs += 60_000;
  await checkSolvency(deps);
}

/** From one node of the network to another, beside the service. */
async function move(from: string, to: string): Promise<void> {
  const { json } = await here.call(to, '/v1/invoices', { value: String(SPENT_SAT) });
  const { text } = await here.call(from, '/v2/router/send', {
    payment_request: json['payment_request'],
    fee_limit_sat: '1000000',
    timeout_seconds: 10,
    no_inflight_updates: true,
  });
  assert.match(text, /"status":\s*"SUCCEEDED"/);
}

const assertWell = async (): Promise<void> => {
  const overview = await admin.get('/operate');
  assert.match(overview.body, /state good">Covered/);
  assert.doesNotMatch(overview.body, /notice problem/);
  assert.equal(solvencyStop.stopReason(), null);
  assert.doesNotMatch(await read(admin, '/'), /The node holds less/);
};

test('24 what is owed is covered: nothing is told of', async () => {
  await readTwice();
  await assertWell();
});

test('24 owed above owned: overview red, stop, alarm, and a notice for admins', async () => {
  await move(SERVICE_NODE, 'bob');
  const { body } = await admin.get('/operate');
  assert.match(body, /class="notice problem"[\s\S]*The node holds less than is owed\./);
  assert.match(body, /state bad">Not covered/);
  assert.equal(solvencyStop.stopReason(), null, 'one reading may be a coincidence');
  await readTwice();
  assert.match(solvencyStop.stopReason() ?? '', /does not cover/);
  const text = await read(admin, '/operate');
  assert.match(text, /Payments over the node are stopped\./);
  assert.match(text, /Alarms that no one has acknowledged: 1/);
  assert.match(await read(admin, '/operate/alarms'), /node balance too low/);
  assert.match(await read(admin, '/operate/node'), /Add money of your own to its channels/);
  const home = await admin.get('/');
  assert.match(readText(home), /The node holds less than this service owes\./);
  assert.match(home.body, /<a [^>]*href="\/operate"[^>]*>Show the overview/);
});

test('24 users who are no admins are told nothing of it', async () => {
  assert.doesNotMatch(await read(user, '/'), /The node|covered/);
  assert.equal((await user.get('/operate')).statusCode, 404);
});

test('24 while the node is away, no one says that it is covered', async () => {
  const away = { ...deps, lightning: { ...lightning, balances: () => Promise.reject(Error()) } };
  const answer = port;
  port = { ...opened(), readOverview: () => readOverview(away) };
  assert.match(await read(admin, '/operate'), /Not known now/);
  assert.match(await read(admin, '/'), /The node holds less/);
  port = answer;
});

test('24 covered again: all of it ends, but the alarm waits for an admin', async () => {
  await move('bob', SERVICE_NODE);
  await checkSolvency(deps);
  await assertWell();
  assert.match(await read(admin, '/operate'), /Alarms that no one has acknowledged: 1/);
  await world.database.sql`update alarm set acknowledged_at = clock_timestamp()`;
  assert.match(await read(admin, '/operate'), /Nothing is wrong\./);
});
