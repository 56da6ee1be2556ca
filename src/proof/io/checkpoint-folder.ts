import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckpointFolder } from '../checkpoint-store.ts';

/** The name of the folder of checkpoints, within the data folder. */
const FOLDER = 'proofs';

/** Keeps a file for each checkpoint, named by its number. The files contain nothing secret. */
export function createCheckpointFolder(dataDir: string): CheckpointFolder {
  const folder = join(dataDir, FOLDER);
  const fileOf = (epoch: bigint): string => join(folder, `${epoch}.json`);
  return {
    listEpochs: async () => {
      const names = await orNull(readdir(folder), 'ENOENT');
      const epochs = (names ?? []).flatMap((name) => {
        const digits = /^([1-9]\d{0,17})\.json$/.exec(name)?.[1];
        return digits === undefined ? [] : [BigInt(digits)];
      });
      return epochs.sort((a, b) => (a < b ? -1 : 1));
    },
    read: (epoch) => orNull(readFile(fileOf(epoch), 'utf8'), 'ENOENT'),
    write: async (epoch, text) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `.${epoch}.${process.pid}`);
      await writeFile(draft, text, { flush: true });
      // Linking a finished draft makes the file appear whole, or not at all.
      await orNull(link(draft, fileOf(epoch)), 'EEXIST');
      await rm(draft);
    },
  };
}

async function orNull<T>(work: Promise<T>, code: 'ENOENT' | 'EEXIST'): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === code) return null;
    throw error;
  }
}
