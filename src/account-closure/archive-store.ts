/** Port: what the service keeps about a user, for their archive. No secret is in it. */
export interface ArchiveStore {
  /** Reads a user; null when there is no such one. */
  readPerson(userId: string): Promise<ArchivedPerson | null>;
  /** Parts that may be long. */
  readonly parts: readonly ArchivePart[];
}

export interface ArchivePart {
  /** The name of the part in the file. */
  readonly name: string;
  /** Lists rows in the order of their keys; begin after `null`. */
  listRows(range: ArchiveRange): Promise<readonly ArchiveRow[]>;
}

export interface ArchivedPerson {
  /** The text of a JSON object. */
  readonly body: string;
  /** The number of the newest record. */
  readonly lastSeq: bigint;
}

export interface ArchiveRange {
  readonly userId: string;
  readonly after: ArchiveKey | null;
  readonly limit: number;
}

/** The key of a row, after which a list goes on. */
export interface ArchiveKey {
  readonly at: string;
  readonly id: string;
}

export interface ArchiveRow {
  readonly key: ArchiveKey;
  /** The text of a JSON object. */
  readonly body: string;
}
