/** Port: counts and secrets of a user's endpoints. Deleted endpoints have none. */
export interface EndpointStatsStore {
  /** Counts deliveries of a user by endpoint. */
  countDeliveries(userId: string): Promise<ReadonlyMap<string, DeliveryCounts>>;
  /** Reads the secrets of all endpoints of a user, also expired ones that were not removed yet. */
  readSecrets(userId: string): Promise<readonly StoredSecret[]>;
}

/** Numbers of deliveries, each counted up to MAX_COUNTED_DELIVERIES. */
export interface DeliveryCounts {
  readonly pending: number;
  /** Deliveries that were given up, or never sent because the endpoint was disabled. */
  readonly missed: number;
}

export interface StoredSecret {
  readonly endpointId: string;
  readonly sealed: Uint8Array;
  /** The time until which a replaced secret signs; null for the current one. */
  readonly validUntil: Date | null;
}
