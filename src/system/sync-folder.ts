import { open } from 'node:fs/promises';

/** Makes sure that what was created or renamed in a folder outlives a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
