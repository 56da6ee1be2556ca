/** Port: what the service keeps about a user, for their archive. No secret is in it. */
export interface ArchiveStore {
  /** Null when there is no such user. */
  readPerson(userId: string): Promise<ArchivedPerson | null>;
  /** What may be long. */
  readonly parts: readonly ArchivePart[];
}

export interface ArchivePart {
  /** As the file names it. */
  readonly name: string;
  /** In the order of their keys; begin after `null`. */
  listRows(range: ArchiveRange): Promise<readonly ArchiveRow[]>;
}

export interface ArchivedPerson {
  /** Text of a JSON object. */
  readonly body: string;
  /** Number of the newest record. */
  readonly lastSeq: bigint;
}

export interface ArchiveRange {
  readonly userId: string;
  readonly after: ArchiveKey | null;
  readonly limit: number;
}

/** Where a list goes on. */
export interface ArchiveKey {
  readonly at: string;
  readonly id: string;
}

export interface ArchiveRow {
  readonly key: ArchiveKey;
  /** Text of a JSON object. */
  readonly body: string;
}
