/** What a backup is made of, in this order: manifest, tables with their rows, sequences. */
export type BackupPart =
  | { readonly kind: 'manifest'; readonly manifest: BackupManifest }
  | { readonly kind: 'table'; readonly table: string; readonly columns: readonly string[] }
  /** Whole lines of COPY's text format. */
  | { readonly kind: 'rows'; readonly bytes: Uint8Array }
  | { readonly kind: 'rows_end'; readonly count: number }
  | { readonly kind: 'sequences'; readonly sequences: Readonly<Record<string, string>> };

export interface BackupManifest {
  /** When its state was that of the database. */
  readonly taken_at: string;
  readonly migrations: readonly {
    readonly version: number;
    readonly name: string;
    readonly checksum: string;
  }[];
  /** Of the functions that wrote its rows. Absent in backups from before release 0.1. */
  readonly function_revision?: number;
  /** Null before the first start. */
  readonly node: { readonly network: string; readonly pubkey: string } | null;
  /** Tells which secret key fits, and nothing else of it; null before the first start. */
  readonly secret_key_fingerprint: string | null;
  /** The key itself, in hex, unless it was left out. */
  readonly secret_key: string | null;
}
