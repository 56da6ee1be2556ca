import type { NwcKey } from '../../../src/apps/nwc-keys/nwc-key-store.ts';
import type { Scope } from '../../../src/authorization/scope.ts';
import type { NewRequest } from '../../../src/nwc/nwc-request-store.ts';

/** Connections of apps, their keys, and what they asked for over Nostr Wallet Connect. */
export interface AppMemory {
  /** By the id of the grant. */
  readonly grants: Map<string, ConnectionRow>;
  /** Ids of grants by those of their devices. */
  readonly devices: Map<string, string>;
  /** By the key of the app. */
  readonly keys: Map<string, NwcKey>;
  /** By the id of the event. */
  readonly requests: Map<string, RequestRow>;
}

export interface ConnectionRow {
  readonly userId: string;
  /** Null once it is revoked. */
  readonly scopes: ReadonlySet<Scope> | null;
}

/** As in the table: without an answer it has a lease, or waits for its payment. */
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
