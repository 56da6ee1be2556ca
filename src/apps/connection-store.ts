import type { AppGrant, AppGrantKind } from '../authorization/app-grant.ts';
import type { Budget } from '../authorization/budget.ts';
import type { Scope } from '../authorization/scope.ts';

/** Protocols by which apps are connected without OAuth. */
export type ConnectionKindName = Exclude<AppGrantKind, 'app'>;

/** A connection of an app without OAuth, as its user wants it. */
export interface NewConnection {
  readonly id: string;
  readonly userId: string;
  readonly kind: ConnectionKindName;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** How much the connection may spend; null for no limit but the user's balance. */
  readonly budget: Budget | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

/** A key or password with which one phone, computer or website uses a connection. */
export interface Device {
  readonly id: string;
  readonly appGrantId: string;
  readonly name: string;
  readonly createdAt: Date;
  /** When the device was last used, to the minute; null if it was not used yet. */
  readonly lastUsedAt: Date | null;
}

export type NewDevice = Omit<Device, 'lastUsedAt'>;

/** Port: apps that are connected without OAuth, and their devices. */
export interface ConnectionStore {
  /**
   * Adds a connection together with its budget. A repeat changes nothing. A user can have up to
   * MAX_APP_CONNECTIONS connections that are not revoked.
   */
  addConnection(connection: NewConnection): Promise<AddConnectionOutcome>;
  /** Adds a device to a connection, which can have up to MAX_DEVICES of them. */
  addDevice(userId: string, device: NewDevice): Promise<AddDeviceOutcome>;
  /**
   * Lists the devices of a connection that have not ended, newest first. Empty if the connection
   * belongs to another user.
   */
  listDevices(userId: string, appGrantId: string): Promise<readonly Device[]>;
  /** Ends a device, which is refused from then on. False if the user has no such device in use. */
  endDevice(userId: string, deviceId: string, at: Date): Promise<boolean>;
}

export type AddConnectionOutcome =
  | { readonly kind: 'added'; readonly connection: AppGrant }
  /**
   * A connection with this id already exists, as the request is a repeat. The field `connection` is
   * null if that connection was revoked.
   */
  | { readonly kind: 'repeated'; readonly connection: AppGrant | null }
  | { readonly kind: 'too_many' };

export type AddDeviceOutcome =
  | { readonly kind: 'added'; readonly device: Device }
  /**
   * A device with this id already exists, as the request is a repeat. The field `device` is null if
   * that device has ended.
   */
  | { readonly kind: 'repeated'; readonly device: Device | null }
  | { readonly kind: 'too_many' }
  /** The connection was revoked, or belongs to another user. */
  | { readonly kind: 'gone' };
