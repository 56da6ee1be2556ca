import type { NwcKey } from '../../../src/apps/nwc-keys/nwc-key-store.ts';
import type { Scope } from '../../../src/authorization/scope.ts';
import type { NewRequest } from '../../../src/nwc/nwc-request-store.ts';

/** Connections of apps, their keys, and their requests over Nostr Wallet Connect. */
export interface AppMemory {
  /** Connections, by the id of the grant. */
  readonly grants: Map<string, ConnectionRow>;
  /** Ids of grants, by the ids of their devices. */
  readonly devices: Map<string, string>;
  /** Keys, by the public key of the app. */
  readonly keys: Map<string, NwcKey>;
  /** Requests, by the id of the event. */
  readonly requests: Map<string, RequestRow>;
}

export interface ConnectionRow {
  readonly userId: string;
  /** The scopes of the connection; null once it is revoked. */
  readonly scopes: ReadonlySet<Scope> | null;
}

/**
 * A request, with the columns of the table. If it has no answer, it has a lease or waits for its
 * payment.
 */
export interface RequestRow extends Omit<NewRequest, 'leaseMs'> {
  readonly attempts: number;
  readonly leaseUntil: Date | null;
  readonly paymentId: string | null;
  readonly answer: string | null;
  readonly answeredAt: Date | null;
  readonly answeredBy: string | null;
}

export const newAppMemory = (): AppMemory => ({
  grants: new Map(),
  devices: new Map(),
  keys: new Map(),
  requests: new Map(),
});
