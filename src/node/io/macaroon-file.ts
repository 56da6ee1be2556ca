import { chmod, chown, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { bytesToHex } from '../../base/hex.ts';
import { readMacaroonText } from '../../lightning/macaroon.ts';
import { writePrivately } from '../../system/data-folder.ts';
import { syncFolder } from '../../system/sync-folder.ts';
import { type MacaroonFile, RotationRefused } from '../rotate-macaroons.ts';

/** Opens a file with a macaroon, as bytes or as text of hex digits. It keeps its form. */
export function openMacaroonFile(
  file: Pick<MacaroonFile, 'purpose' | 'path' | 'callsFor'>,
): MacaroonFile {
  const { path } = file;
  const read = async () => {
    const text = readMacaroonText(await readNamed(path));
    if (text === null) throw new RotationRefused(`the file ${path} is empty`);
    return text;
  };
  return {
    ...file,
    read: async () => (await read()).macaroon,
    async replace(macaroon) {
      const { isHex } = await read();
      try {
        await replaceFile(path, isHex ? asHex(macaroon) : macaroon);
      } catch (cause) {
        throw new RotationRefused(`the file ${path} cannot be replaced: ${INTO}`, { cause });
      }
    },
    async saveInto(folder, macaroon) {
      const { isHex } = await read();
      const saved = join(folder, basename(path));
      await writePrivately(saved, isHex ? asHex(macaroon) : macaroon);
      return saved;
    },
  };
}

async function readNamed(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new RotationRefused(`the file ${path} cannot be read`, { cause });
  }
}

const asHex = (macaroon: Uint8Array): string => `${bytesToHex(macaroon)}\n`;

const INTO =
  'use --into FOLDER, which saves the new macaroons there, and put them in place yourself';

/**
 * Replaces a file that the service reads, perhaps under another account than that of this command.
 * A link stays: the file that it leads to is replaced.
 */
async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const file = await realpath(path);
  const { mode, uid, gid } = await stat(file);
  const draft = `${file}.${process.pid}.new`;
  try {
    await writeFile(draft, content, { mode: 0o600, flush: true });
    await chown(draft, uid, gid);
    await chmod(draft, mode & 0o777);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dirname(file));
}
