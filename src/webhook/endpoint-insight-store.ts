/** Port: what a user sees of his endpoints beside themselves. Those that were deleted are gone. */
export interface EndpointInsightStore {
  /** By endpoint. */
  countDeliveries(userId: string): Promise<ReadonlyMap<string, DeliveryCounts>>;
  /** Of all his endpoints; those too that are over, as long as they are kept. */
  readSecrets(userId: string): Promise<readonly StoredSecret[]>;
}

/** Each up to MAX_COUNTED_DELIVERIES. */
export interface DeliveryCounts {
  readonly pending: number;
  /** Given up, or never sent as the endpoint was disabled. */
  readonly missed: number;
}

export interface StoredSecret {
  readonly endpointId: string;
  readonly sealed: Uint8Array;
  /** Null for the current one. */
  readonly validUntil: Date | null;
}
