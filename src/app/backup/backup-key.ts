import { readFile } from 'node:fs/promises';
import { ConfigError } from '../../config/config-error.ts';
import { secretKeyHex } from '../../config/forms.ts';

/** Reads the key with which backups are encrypted; null if the operator configured none. */
export async function readBackupKey(keyFile: string | null): Promise<Uint8Array | null> {
  if (keyFile === null) return null;
  const text = await readFile(keyFile, 'utf8').catch((error: unknown) => {
    const complaint = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`SATCHEL_BACKUP_KEY_FILE cannot be read: ${complaint}`]);
  });
  const key = secretKeyHex.parse(text.trim());
  if (key !== undefined) return key;
  throw new ConfigError([`SATCHEL_BACKUP_KEY_FILE must hold ${secretKeyHex.accepted}`]);
}
