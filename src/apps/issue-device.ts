import type { AppGrant } from '../authorization/app-grant.ts';
import type { Clock } from '../base/clock.ts';
import { drawnUuid } from '../base/id.ts';
import { REPEATED_FORM_MS } from '../base/limits.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { AppRefusal } from './app-refusal.ts';
import type { ConnectionKind, DeviceSecret } from './connection-kind.ts';
import type { ConnectionStore, Device } from './connection-store.ts';
import { MAX_DEVICES } from './limits.ts';

export interface IssueDeviceDeps {
  readonly connections: ConnectionStore;
  readonly clock: Clock;
  /** Random bytes for the secret. A repeat of the request gets the same bytes. */
  readonly random: Random;
}

export interface AddedDevice<Secret extends DeviceSecret> {
  readonly device: Device;
  /** The secret of the device. It is shown to its user this one time. */
  readonly secret: Secret;
  /** Whether this request is a repeat of one that made the device a moment ago. */
  readonly isRepeat: boolean;
}

export type IssueDeviceRefusal = Extract<
  AppRefusal,
  { readonly kind: 'too_many_devices' | 'connection_not_found' | 'done_before' }
>;

/**
 * Adds a device to a connection and makes its secret. If the process dies before the secret is
 * stored, the device cannot be used, and a repeat of the request stores the secret.
 */
export async function issueDevice<Secret extends DeviceSecret>(
  { connections, clock, random }: IssueDeviceDeps,
  kind: ConnectionKind<Secret>,
  { connection, name }: { readonly connection: AppGrant; readonly name: string },
): Promise<Result<AddedDevice<Secret>, IssueDeviceRefusal>> {
  const createdAt = clock.now();
  const input = { id: drawnUuid(random), appGrantId: connection.id, name, createdAt };
  const seed = random.bytes(SEED_BYTES);
  const added = await connections.addDevice(connection.userId, input);
  if (added.kind === 'too_many') return refuse({ kind: 'too_many_devices', message: TOO_MANY });
  if (added.kind === 'gone') return noSuchConnection(connection.id);
  const { device } = added;
  if (device === null || createdAt.getTime() - device.createdAt.getTime() > REPEATED_FORM_MS) {
    return refuse({ kind: 'done_before', message: 'the device was added before' });
  }
  const secret = await kind.issue({ connection, device, seed });
  return accept({ device, secret, isRepeat: added.kind === 'repeated' });
}

const SEED_BYTES = 32;
const TOO_MANY = `a connection has up to ${MAX_DEVICES} devices: end one that is not used any more`;

/**
 * The refusal for an unknown connection. A connection of another user is refused in the same way,
 * so that no one learns that it exists.
 */
export const noSuchConnection = (id: string) =>
  refuse({ kind: 'connection_not_found', message: `there is no connection ${id}` } as const);
