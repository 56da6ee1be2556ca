import type { AppGrant } from '../authorization/app-grant.ts';
import type { ConnectionKindName, Device } from './connection-store.ts';

/** Port: a protocol over which apps are connected without OAuth, while it is switched on. */
export interface ConnectionKind<Secret extends DeviceSecret = DeviceSecret> {
  readonly name: ConnectionKindName;
  /**
   * Writes what proves a device. For the same device and seed again, it changes nothing and answers
   * the same.
   */
  issue(order: IssueOrder): Promise<Secret>;
}

export interface IssueOrder {
  readonly connection: AppGrant;
  readonly device: Device;
  /** Secret bytes, 32 of them, from which all that the app gets follows. They are not stored. */
  readonly seed: Uint8Array;
}

/** A secret that an app gets; it is shown once. */
export interface DeviceSecret {
  /** An address that apps read, as text and as a QR code. */
  readonly link: string;
}
