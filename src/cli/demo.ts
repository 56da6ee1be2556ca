import { join } from 'node:path';
import { ALL_SCOPES } from '../access/scope.ts';
import { argon2Hasher } from '../adapters/argon2.ts';
import { runningNetwork } from '../adapters/simulated-network.ts';
import { controlOf } from '../adapters/simulator-control.ts';
import { sat } from '../base/amount.ts';
import { newIdentifier } from '../base/id.ts';
import type { RunningService } from '../compose/run-service.ts';
import type { Surroundings } from '../compose/surroundings.ts';
import { SIMULATOR_FOLDER } from '../lightning/simulated-network.ts';
import { addPersonalToken } from '../usecases/add-personal-token.ts';
import { addUser } from '../usecases/add-user.ts';
import { createInvoice } from '../usecases/create-invoice.ts';
import { orRefused } from './refused.ts';

/** What a first run shows: people to play with, whose money came in as any other does. */
export interface Demo {
  readonly users: readonly DemoUser[];
}

export interface DemoUser {
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly balanceSat: bigint;
}

const DEMO_USERS = [
  { email: 'alice@example.com', name: 'Alice' },
  { email: 'bob@example.com', name: 'Bob' },
];
const DEMO_SAT = sat(100_000n);
const PASSWORD_LENGTH = 16;

/** Null but at the first start with the simulated network, when there is nobody yet. */
export async function prepareDemo(
  surroundings: Surroundings,
  service: RunningService,
): Promise<Demo | null> {
  if (surroundings.config.lightning.kind !== 'simulated' || service.address === null) return null;
  if ((await service.parts.users.listUsers()).length > 0) return null;
  const users: DemoUser[] = [];
  for (const { email, name } of DEMO_USERS) {
    users.push(await addDemoUser(surroundings, service, email, name));
  }
  return { users };
}

async function addDemoUser(
  surroundings: Surroundings,
  service: RunningService,
  email: string,
  name: string,
): Promise<DemoUser> {
  const deps = { ...service.parts, passwords: argon2Hasher };
  const password = newIdentifier(surroundings.random, PASSWORD_LENGTH);
  const user = orRefused(await addUser(deps, { email, password, name, isAdmin: false }));
  const { token, stored } = orRefused(
    await addPersonalToken(deps, {
      ...{ email, name: 'first run', expiresInSec: null },
      scopes: ALL_SCOPES.join(' '),
    }),
  );
  const balanceSat = await fundFromOutside(surroundings, service, user.id, stored.id);
  return { email, password, token, balanceSat };
}

/** An outside node pays an invoice of the user; 0 when it does not, which spoils no start. */
async function fundFromOutside(
  { config, log }: Surroundings,
  service: RunningService,
  userId: string,
  grantId: string,
): Promise<bigint> {
  const network = await runningNetwork(join(config.dataDir, SIMULATOR_FOLDER));
  if (network === null) return 0n;
  const created = await createInvoice(service.parts, {
    caller: { userId, grantId, scopes: new Set(ALL_SCOPES) },
    order: {
      ...{ amountSat: DEMO_SAT, description: 'Play money', memo: null, descriptionHash: null },
      ...{ currency: null, comment: null, metadataJson: null, expirySec: null },
      ...{ payerName: null, payerEmail: null, payerPubkey: null },
    },
    idempotency: null,
  });
  const bolt11 = created.ok ? created.value.bolt11 : null;
  if (bolt11 === null) return 0n;
  const paid = await controlOf(network).pay({ bolt11 });
  if (paid.ok) return DEMO_SAT;
  log.warn({ reason: paid.refusal }, 'a demo wallet could not be funded');
  return 0n;
}
