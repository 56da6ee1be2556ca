/** Port: further facts about a user's endpoints. Deleted ones are gone. */
export interface EndpointStatsStore {
  /** By endpoint. */
  countDeliveries(userId: string): Promise<ReadonlyMap<string, DeliveryCounts>>;
  /** Of all the user's endpoints, including expired secrets as long as they are kept. */
  readSecrets(userId: string): Promise<readonly StoredSecret[]>;
}

/** Each up to MAX_COUNTED_DELIVERIES. */
export interface DeliveryCounts {
  readonly pending: number;
  /** Given up, or never sent because the endpoint was disabled. */
  readonly missed: number;
}

export interface StoredSecret {
  readonly endpointId: string;
  readonly sealed: Uint8Array;
  /** Null for the current one. */
  readonly validUntil: Date | null;
}
