import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeStores, type Stores } from '../src/app/compose/compose-stores.ts';
import type { Role } from '../src/app/context/app-context.ts';
import { openDatabase } from '../src/database/db.ts';
import { systemClock } from '../src/system/system-clock.ts';
import { systemRandom } from '../src/system/system-random.ts';
import { openOwnDatabase } from '../test/crash/own-database.ts';
import { launchService, serve } from '../test/crash/service-process.ts';
import { addWallets, type Wallet } from '../test/crash/wallets.ts';
import { nodeVariables } from '../test/lnd/lnd-world.ts';
import { describeRegtest, type Regtest } from '../test/lnd/regtest.ts';
import { defaultBinaries, startRegtest } from '../test/lnd/start-regtest.ts';
import { textField } from '../test/support/fields.ts';
import { openLndPeer } from '../test/support/lnd-peer.ts';
import { freePort } from '../test/support/running-service.ts';
import { untilPasses } from '../test/support/wallet-user.ts';
import { bearer, type HttpClient, openHttpClient } from './http-client.ts';
import type { WalletStage } from './stage.ts';

/** A service of one worker and two api processes, on a real LND and a durable database. */
export interface LndStage extends WalletStage {
  readonly payers: readonly Wallet[];
  readonly payees: readonly Wallet[];
  /** The origin of the first api process. */
  readonly origin: string;
  readonly stores: Stores;
  readonly serviceUrl: string;
  readonly ownerUrl: string;
  /** A client of the second api process. */
  readonly otherHttp: HttpClient;
}

const PEOPLE_COUNT = 64;
const FUNDED_SAT = 1_000_000;

/**
 * Runs the work on an LND stage, and checks the books at the end, because speed counts for nothing
 * if a sat is lost.
 */
export async function withLndStage<T>(
  variables: Readonly<Record<string, string>>,
  work: (stage: LndStage) => Promise<T>,
): Promise<T> {
  await using opened = new AsyncDisposableStack();
  const binaries = process.env['LND_BINARIES'] ?? defaultBinaries();
  const network = await startRegtest({ binaries, folder: null });
  opened.defer(() => network.stop());
  const regtest = await describeRegtest(network.place);
  const dataDir = await mkdtemp(join(tmpdir(), 'satchel-bench-'));
  opened.defer(() => rm(dataDir, { recursive: true, force: true }));
  await chmod(dataDir, 0o711);
  const own = await openOwnDatabase(dataDir);
  opened.defer(() => own.close());

  const launch = async (role: Role): Promise<string> => {
    const port = await freePort();
    const env = {
      PATH: process.env['PATH'],
      HOME: dataDir,
      SATCHEL_DATA_DIR: dataDir,
      SATCHEL_DATABASE_URL: own.serviceUrl,
      SATCHEL_MIGRATE_DATABASE_URL: own.ownerUrl,
      SATCHEL_RATE_LIMIT: 'off',
      SATCHEL_PORT: String(port),
      SATCHEL_NODE_SHARED: 'on',
      ...nodeVariables(regtest.nodes.alice),
      SATCHEL_LND_GRPC_URL: regtest.nodes.alice.grpc,
      ...variables,
    };
    const launched = launchService({ role, program: 'real', env, cwd: dataDir });
    opened.defer(() => launched.kill('SIGTERM'));
    await serve(launched);
    return `http://127.0.0.1:${port}`;
  };
  await launch('worker');
  const origin = await launch('api');
  const [http, otherHttp] = [openHttpClient(origin), openHttpClient(await launch('api'))];
  for (const client of [http, otherHttp]) opened.defer(() => client.close());

  const ports = { clock: systemClock, random: systemRandom };
  const database = openDatabase({ ...ports, url: own.serviceUrl, applicationName: 'bench' });
  opened.defer(() => database.close());
  const stores = composeStores({ ...ports, database, batchMax: 64 });
  const names = Array.from({ length: PEOPLE_COUNT }, (_, index) => `payer-${index}`);
  const people = await addWallets({ withDatabase: (use) => use(database, stores) }, names);
  await fundAll(regtest, http, people);
  const { alice: serviceNode, carol: externalNode } = regtest.nodes;
  const { serviceUrl, ownerUrl } = own;
  const parts = { origin, stores, serviceUrl, ownerUrl, serviceNode, externalNode };
  const result = await work({ ...parts, http, otherHttp, payers: people, payees: people });
  await checkBooks(stores);
  return result;
}

async function fundAll(
  { nodes }: Regtest,
  http: HttpClient,
  people: readonly { readonly token: string }[],
): Promise<void> {
  const carol = await openLndPeer(nodes.carol);
  for (const { token } of people) {
    const made = await http.post('/invoices', { amount: FUNDED_SAT }, bearer(token));
    const bolt11 = textField(JSON.parse(made), 'payment_request');
    assert.equal((await carol.pay(bolt11)).status, 'SUCCEEDED');
  }
  await carol.close();
  const balances = async (): Promise<void> => {
    for (const { token } of people) {
      const answer = await http.get('/balance', bearer(token));
      assert.match(answer, new RegExp(`"balance":${FUNDED_SAT}\\b`));
    }
  };
  await untilPasses(balances);
}

async function checkBooks(stores: Stores): Promise<void> {
  await untilPasses(async () =>
    assert.deepEqual(await stores.payments.listOpenPayments(), [], 'nothing is open'),
  );
  assert.deepEqual((await stores.books.checkBooks()).findings, []);
}
