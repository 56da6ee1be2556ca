import type { AppGrantStore } from '../authorization/app-grant.ts';
import { derivedRandom } from '../authorization/derived-random.ts';
import { checkName, type NameRefusal } from '../authorization/name.ts';
import { MAX_NAME_LENGTH } from '../base/limits.ts';
import { type Result, refuse } from '../base/result.ts';
import type { ConnectionKind, DeviceSecret } from './connection-kind.ts';
import {
  type AddedDevice,
  type IssueDeviceDeps,
  type IssueDeviceRefusal,
  issueDevice,
  noSuchConnection,
} from './issue-device.ts';

export interface AddDeviceDeps extends IssueDeviceDeps {
  readonly appGrants: Pick<AppGrantStore, 'findAppGrant'>;
}

export interface AddDeviceInput {
  readonly userId: string;
  readonly appGrantId: string;
  readonly name: string;
  /**
   * 32 secret bytes, from which the device's secret is derived. If the same form is sent twice,
   * both requests bring the same bytes and get the same secret.
   */
  readonly idempotentSecret?: Uint8Array;
}

/**
 * Adds a device (a key or password for a phone, a computer or a website) to a connection of the
 * given kind. The device shares the connection's scopes, budget and end.
 */
export async function addDevice<Secret extends DeviceSecret>(
  deps: AddDeviceDeps,
  kind: ConnectionKind<Secret>,
  { userId, appGrantId, idempotentSecret, ...input }: AddDeviceInput,
): Promise<Result<AddedDevice<Secret>, IssueDeviceRefusal | NameRefusal>> {
  const name = checkName(input.name, MAX_NAME_LENGTH);
  if (!name.ok) return name;
  if (name.value === '') return refuse({ kind: 'bad_name', message: 'a device has a name' });
  const connection = await deps.appGrants.findAppGrant(userId, appGrantId);
  if (connection === null || connection.kind !== kind.name) return noSuchConnection(appGrantId);
  const random = idempotentSecret === undefined ? deps.random : derivedRandom(idempotentSecret);
  return await issueDevice({ ...deps, random }, kind, { connection, name: name.value });
}
