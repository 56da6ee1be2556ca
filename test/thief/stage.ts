import assert from 'node:assert/strict';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import postgres from 'postgres';
import { runningNetwork } from '../../src/lightning/simulator-client/simulated-network.ts';
import { controlOf } from '../../src/lightning/simulator-client/simulator-control.ts';
import type { SimulatorControl } from '../../src/lightning/simulator-protocol/control-protocol.ts';
import {
  SERVICE_NODE,
  SIMULATOR_FOLDER,
} from '../../src/lightning/simulator-protocol/network-protocol.ts';
import { cloneDatabase, type DatabaseUrls } from '../support/database.ts';
import { field, numberField } from '../support/fields.ts';
import {
  databaseVariables,
  type RunningService,
  startService,
} from '../support/running-service.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import {
  newFolder,
  type SimulatorProcess,
  startSimulatorProcess,
} from '../support/simulator-process.ts';
import { addWalletUsers, textField, untilPasses, type WalletUser } from '../support/wallet-user.ts';
import { drainChannels, openThiefsNode, type ThiefsNode } from './thief-node.ts';

/** The limits on what leaves: none, as after a start, or those that the service proposes. */
export type Regime = 'no limits' | 'proposed limits';

/** A service with a node, ten users and a month of small payments, before anything is stolen. */
export interface Stage {
  readonly regime: Regime;
  readonly service: RunningService;
  readonly simulator: SimulatorProcess;
  readonly network: SimulatorControl;
  readonly thief: ThiefsNode;
  /** The one who is robbed. */
  readonly victim: WalletUser;
  readonly others: readonly WalletUser[];
  /** The database, as its owner. */
  readonly owner: postgres.Sql;
  /** The URL of the database with the role of the service. */
  readonly serviceUrl: string;
  /** What may leave within an hour; null without limits. */
  readonly hourSat: number | null;
  close(): Promise<void>;
}

export const PASSWORD = 'correct horse battery';
export const OPERATOR = 'operator@example.com';
export const USERS = 10;
export const WALLET_SAT = 1_000_000;
/** What the node of the service holds in its channels at first, of which users own a sixth. */
export const CHANNELS_SAT = 60_000_000;

const HUBS = ['hub-one', 'hub-two'];
const HISTORY_DAYS = 30;
const PAYMENTS_A_DAY = 4;
const LEAST_SAT = 1000;
const MOST_SAT = 20_000;

/** Where database and node are: on servers of their own, or all in the data folder. */
export type Ground = 'own servers' | 'data folder';

export async function openStage(regime: Regime, ground: Ground, seed: number): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  const folder = newFolder();
  await chmod(folder.dir, 0o711);
  opened.defer(() => folder.remove());
  const simulator = await startSimulatorProcess(join(folder.dir, SIMULATOR_FOLDER));
  opened.defer(() => simulator.end('SIGTERM'));
  await drainChannels(simulator, CHANNELS_SAT, HUBS);
  const { service, urls } = await startOn(ground, folder.dir, simulator, opened);
  const owner = postgres(urls.ownerUrl, { max: 2, onnotice: () => undefined });
  opened.defer(() => owner.end());
  const running = await runningNetwork(simulator.dir);
  assert(running !== null, 'the simulated network runs');
  const network = controlOf(running);
  const [victim, ...others] = await addWalletUsers(service, USERS);
  assert(victim !== undefined, 'there are users');
  const setPassword = ['user', 'reset-password', '--email', victim.email, '--password', PASSWORD];
  await service.cli(...setPassword);
  await service.cli('user', 'add', '--email', OPERATOR, '--password', PASSWORD, '--admin');
  await payWallets(network, [victim, ...others], seed);
  await backdate(owner);
  const hourSat = regime === 'no limits' ? null : await setProposedLimits(service);
  const thief = openThiefsNode(simulator);
  const all = opened.move();
  return {
    ...{ regime, service, simulator, network, thief, victim, others, owner, hourSat },
    serviceUrl: urls.serviceUrl,
    close: () => all.disposeAsync(),
  };
}

