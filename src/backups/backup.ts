import type { BooksReport } from '../ledger/books/books-store.ts';

/**
 * The parts of a backup, in the order in which they are written: manifest, tables with their rows,
 * sequences.
 */
export type BackupPart =
  | { readonly kind: 'manifest'; readonly manifest: BackupManifest }
  | { readonly kind: 'table'; readonly table: string; readonly columns: readonly string[] }
  /** Rows of the table, as whole lines in COPY's text format. */
  | { readonly kind: 'rows'; readonly bytes: Uint8Array }
  | { readonly kind: 'rows_end'; readonly count: number }
  | { readonly kind: 'sequences'; readonly sequences: Readonly<Record<string, string>> };

export interface BackupManifest {
  /** The time of the data that the backup holds. */
  readonly taken_at: string;
  readonly migrations: readonly {
    readonly version: number;
    readonly name: string;
    readonly checksum: string;
  }[];
  /**
   * The revision of the SQL functions that wrote the rows. Backups from before release 0.1 have
   * none.
   */
  readonly function_revision?: number;
  /** The node that the database belongs to; null before the first start. */
  readonly node: { readonly network: string; readonly pubkey: string } | null;
  /**
   * A fingerprint of the secret key that fits, which reveals nothing else about it; null before the
   * first start.
   */
  readonly secret_key_fingerprint: string | null;
  /** The secret key itself, in hex; null where it was left out. */
  readonly secret_key: string | null;
  /**
   * The newest backup of the node's channels, in base64 and encrypted by LND, for a node that we
   * run. Earlier backups have none.
   */
  readonly channel_backup?: string | null;
}

/** What a backup contains beside the database. */
export interface BackedUpFiles {
  /** The secret key in hex; null where it is left out. */
  readonly secretKey: string | null;
  readonly channelBackup: Uint8Array | null;
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
  /**
   * The file into which the backup's copy of the node's channels was written; null if it had none.
   */
  readonly channelBackup: string | null;
}

/** The ending of a backup's name, so that an encrypted backup does not pass for a file of gzip. */
export const backupEnding = ({ keyFile }: { readonly keyFile: string | null }): string =>
  keyFile === null ? 'backup.gz' : 'backup.sealed';
