/** Port: how large the database is, and what that asks of its server. */
export interface TableSizeStore {
  /** Lists sizes of tables, largest first. */
  listTableSizes(limit: number): Promise<readonly TableSize[]>;
  /** Lists settings of the server that are too small for the size of the database. */
  listOutgrownSettings(): Promise<readonly OutgrownSetting[]>;
}

/** A setting of the database server that is too small for the size of the database. */
export interface OutgrownSetting {
  readonly name: string;
  /** The value as the server writes it, such as `1GB` or `off`. */
  readonly value: string;
  /** The smallest advised value, written in the same way. */
  readonly advised: string;
}

export interface TableSize {
  readonly name: string;
  /** The bytes that the table takes, with its indexes. */
  readonly bytes: bigint;
  /** The number of rows as the database estimates it; null before its first estimate. */
  readonly rows: bigint | null;
}
