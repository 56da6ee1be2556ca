/** Port: how large the tables of the database are. */
export interface TableSizeStore {
  /** Lists sizes of tables, largest first. */
  listTableSizes(limit: number): Promise<readonly TableSize[]>;
}

export interface TableSize {
  readonly name: string;
  /** The bytes that the table takes, with its indexes. */
  readonly bytes: bigint;
  /** Rows as the database estimates them; null before it has counted. */
  readonly rows: bigint | null;
}