async function startOn(
  ground: Ground,
  folder: string,
  simulator: SimulatorProcess,
  opened: AsyncDisposableStack,
): Promise<{ service: RunningService; urls: Pick<DatabaseUrls, 'ownerUrl' | 'serviceUrl'> }> {
  const usual = { SATCHEL_RATE_LIMIT: 'on' };
  if (ground === 'data folder') {
    // With play money limits are off, unless the settings say otherwise.
    const variables = { ...usual, SATCHEL_DATA_DIR: folder, SATCHEL_OUTFLOW: 'enforce' };
    const service = await startService(variables, { database: 'embedded' });
    opened.defer(() => service.dispose());
    const record = parseEnv(await readFile(join(folder, 'postgres.env'), 'utf8'));
    const urlOf = (role: string, name: string) =>
      `postgres://${name}:${record[`${role}_PASSWORD`]}@127.0.0.1:${record['PORT']}/satchel`;
    const urls = {
      ownerUrl: urlOf('OWNER', 'satchel_owner'),
      serviceUrl: urlOf('SERVICE', 'satchel'),
    };
    return { service, urls };
  }
  const urls = await cloneDatabase();
  opened.defer(() => urls.drop());
  const node = nodeVariables(simulator);
  const service = await startService({ ...databaseVariables(urls), ...node, ...usual });
  opened.defer(() => service.dispose());
  return { service, urls };
}

/** The node as an LND of one's own, whose macaroons are outside the data folder. */
function nodeVariables({ network, dir }: SimulatorProcess): Record<string, string> {
  const node = network.nodes.find(({ name }) => name === SERVICE_NODE);
  assert(node !== undefined, 'the network has a node for the service');
  const macaroon = join(dir, node.macaroonFile.split('/').at(-1) ?? '');
  return {
    SATCHEL_LIGHTNING: 'lnd',
    SATCHEL_LND_REST_URL: node.restUrl,
    SATCHEL_LND_MACAROON_FILE: macaroon,
    SATCHEL_ONCHAIN: 'on',
    SATCHEL_LND_ONCHAIN_MACAROON_FILE: macaroon,
  };
}

/** Gives each user their money from outside, and lets them pay small sums outside. */
async function payWallets(
  network: SimulatorControl,
  users: readonly WalletUser[],
  seed: number,
): Promise<void> {
  const random = createSeededRandom(seed);
  const draw = (below: number): number => Buffer.from(random.bytes(4)).readUInt32BE() % below;
  const amounts = Array.from(
    { length: HISTORY_DAYS * PAYMENTS_A_DAY },
    () => LEAST_SAT + draw(MOST_SAT - LEAST_SAT),
  );
  await Promise.all(
    users.map(async (user, place) => {
      await receive(network, user, WALLET_SAT);
      for (const [index, amountSat] of amounts.entries()) {
        if (index % users.length === place) await payOutside(network, user, amountSat);
      }
      await receive(network, user, WALLET_SAT - (await user.balanceSat()));
    }),
  );
}

/** Lets someone outside pay a user. */
export async function receive(
  network: SimulatorControl,
  user: WalletUser,
  amount: number,
): Promise<void> {
  const before = await user.balanceSat();
  const { body } = await user.post('/invoices', { amount });
  const paid = await network.pay({ bolt11: textField(body, 'payment_request') });
  assert(paid.ok, 'an outside node pays');
  await untilPasses(async () => assert.equal(await user.balanceSat(), before + amount));
}

/** Pays someone honest outside. Returns whether it was paid. */
export async function payOutside(
  network: SimulatorControl,
  user: WalletUser,
  amountSat: number,
): Promise<boolean> {
  const made = await network.invoice({ amountSat, node: 'alice' });
  assert(made.ok, 'an outside node makes an invoice');
  return (
    (await user.post('/payments/bolt11', { invoice: made.value.paymentRequest })).status === 200
  );
}

/** Spreads what was paid over the month before: four payments a day, three hours apart. */
async function backdate(owner: postgres.Sql): Promise<void> {
  await owner`
    update payment p set created_at =
        date_trunc('day', now(), 'UTC') - (made.number / ${PAYMENTS_A_DAY} + 1) * interval '1 day'
          + (8 + made.number % ${PAYMENTS_A_DAY} * 3) * interval '1 hour'
      from (select id, (row_number() over (order by id))::integer - 1 as number from payment) made
      where made.id = p.id`;
}

/** Sets the limits that the service proposes, as an operator does. Returns that of an hour. */
async function setProposedLimits(service: RunningService): Promise<number> {
  const proposed = field(await service.cli('outflow', 'show'), 'proposed');
  const [hour, day] = [numberField(proposed, 'hour'), numberField(proposed, 'day')];
  await service.cli('outflow', 'limit', '--hour', String(hour), '--day', String(day));
  return hour;
}
