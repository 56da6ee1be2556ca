/** Stores what set-up needs to continue after it was killed. */

import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesToHex } from '../../base/hex.ts';
import type { Random } from '../../base/random.ts';
import type { BakedMacaroons } from '../../lightning/wallet-setup.ts';
import { readOrNull, writePrivately } from '../../system/data-folder.ts';
import { parseRestore, writeRestore } from '../restore-record.ts';
import type { SetupStore } from '../set-up-wallet.ts';
import {
  hasWallet,
  isFile,
  makeNodeFolder,
  readNodeRecord,
  readPassword,
  saveNodeRecord,
} from './node-files.ts';
import type { NodeFolder } from './node-folder.ts';

const PASSWORD_BYTES = 32;
const UNKNOWN_WORDS = 'The words of the wallet were given to no one yet.\n';

export interface SetupStoreOptions {
  readonly folder: NodeFolder;
  readonly network: string;
  readonly random: Random;
  /** The calls that each macaroon must allow, by gRPC method. */
  readonly calls: Readonly<Record<keyof BakedMacaroons, readonly string[]>>;
}

export function setupStore({ folder, network, random, calls }: SetupStoreOptions): SetupStore {
  const restoreFile = join(folder.path, 'restore.json');
  const unknownWordsFile = join(folder.path, 'words.unknown');
  const asideDir = join(folder.path, 'lnd.void');
  return {
    wasBegun: async () => (await readNodeRecord(folder)) !== null,
    hasWallet: () => hasWallet(folder, network),
    readPubkey: async () => (await readNodeRecord(folder))?.pubkey ?? null,
    async keepPubkey(pubkey) {
      const record = await readNodeRecord(folder);
      if (record === null) throw new Error('LND has run without a record');
      await saveNodeRecord(folder, { ...record, pubkey });
    },
    readPassword: () => readPassword(folder),
    async ensurePassword() {
      const present = await readPassword(folder);
      if (present !== null) return present;
      const password = bytesToHex(random.bytes(PASSWORD_BYTES));
      await makeNodeFolder(folder);
      await writePrivately(folder.passwordFile, password);
      return password;
    },
    hasMacaroons: async () =>
      (await allows(folder.macaroonFile, calls.payments)) &&
      (await allows(folder.chainMacaroonFile, calls.chain)) &&
      (await allows(folder.managementMacaroonFile, calls.management)),
    keepChainMacaroon: (macaroon) => writePrivately(folder.chainMacaroonFile, macaroon),
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

/**
 * Whether a macaroon allows these calls, which it names in plain text. A macaroon that an earlier
 * version of Satchel has baked may lack some of them.
 */
async function allows(file: string, calls: readonly string[]): Promise<boolean> {
  const macaroon = await readFile(file).catch(() => null);
  return macaroon !== null && calls.every((call) => macaroon.includes(call));
}
