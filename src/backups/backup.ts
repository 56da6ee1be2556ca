import type { BooksReport } from '../ledger/books/books-store.ts';

/**
 * The parts of a backup, in the order in which they are written: manifest, tables with their rows,
 * sequences.
 */
export type BackupPart =
  | { readonly kind: 'manifest'; readonly manifest: BackupManifest }
  | { readonly kind: 'table'; readonly table: string; readonly columns: readonly string[] }
  /** Rows of the table that came before them, as whole lines in the text format of COPY. */
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
   * A fingerprint that tells which secret key fits this database, and reveals nothing else about
   * the key; null before the first start.
   */
  readonly secret_key_fingerprint: string | null;
  /** The secret key itself, in hex; null where it was left out. */
  readonly secret_key: string | null;
  /**
   * The key that `secret_key` replaces, in hex, if the backup was made while the key was being
   * replaced; null otherwise, and where keys were left out. Older backups lack the field.
   */
  readonly old_secret_key?: string | null;
  /**
   * The newest backup of the node's channels, in base64 and encrypted by LND. Only a node that this
   * service runs has one. Null if there was none; older backups lack the field.
   */
  readonly channel_backup?: string | null;
}

/** What a backup contains beside the database. */
export interface BackedUpFiles {
  /** The service's secret key in hex; null if the backup is made without it. */
  readonly secretKey: string | null;
  /** The key that it replaces, while that is under way; null otherwise. */
  readonly oldSecretKey: string | null;
  readonly channelBackup: Uint8Array | null;
}

/** The result of writing a backup to a file. */
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
   * The file to which restoring has written the node's channel backup, which was a part of the
   * backup; null if the backup contains none.
   */
  readonly channelBackup: string | null;
}

/**
 * The ending of a backup's file name. Encrypted backups have another one, so that no one takes them
 * for gzip files.
 */
export const backupEnding = ({ keyFile }: { readonly keyFile: string | null }): string =>
  keyFile === null ? 'backup.gz' : 'backup.sealed';
