import type { AppGrant, AppGrantKind } from '../authorization/app-grant.ts';
import type { Budget } from '../authorization/budget.ts';
import type { Scope } from '../authorization/scope.ts';

/** Protocols by which apps are connected without OAuth. */
export type ConnectionKindName = Exclude<AppGrantKind, 'app'>;

/** The connection of an app without OAuth, as its user wishes it. */
export interface NewConnection {
  readonly id: string;
  readonly userId: string;
  readonly kind: ConnectionKindName;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** How much the connection may spend; null for all that its user has. */
  readonly budget: Budget | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

/** A key or password with which a connection is used: on a phone, a computer or a website. */
export interface Device {
  readonly id: string;
  readonly appGrantId: string;
  readonly name: string;
  readonly createdAt: Date;
  /** The time of the last use, to the minute; null if there was none. */
  readonly lastUsedAt: Date | null;
}

export type NewDevice = Omit<Device, 'lastUsedAt'>;

/** Port: apps that are connected without OAuth, and their devices. */
export interface ConnectionStore {
  /**
   * Adds a connection together with its budget. A repeat changes neither. A user has up to
   * MAX_APP_CONNECTIONS that are not revoked.
   */
  addConnection(connection: NewConnection): Promise<AddConnectionOutcome>;
  /** Adds a device to a connection, which has up to MAX_DEVICES. */
  addDevice(userId: string, device: NewDevice): Promise<AddDeviceOutcome>;
  /**
   * Lists the devices of a connection that have not ended, newest first; none for another user's.
   */
  listDevices(userId: string, appGrantId: string): Promise<readonly Device[]>;
  /**
   * Ends a device, which is refused from this moment. False when the user has no such device in
   * use.
   */
  endDevice(userId: string, deviceId: string, at: Date): Promise<boolean>;
}

export type AddConnectionOutcome =
  | { readonly kind: 'added'; readonly connection: AppGrant }
  /** A connection with this id existed already; null if it is revoked by now. */
  | { readonly kind: 'repeated'; readonly connection: AppGrant | null }
  | { readonly kind: 'too_many' };

export type AddDeviceOutcome =
  | { readonly kind: 'added'; readonly device: Device }
  /** A device with this id existed already; null if it has ended by now. */
  | { readonly kind: 'repeated'; readonly device: Device | null }
  | { readonly kind: 'too_many' }
  /** The connection is revoked, or another user's. */
  | { readonly kind: 'gone' };
