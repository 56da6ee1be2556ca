import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { accept, refuse } from '../../src/base/result.ts';
import type { NodeRestore, WalletSetup } from '../../src/lightning/wallet-setup.ts';
import { makeNodeFolder, saveNodeRecord } from '../../src/managed-lnd/io/node-files.ts';
import { type NodeFolder, walletFile } from '../../src/managed-lnd/io/node-folder.ts';

/** Ends a set-up like `kill -9`: none of its later steps happen. */
export class Killed extends Error {}

/** What LND has on its disk, in place of its database. */
interface Wallet {
  readonly words: readonly string[];
  readonly password: string;
  readonly pubkey: string;
  readonly state: 'half_made' | 'no_root_key' | 'whole';
  /** The generation of valid macaroons; those of earlier generations are void. */
  readonly generation: number;
  /** What LND was told to restore when the wallet was last opened. */
  readonly restore: NodeRestore | null;
}

export interface FakeLndDisk {
  read(): Wallet | null;
}

export interface FakeSetupOptions {
  readonly folder: NodeFolder;
  /** Called with the name of each step of the set-up. It may throw. */
  readonly step: (name: string) => void;
  /** The state in which a kill leaves a wallet that is being made. */
  readonly killedAs?: Wallet['state'];
}

/** The number of wallets that were begun in this process, from which their seed words follow. */
let drawn = 0;

export const fakeDisk = (folder: NodeFolder): FakeLndDisk => {
  const file = walletFile(folder, 'regtest');
  return {
    read: () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null),
  };
};

/** Starts an LND in memory whose wallet is a file. */
export async function startFakeSetup(options: FakeSetupOptions): Promise<WalletSetup> {
  const { folder, step } = options;
  const file = walletFile(folder, 'regtest');
  const disk = fakeDisk(folder);
  const write = (wallet: Wallet): void => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(wallet));
  };
  await makeNodeFolder(folder);
  const ports = { rest: 1, rpc: 2 };
  if (!existsSync(folder.recordFile)) {
    const record = { network: 'regtest', lndVersion: '0.21.3', ports, pubkey: null };
    await saveNodeRecord(folder, record);
  }
  step('start');
  let isOpen = false;
  let isRunning = true;
  const use = (): Wallet => {
    const wallet = disk.read();
    assert(isRunning && isOpen && wallet !== null, 'the wallet is not open');
    return wallet;
  };
  const adminOf = ({ pubkey, generation }: Wallet): string => `admin ${pubkey} ${generation}`;
  return {
    async makeWords() {
      step('makeWords');
      drawn += 1;
      return Array.from({ length: 24 }, (_, index) => `word${drawn}x${index + 1}`);
    },
    async makeWallet({ words, password, restore }) {
      assert.equal(disk.read(), null, 'LND makes one wallet');
      assert(password.length >= 8);
      if (words.includes('wrong')) return refuse({ kind: 'misfit' });
      const wallet = { words, password, restore, pubkey: pubkeyOf(words), generation: 1 };
      const { killedAs = 'whole' } = options;
      write({ ...wallet, state: killedAs });
      step('makeWallet');
      const made: Wallet = { ...wallet, state: 'whole' };
      write(made);
      isOpen = true;
      return accept(adminOf(made));
    },
    async renewAdmin(password) {
      step('renewAdmin');
      const wallet = disk.read();
      assert(wallet !== null && !isOpen);
      if (wallet.state !== 'whole') return refuse({ kind: wallet.state });
      if (wallet.password !== password) return refuse({ kind: 'wrong_password' });
      const renewed = { ...wallet, generation: wallet.generation + 1, restore: null };
      write(renewed);
      isOpen = true;
      return accept(adminOf(renewed));
    },
    async unlock(password, restore) {
      step('unlock');
      const wallet = disk.read();
      assert(wallet !== null && !isOpen && wallet.state !== 'half_made');
      assert.equal(wallet.password, password);
      write({ ...wallet, state: 'whole', restore });
      isOpen = true;
    },
    async untilCallable() {
      step('untilCallable');
      use();
    },
    async bake(admin) {
      step('bake');
      assert.equal(admin, adminOf(use()));
      const bake = (key: number) => Buffer.from(`/calls ${key} ${use().generation}`);
      return { payments: bake(1), management: bake(2), chain: bake(3) };
    },
    async pubkey(admin) {
      step('pubkey');
      assert.equal(admin, adminOf(use()));
      return use().pubkey;
    },
    async isBackupOfWallet(_admin, channelBackup) {
      return Buffer.from(channelBackup).toString() === `backup of ${use().pubkey}`;
    },
    async untilRestored(admin) {
      step('untilRestored');
      assert.equal(admin, adminOf(use()));
      assert(use().restore !== null, 'LND looks for nothing');
      writeFileSync(join(folder.path, 'restored'), JSON.stringify(use().restore));
    },
    async end() {
      isRunning = false;
    },
  };
}

export const pubkeyOf = (words: readonly string[]): string => `02${words.join('')}`;
