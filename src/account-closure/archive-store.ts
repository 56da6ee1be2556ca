/**
 * Port: what the service keeps about a user, for the archive that they can download. The archive
 * contains no secret.
 */
export interface ArchiveStore {
  /** Reads what is kept about a user by their id; null if no user has it. */
  readPerson(userId: string): Promise<ArchivedPerson | null>;
  /** The parts of a user's archive that may be long, and so are read a few rows at a time. */
  readonly parts: readonly ArchivePart[];
}

export interface ArchivePart {
  /** The name under which this part stands in the file of the archive. */
  readonly name: string;
  /** Lists rows of this part of the archive in the order of their keys, after the given key. */
  listRows(range: ArchiveRange): Promise<readonly ArchiveRow[]>;
}

export interface ArchivedPerson {
  /**
   * What is kept about the user themselves, such as their name and preferences, as the text of a
   * JSON object.
   */
  readonly body: string;
  /**
   * The number of the user's newest record of settled money. Each user's records are numbered in
   * order.
   */
  readonly lastSeq: bigint;
}

export interface ArchiveRange {
  readonly userId: string;
  readonly after: ArchiveKey | null;
  readonly limit: number;
}

/**
 * The key of a row in a part of the archive. Rows are read in steps: each step reads the rows that
 * follow the last key of the step before.
 */
export interface ArchiveKey {
  readonly at: string;
  readonly id: string;
}

export interface ArchiveRow {
  readonly key: ArchiveKey;
  /** A row of the archive, as the text of a JSON object. */
  readonly body: string;
}
