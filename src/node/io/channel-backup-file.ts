import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from '../../system/data-folder.ts';
import type { ChannelBackupFile } from '../keep-channel-backup.ts';

/**
 * The name of the file with the channel backup. It is in the data folder, so that every copy of
 * that folder includes it.
 */
const FILE = 'channels.backup';

export function openChannelBackupFile(dataFolder: DataFolder): ChannelBackupFile {
  const path = join(dataFolder.path, FILE);
  return {
    path,
    replace: (bytes) => dataFolder.replace(FILE, bytes),
    async read() {
      try {
        return { bytes: await readFile(path), keptAt: (await stat(path)).mtime };
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
  };
}
