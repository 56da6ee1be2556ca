import { open } from 'node:fs/promises';

/** What was created or renamed in the folder outlives a power cut from then on. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
