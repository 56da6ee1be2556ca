import type { BooksReport } from '../ledger/books/books-store.ts';

/** The parts of a backup, in this order: manifest, tables with their rows, sequences. */
export type BackupPart =
  | { readonly kind: 'manifest'; readonly manifest: BackupManifest }
  | { readonly kind: 'table'; readonly table: string; readonly columns: readonly string[] }
  /** Whole lines in COPY's text format. */
  | { readonly kind: 'rows'; readonly bytes: Uint8Array }
  | { readonly kind: 'rows_end'; readonly count: number }
  | { readonly kind: 'sequences'; readonly sequences: Readonly<Record<string, string>> };

export interface BackupManifest {
  /** The time of the database state that the backup holds. */
  readonly taken_at: string;
  readonly migrations: readonly {
    readonly version: number;
    readonly name: string;
    readonly checksum: string;
  }[];
  /**
   * The revision of the functions that wrote the rows. Backups from before release 0.1 have none.
   */
  readonly function_revision?: number;
  /** The node of the database; null before the first start. */
  readonly node: { readonly network: string; readonly pubkey: string } | null;
  /**
   * A mark that shows which secret key fits, and reveals nothing else about it; null before the
   * first start.
   */
  readonly secret_key_fingerprint: string | null;
  /** The secret key itself, in hex, unless omitted. */
  readonly secret_key: string | null;
}

/** A backup in a file, as it was written. */
export interface WrittenBackup {
  readonly tables: number;
  readonly rows: number;
  readonly takenAt: string;
  readonly sha256: string;
  readonly hasSecretKey: boolean;
}

export interface RestoredBackup {
  readonly manifest: BackupManifest;
  readonly tables: number;
  readonly rows: number;
  readonly books: BooksReport;
}

/** The ending of a backup's name: an encrypted one does not pass for a file of gzip. */
export const backupEnding = ({ keyFile }: { readonly keyFile: string | null }): string =>
  keyFile === null ? 'backup.gz' : 'backup.sealed';
