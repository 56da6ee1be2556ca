/** Port: what this service has ordered of its node, and what else is known to have left it. */
export interface NodeLedgerStore {
  readWatch(nodePubkey: string): Promise<LedgerWatch>;
  /** Begins the watch: all these entries, and all blocks up to the height, count as known. */
  begin(nodePubkey: string, height: number, entries: readonly LedgerEntry[]): Promise<void>;
  /** Stores up to which block all that the wallet has spent is known. It never goes back. */
  moveHeight(nodePubkey: string, height: number): Promise<void>;
  /** Ends the watch: what leaves until it begins again counts as known. */
  end(nodePubkey: string): Promise<void>;
  /** Finds those entries that are known: this service has ordered them, or they were noted. */
  findKnown(entries: readonly LedgerEntry[]): Promise<ReadonlySet<string>>;
  /**
   * Finds which of these withdrawals, named by the identifier in a label, the database has with an
   * unknown outcome.
   */
  findUnknownWithdrawals(identifiers: readonly string[]): Promise<ReadonlySet<string>>;
  /** Finds which of these funding outputs belong to channels that operators have opened here. */
  findOpened(channelPoints: readonly string[]): Promise<ReadonlySet<string>>;
  /** Lists the newest orders to open a channel whose outcome is not stored, newest first. */
  listBegunOpenings(limit: number): Promise<readonly BegunOpening[]>;
  /**
   * Notes entries that no one has ordered here, and with `stop` stops all payments until an
   * operator allows them again. Both happen once per entry. Returns the subjects that are new.
   */
  noteStrange(entries: readonly LedgerEntry[], stop: string | null): Promise<ReadonlySet<string>>;
}

export interface LedgerWatch {
  /** Up to which block all is known; null before the first look. */
  readonly height: number | null;
  /** Whether the database has gone back, so that it may lack what this service has ordered. */
  readonly hasGoneBack: boolean;
}

export interface LedgerEntry {
  readonly kind: 'transaction' | 'close';
  /** The id of a transaction, or the funding output of a channel as `txid:index`. */
  readonly subject: string;
}

export interface BegunOpening {
  readonly peerPubkey: string;
  readonly amountSat: bigint;
}
