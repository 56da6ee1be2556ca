import { launchService, serve } from '../../test/crash/service-process.ts';
import { freePort, startService } from '../../test/support/running-service.ts';
import { type Cluster, openCluster } from '../../tools/cluster/cluster.ts';
import { type Beside, openBeside } from '../beside.ts';
import { type HttpClient, openHttpClient } from '../http-client.ts';
import { addPeople, type Person } from '../people.ts';
import { HEAP_OF_USERS, openStage, type Stage } from '../stage.ts';

/** Two installations of the service: a single process, and several on a cluster. */
export interface ClusterStage {
  /** A service with a database of its own, without standbys. */
  readonly alone: Stage;
  readonly cluster: Cluster;
  readonly beside: Beside;
  /** The id of the first api process. */
  readonly apiPid: number;
  readonly payers: readonly Person[];
  readonly payees: readonly Person[];
  /** A client whose calls go to this number of processes in turn. */
  callersOf(processes: number): HttpClient;
}

export const MOST_PROCESSES = 4;
const PEOPLE_COUNT = 64;
const FUNDED_SAT = 1_000_000;

/**
 * Runs the work on both installations, and checks their books at the end, because speed counts for
 * nothing if a sat is lost.
 */
export async function withClusterStage<T>(work: (stage: ClusterStage) => Promise<T>): Promise<T> {
  await using opened = new AsyncDisposableStack();
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const cluster = await openCluster({ say });
  opened.defer(() => cluster.close());
  const alone = await openStage({});
  opened.defer(() => alone.close());

  const first = await startService(variablesOf(cluster), { role: 'api' });
  opened.defer(() => first.dispose());
  const launch = async (role: 'api' | 'worker'): Promise<string> => {
    const port = await freePort();
    const env = { ...first.env, SATCHEL_PORT: String(port) };
    const launched = launchService({ role, program: 'real', env, cwd: first.dataDir });
    opened.defer(() => launched.kill('SIGTERM'));
    await serve(launched);
    return `http://127.0.0.1:${port}`;
  };
  await launch('worker');
  const origins = [first.baseUrl];
  while (origins.length < MOST_PROCESSES) origins.push(await launch('api'));
  const clients = origins.map((origin) => openHttpClient(origin));
  for (const client of clients) opened.defer(() => client.close());
  const beside = await openBeside(first.dataDir, cluster);
  opened.defer(() => beside.close());

  const payers = await addPeople(first, beside, { count: PEOPLE_COUNT, fundedSat: FUNDED_SAT });
  const payees = await addPeople(first, beside, { count: PEOPLE_COUNT, fundedSat: 0 });
  const callersOf = (processes: number): HttpClient => inTurns(clients.slice(0, processes));
  const result = await work({
    alone,
    cluster,
    beside,
    apiPid: first.pid,
    payers,
    payees,
    callersOf,
  });
  for (const service of [alone.service, first]) await service.cli('books', 'check');
  return result;
}

const variablesOf = ({ serviceUrl, ownerUrl }: Cluster) => ({
  ...HEAP_OF_USERS,
  SATCHEL_DATABASE_URL: serviceUrl,
  SATCHEL_MIGRATE_DATABASE_URL: ownerUrl,
  SATCHEL_EXPECT_STANDBYS: '1',
  SATCHEL_NODE_SHARED: 'on',
});

function inTurns(clients: readonly HttpClient[]): HttpClient {
  let calls = 0;
  const next = (): HttpClient => {
    calls += 1;
    const client = clients[calls % clients.length];
    if (client === undefined) throw new Error('there is a process to call');
    return client;
  };
  return {
    get: (path, headers) => next().get(path, headers),
    post: (path, body, headers) => next().post(path, body, headers),
    close: async () => undefined,
  };
}
