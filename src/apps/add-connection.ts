import type { AppGrant } from '../authorization/app-grant.ts';
import type { Budget } from '../authorization/budget.ts';
import { derivedRandom } from '../authorization/derived-random.ts';
import { checkName } from '../authorization/name.ts';
import type { Scope } from '../authorization/scope.ts';
import { assert } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import { drawnUuid } from '../base/id.ts';
import { MAX_NAME_LENGTH, REPEATED_FORM_MS } from '../base/limits.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { AppRefusal } from './app-refusal.ts';
import type { ConnectionKind, DeviceSecret } from './connection-kind.ts';
import type { ConnectionStore } from './connection-store.ts';
import { type AddedDevice, issueDevice } from './issue-device.ts';
import { MAX_APP_CONNECTIONS } from './limits.ts';

export interface AddConnectionDeps {
  readonly connections: ConnectionStore;
  readonly clock: Clock;
  readonly random: Random;
}

export interface AddConnectionInput {
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** How much the connection may spend; null for no limit but the user's balance. */
  readonly budget: Budget | null;
  /** The end of the connection; null if it lasts until it is revoked. */
  readonly expiresAt: Date | null;
  /**
   * 32 secret bytes, from which the app's secret is derived. If the same form is sent twice, both
   * requests bring the same bytes and get the same secret: people may click twice, and then see
   * only the second answer.
   */
  readonly idempotentSecret?: Uint8Array;
}

export type AddConnectionRefusal = Extract<
  AppRefusal,
  {
    readonly kind:
      | 'bad_name'
      | 'bad_scope'
      | 'too_many_connections'
      | 'too_many_devices'
      | 'connection_not_found'
      | 'done_before';
  }
>;

export interface AddedConnection<Secret extends DeviceSecret> extends AddedDevice<Secret> {
  readonly connection: AppGrant;
}

/**
 * Connects an app without OAuth, together with its first device. The secret is made after the app
 * grant and its budget are stored, and only this answer contains it. A repeat of the request
 * continues where the first one stopped and gets the same answer; later it is refused.
 */
export async function addConnection<Secret extends DeviceSecret>(
  deps: AddConnectionDeps,
  kind: ConnectionKind<Secret>,
  input: AddConnectionInput,
): Promise<Result<AddedConnection<Secret>, AddConnectionRefusal>> {
  const name = checkName(input.name, MAX_NAME_LENGTH);
  if (!name.ok) return name;
  if (name.value === '') return refuse({ kind: 'bad_name', message: 'a connection has a name' });
  if (input.scopes.length === 0) return refuse({ kind: 'bad_scope', message: NO_SCOPE });
  const { idempotentSecret, userId, scopes, budget, expiresAt } = input;
  const random = idempotentSecret === undefined ? deps.random : derivedRandom(idempotentSecret);
  const now = deps.clock.now();
  const added = await deps.connections.addConnection({
    id: drawnUuid(random),
    userId,
    kind: kind.name,
    name: name.value,
    scopes,
    budget,
    createdAt: now,
    expiresAt,
  });
  if (added.kind === 'too_many') {
    return refuse({ kind: 'too_many_connections', message: TOO_MANY });
  }
  const { connection } = added;
  if (connection === null || !isJustMade(connection.createdAt, now)) return DONE_BEFORE;
  assert(connection.kind === kind.name, 'a repeat is of the same kind');
  const issued = await issueDevice({ ...deps, random }, kind, { connection, name: name.value });
  return issued.ok ? accept({ ...issued.value, connection }) : issued;
}

const NO_SCOPE = 'a connection may do something';
const TOO_MANY =
  `a user has up to ${MAX_APP_CONNECTIONS} connections: ` +
  'disconnect one that is not used any more';
const DONE_BEFORE = refuse({
  kind: 'done_before',
  message: 'the connection was made before',
} as const);

const isJustMade = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() <= REPEATED_FORM_MS;
