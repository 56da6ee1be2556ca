import type { AppGrant } from '../authorization/app-grant.ts';
import type { ConnectionKindName, Device } from './connection-store.ts';

/** Port: a protocol that connects apps without OAuth, while it is switched on. */
export interface ConnectionKind<Secret extends DeviceSecret = DeviceSecret> {
  readonly name: ConnectionKindName;
  /**
   * Makes and stores what proves a device. A repeat with the same device and seed changes nothing
   * and answers the same.
   */
  issue(order: IssueOrder): Promise<Secret>;
}

export interface IssueOrder {
  readonly connection: AppGrant;
  readonly device: Device;
  /** 32 secret bytes, from which everything that the app gets is derived. They are not stored. */
  readonly seed: Uint8Array;
}

/** A secret that an app gets; it is shown once. */
export interface DeviceSecret {
  /** An address that apps read, as text or from a QR code. */
  readonly link: string;
}
