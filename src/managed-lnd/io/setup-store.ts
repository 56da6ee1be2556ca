/** Keeps what set-up needs to go on after it was killed. */

import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesToHex } from '../../base/hex.ts';
import type { Random } from '../../base/random.ts';
import { removeSuffix } from '../../base/text.ts';
import { readOrNull, writePrivately } from '../../system/data-folder.ts';
import { parseRestore, writeRestore } from '../restore-record.ts';
import type { SetupStore } from '../set-up-wallet.ts';
import { hasWallet, isFile, makeNodeFolder, readNodeRecord, saveNodeRecord } from './node-files.ts';
import type { NodeFolder } from './node-folder.ts';

const PASSWORD_BYTES = 32;
const UNKNOWN_WORDS = 'The words of the wallet were given to no one yet.\n';

export interface SetupStoreOptions {
  readonly folder: NodeFolder;
  readonly network: string;
  readonly random: Random;
  /** What the macaroons have to allow, by the gRPC names of the calls. */
  readonly calls: { readonly payments: readonly string[]; readonly management: readonly string[] };
}

export function setupStore({ folder, network, random, calls }: SetupStoreOptions): SetupStore {
  const restoreFile = join(folder.path, 'restore.json');
  const unknownWordsFile = join(folder.path, 'words.unknown');
  const asideDir = join(folder.path, 'lnd.void');
  // LND takes line ends off the file too, which an editor may have added.
  const readPassword = async () => {
    const text = await readOrNull(folder.passwordFile);
    return text === null ? null : removeSuffix(text, '\r\n');
  };
  return {
    wasBegun: async () => (await readNodeRecord(folder)) !== null,
    hasWallet: () => hasWallet(folder, network),
    readPubkey: async () => (await readNodeRecord(folder))?.pubkey ?? null,
    async keepPubkey(pubkey) {
      const record = await readNodeRecord(folder);
      if (record === null) throw new Error('LND has run without a record');
      await saveNodeRecord(folder, { ...record, pubkey });
    },
    readPassword,
    async ensurePassword() {
      const present = await readPassword();
      if (present !== null) return present;
      const password = bytesToHex(random.bytes(PASSWORD_BYTES));
      await makeNodeFolder(folder);
      await writePrivately(folder.passwordFile, password);
      return password;
    },
    hasMacaroons: async () =>
      (await allows(folder.macaroonFile, calls.payments)) &&
      (await allows(folder.managementMacaroonFile, calls.management)),
    keepManagementMacaroon: (macaroon) => writePrivately(folder.managementMacaroonFile, macaroon),
    keepMacaroon: (macaroon) => writePrivately(folder.macaroonFile, macaroon),
    dropMacaroon: () => rm(folder.macaroonFile, { force: true }),
    async readRestore() {
      const text = await readOrNull(restoreFile);
      return text === null ? null : parseRestore(text);
    },
    async keepRestore(restore) {
      if (restore === null) await rm(restoreFile, { force: true });
      else await writePrivately(restoreFile, writeRestore(restore));
    },
    hasUnknownWords: () => isFile(unknownWordsFile),
    async setUnknownWords(isUnknown) {
      if (isUnknown) await writePrivately(unknownWordsFile, UNKNOWN_WORDS);
      else await rm(unknownWordsFile, { force: true });
    },
    async setAside() {
      await rm(asideDir, { recursive: true, force: true });
      await rename(folder.lndDir, asideDir);
      await makeNodeFolder(folder);
      return asideDir;
    },
  };
}

/** A macaroon names what it allows in plain text. One of an earlier Satchel may lack some of it. */
async function allows(file: string, calls: readonly string[]): Promise<boolean> {
  const macaroon = await readFile(file).catch(() => null);
  return macaroon !== null && calls.every((call) => macaroon.includes(call));
}
