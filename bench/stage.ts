import assert from 'node:assert/strict';
import { join } from 'node:path';
import { runningNetwork } from '../src/lightning/simulator-client/simulated-network.ts';
import {
  SERVICE_NODE,
  SIMULATOR_FOLDER,
} from '../src/lightning/simulator-protocol/network-protocol.ts';
import { type RunningService, startService } from '../test/support/running-service.ts';
import { type Beside, openBeside } from './beside.ts';
import { type HttpClient, openHttpClient } from './http-client.ts';
import type { NodeAccess } from './lnd-client.ts';
import { addPeople, type Person } from './people.ts';

/** A service, its users, and the nodes that it can reach. */
export interface WalletStage {
  readonly http: HttpClient;
  /** The users who pay, who have money. */
  readonly payers: readonly Pick<Person, 'token'>[];
  readonly payees: readonly Pick<Person, 'token'>[];
  /** The node of the service, and another node that it can pay. */
  readonly serviceNode: NodeAccess;
  readonly externalNode: NodeAccess;
}

/** The service under test, with its database, node and users. */
export interface Stage extends WalletStage {
  readonly service: RunningService;
  readonly beside: Beside;
  readonly payers: readonly Person[];
  readonly payees: readonly Person[];
  close(): Promise<void>;
}

/**
 * Lets the launcher choose the heap size, as it does for users. Programs that tests start have a
 * larger one.
 */
export const HEAP_OF_USERS = { NODE_OPTIONS: '' };

const PEOPLE_COUNT = 64;
const FUNDED_SAT = 1_000_000;
const EXTERNAL_NODE = 'alice';

/** Starts the service as in production, with a durable database, but without rate limits. */
export async function openStage(variables: Readonly<Record<string, string>>): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  const settings = {
    ...HEAP_OF_USERS,
    SATCHEL_WEBHOOK_ALLOW: '127.0.0.0/8',
    SATCHEL_NODE_SHARED: 'on',
    ...variables,
  };
  const service = await startService(settings, { database: 'embedded' });
  opened.defer(() => service.dispose());
  const beside = await openBeside(service.dataDir);
  opened.defer(() => beside.close());
  const http = openHttpClient(service.baseUrl);
  opened.defer(() => http.close());

  const payers = await addPeople(service, beside, {
    count: PEOPLE_COUNT,
    fundedSat: FUNDED_SAT,
  });
  const payees = await addPeople(service, beside, { count: PEOPLE_COUNT, fundedSat: 0 });
  const network = await runningNetwork(join(service.dataDir, SIMULATOR_FOLDER));
  const nodeNamed = (name: string): NodeAccess => {
    const node = network?.nodes.find((candidate) => candidate.name === name);
    assert(node !== undefined, `the simulated network has a node named ${name}`);
    return { restUrl: node.restUrl, macaroonHex: node.macaroonHex, tlsCaPem: null };
  };
  const all = opened.move();
  return {
    service,
    http,
    beside,
    payers,
    payees,
    serviceNode: nodeNamed(SERVICE_NODE),
    externalNode: nodeNamed(EXTERNAL_NODE),
    close: () => all.disposeAsync(),
  };
}
