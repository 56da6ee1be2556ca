import type { AppGrant } from '../authorization/app-grant.ts';
import type { ConnectionKindName, Device } from './connection-store.ts';

/**
 * Port: a protocol that connects apps without OAuth. A protocol that is switched off has no object
 * of this type.
 */
export interface ConnectionKind<Secret extends DeviceSecret = DeviceSecret> {
  readonly name: ConnectionKindName;
  /**
   * Makes and stores the key or password of a device. A repeated call with the same device and the
   * same `seed`, from which the secret is derived, changes nothing and returns the same secret.
   */
  issue(order: IssueOrder): Promise<Secret>;
}

export interface IssueOrder {
  readonly connection: AppGrant;
  readonly device: Device;
  /** 32 secret bytes, from which everything that the app gets is derived. They are not stored. */
  readonly seed: Uint8Array;
}

/** What an app gets to act as a device of the connection. It is shown once. */
export interface DeviceSecret {
  /** The connection as one link, which apps read as text or from a QR code. */
  readonly link: string;
}
