/** Port: how large the database is. */
export interface TableSizeStore {
  /** Largest first. */
  listTableSizes(limit: number): Promise<readonly TableSize[]>;
}

export interface TableSize {
  readonly name: string;
  /** Bytes of the table with its indexes. */
  readonly bytes: bigint;
  /** As the database estimates them; null before it has counted. */
  readonly rows: bigint | null;
}
