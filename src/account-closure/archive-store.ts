/** Port: what the service keeps about a user, for their archive. No secret is in it. */
export interface ArchiveStore {
  /** Reads a user; null when there is no such one. */
  readPerson(userId: string): Promise<ArchivedPerson | null>;
  /** Lists a part that may be long, in the order of its keys; begin after `null`. */
  listPart(part: ArchivePart, range: ArchiveRange): Promise<readonly ArchiveRow[]>;
}

export interface ArchivedPerson {
  /** The text of a JSON object. */
  readonly body: string;
  /** The number of the newest record. */
  readonly lastSeq: bigint;
}

export const ARCHIVE_PARTS = ['notes', 'unpaid_invoices', 'failed_payments'] as const;
export type ArchivePart = (typeof ARCHIVE_PARTS)[number];

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
