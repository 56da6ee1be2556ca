import type { AppGrant, AppGrantKind } from '../authorization/app-grant.ts';
import type { Budget } from '../authorization/budget.ts';
import type { Scope } from '../authorization/scope.ts';

/** How an app is connected without OAuth. */
export type ConnectionKindName = Exclude<AppGrantKind, 'app'>;

/** An app grant without OAuth, as its user wishes it. */
export interface NewConnection {
  readonly id: string;
  readonly userId: string;
  readonly kind: ConnectionKindName;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null for one that may spend all that its user has. */
  readonly budget: Budget | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

/** One key or password with which a connection is used: a phone, a computer, a website. */
export interface Device {
  readonly id: string;
  readonly appGrantId: string;
  readonly name: string;
  readonly createdAt: Date;
  /** To the minute; null if never used. */
  readonly lastUsedAt: Date | null;
}

export type NewDevice = Omit<Device, 'lastUsedAt'>;

/** Port: app grants without OAuth, and their devices. */
export interface ConnectionStore {
  /**
   * With its budget: neither ever stands without the other. A repeat leaves both as they are by
   * then. A user has up to MAX_APP_CONNECTIONS that are not revoked.
   */
  addConnection(connection: NewConnection): Promise<AddConnectionOutcome>;
  /** A live connection has up to MAX_DEVICES. */
  addDevice(userId: string, device: NewDevice): Promise<AddDeviceOutcome>;
  /** Devices that have not ended, newest first; none for another user's connection. */
  listDevices(userId: string, appGrantId: string): Promise<readonly Device[]>;
  /** The device is refused from this moment. False when the user has no such live device. */
  endDevice(userId: string, deviceId: string, at: Date): Promise<boolean>;
}

export type AddConnectionOutcome =
  | { readonly kind: 'added'; readonly connection: AppGrant }
  /** One with this id exists already; null if it is revoked. */
  | { readonly kind: 'repeated'; readonly connection: AppGrant | null }
  | { readonly kind: 'too_many' };

export type AddDeviceOutcome =
  | { readonly kind: 'added'; readonly device: Device }
  /** One with this id exists already; null if it has ended. */
  | { readonly kind: 'repeated'; readonly device: Device | null }
  | { readonly kind: 'too_many' }
  /** The connection is revoked, or another user's. */
  | { readonly kind: 'gone' };
