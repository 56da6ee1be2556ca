import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import {
  guardFolder,
  IMPATIENT,
  type Installation,
  simulatedNode,
  withDatabase,
} from '../../test/crash/installation.ts';
import { launchService, type ServiceProcess, serve } from '../../test/crash/service-process.ts';
import { field } from '../../test/support/fields.ts';
import { freePort } from '../../test/support/running-service.ts';
import type { Cluster } from './cluster.ts';

/** Two api and two worker processes, on a cluster and a simulated node. */
export interface ClusterInstallation extends Installation {
  readonly baseUrls: readonly string[];
  readonly processes: readonly ServiceProcess[];
  /**
   * Starts the api processes. This comes after wallets were added, because the first start of a
   * service without users would add its own.
   */
  startAnswering(): Promise<void>;
  /** Whether payments may leave over the node, according to all api processes. */
  mayLeave(): Promise<boolean>;
}

const API_COUNT = 2;
const WORKER_COUNT = 2;

export async function createClusterInstallation(cluster: Cluster): Promise<ClusterInstallation> {
  const dataDir = join(cluster.folder, 'satchel');
  await mkdir(dataDir, { mode: 0o711 });
  const release = guardFolder(dataDir);
  const node = simulatedNode(dataDir);
  const env = {
    PATH: process.env['PATH'],
    HOME: dataDir,
    SATCHEL_DATA_DIR: dataDir,
    ...IMPATIENT,
    SATCHEL_DATABASE_URL: cluster.serviceUrl,
    SATCHEL_MIGRATE_DATABASE_URL: cluster.ownerUrl,
    SATCHEL_EXPECT_STANDBYS: '1',
    ...node.variables,
  };
  const processes: ServiceProcess[] = [];
  const ports = await Promise.all(Array.from({ length: API_COUNT }, freePort));
  const baseUrls = ports.map((port) => `http://127.0.0.1:${port}`);
  // Each process has a folder for its output.
  const launch = async (role: 'api' | 'worker', number: number, port: number) => {
    const cwd = join(dataDir, `${role}-${number}`);
    await mkdir(cwd);
    const settings = { ...env, SATCHEL_PORT: String(port) };
    const launched = launchService({ role, program: 'real', env: settings, cwd });
    processes.push(launched);
    await serve(launched);
  };
  // The folder of the database belongs to the cluster, which decides whether to keep it.
  const dispose = async (): Promise<void> => {
    for (const running of processes) await running.kill('SIGTERM');
    await node.end();
    await release();
  };
  try {
    for (let number = 1; number <= WORKER_COUNT; number += 1) {
      await launch('worker', number, await freePort());
    }
  } catch (error) {
    await dispose();
    throw error;
  }
  const [baseUrl = ''] = baseUrls;
  return {
    baseUrl,
    baseUrls,
    dataDir,
    env,
    processes,
    goingBack: null,
    roles: ['api', 'worker'],
    process: () => assert.fail('there are several processes of each role'),
    launch: () => assert.fail('processes are launched once'),
    launchMore: () => assert.fail('processes are launched once'),
    startMs: () => Math.min(...processes.flatMap(({ startMs }) => startMs ?? [])),
    network: () => node.network(),
    simulator: () => node.simulator(),
    stuck: () => node.stuck(),
    databasePid: async () => null,
    startAnswering: async () => {
      for (const [index, port] of ports.entries()) await launch('api', index + 1, port);
    },
    withDatabase: (work) => withDatabase(env, work),
    mayLeave: async () => (await Promise.all(baseUrls.map(readMayLeave))).every(Boolean),
    dispose,
  };
}

async function readMayLeave(baseUrl: string): Promise<boolean> {
  try {
    const answer = await request(`${baseUrl}/health`, { headersTimeout: 10_000 });
    const body: unknown = await answer.body.json();
    return answer.statusCode === 200 && field(body, 'outside_payments') === 'on';
  } catch {
    return false;
  }
}
