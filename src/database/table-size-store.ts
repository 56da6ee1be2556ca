/** Port: how large the tables of the database are. */
export interface TableSizeStore {
  /** Lists sizes of tables, largest first. */
  listTableSizes(limit: number): Promise<readonly TableSize[]>;
}

export interface TableSize {
  readonly name: string;
  /** The bytes that the table takes, with its indexes. */
  readonly bytes: bigint;
  /** The number of rows as the database estimates it; null before its first estimate. */
  readonly rows: bigint | null;
}
