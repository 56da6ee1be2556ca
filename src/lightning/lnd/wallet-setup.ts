/** Calls LND over REST while its wallet is created or opened. */

import type { Clock } from '../../base/clock.ts';
import { accept, refuse } from '../../base/result.ts';
import { NodeFault } from '../node-port.ts';
import type { NodeRestore, OpenRefusal, WalletSetup, WordsRefusal } from '../wallet-setup.ts';
import { SPEND_CALLS } from './chain-spending.ts';
import { CHAIN_CALLS } from './chain-wallet.ts';
import { type LndClient, openLndClient } from './client.ts';
import { type LndRefusal, refusalFault } from './lnd-answer.ts';
import { bakeMacaroon } from './macaroon-bakery.ts';
import { MANAGEMENT_CALLS } from './management.ts';
import { WANTED_CALLS } from './missing-rights.ts';
import { DEFAULT_LIMITS } from './node.ts';
import {
  bytesAsHexField,
  bytesToBase64,
  hexField,
  textList,
  uint32Field,
  type WireObject,
} from './wire-fields.ts';

export interface WalletSetupOptions {
  readonly restUrl: string;
  readonly tlsCaPem: string | null;
  readonly clock: Clock;
  /** Waits until LND reports a state that `isReached` accepts; throws when LND ends before that. */
  readonly untilState: (isReached: (state: string) => boolean) => Promise<void>;
  readonly end: () => Promise<void>;
}

/**
 * The longest wait for an answer, as making and opening a wallet takes seconds on a slow machine.
 */
const ANSWER_MS = 120_000;

/**
 * The root keys of the macaroons. Each macaroon has a root key of its own, so that it can be
 * revoked without revoking the others. Key 0 belongs to the admin macaroon and cannot be deleted.
 */
const ROOT_KEY = { payments: '1', management: '2', chain: '3' } as const;

const CALLABLE: ReadonlySet<string> = new Set(['RPC_ACTIVE', 'SERVER_ACTIVE']);

export function openWalletSetup(options: WalletSetupOptions): WalletSetup {
  const { untilState, clock } = options;
  const limits = { ...DEFAULT_LIMITS, answerMs: ANSWER_MS };
  const withClient = async <T>(macaroonHex: string, work: (lnd: LndClient) => Promise<T>) => {
    const lnd = openLndClient({ ...options, macaroonHex, limits });
    try {
      return await work(lnd);
    } finally {
      await lnd.close();
    }
  };
  return {
    makeWords: () =>
      withClient('', async (lnd) => {
        const answer = await lnd.get('/v1/genseed');
        if (!answer.ok) throw refusalFault('GenSeed', answer.refusal);
        return textList(answer.value, 'cipher_seed_mnemonic');
      }),
    makeWallet: ({ words, password, restore }) =>
      withClient('', async (lnd) => {
        const answer = await lnd.post('/v1/initwallet', {
          wallet_password: base64(password),
          cipher_seed_mnemonic: words,
          stateless_init: true,
          ...restoreFields(restore),
        });
        if (answer.ok) return accept(bytesAsHexField(answer.value, 'admin_macaroon'));
        return refuse(readWordsRefusal(answer.refusal));
      }),
    renewAdmin: (password) =>
      withClient('', async (lnd) => {
        // ChangePassword also replaces the root key of macaroons. The password stays the same.
        const answer = await lnd.post('/v1/changepassword', {
          current_password: base64(password),
          new_password: base64(password),
          stateless_init: true,
          new_macaroon_root_key: true,
        });
        if (answer.ok) return accept(bytesAsHexField(answer.value, 'admin_macaroon'));
        return refuse(readOpenRefusal(answer.refusal));
      }),
    unlock: (password, restore) =>
      withClient('', async (lnd) => {
        const answer = await lnd.post('/v1/unlockwallet', {
          wallet_password: base64(password),
          stateless_init: true,
          ...restoreFields(restore),
        });
        if (!answer.ok) throw refusalFault('UnlockWallet', answer.refusal);
      }),
    untilCallable: () => untilState((state) => CALLABLE.has(state)),
    bake: (admin) =>
      withClient(admin, async (lnd) => ({
        payments: await bakeMacaroon(lnd, ROOT_KEY.payments, WANTED_CALLS),
        chain: await bakeMacaroon(lnd, ROOT_KEY.chain, [...CHAIN_CALLS, ...SPEND_CALLS]),
        management: await bakeMacaroon(lnd, ROOT_KEY.management, MANAGEMENT_CALLS),
      })),
    pubkey: (admin) =>
      withClient(admin, async (lnd) => hexField(await getInfo(lnd), 'identity_pubkey', 33)),
    isBackupOfWallet: (admin, channelBackup) =>
      withClient(admin, async (lnd) => {
        const answer = await lnd.post('/v1/channels/backup/verify', backupFields(channelBackup));
        if (!answer.ok && !/^invalid multi channel backup/.test(answer.refusal.detail)) {
          throw refusalFault('VerifyChanBackup', answer.refusal);
        }
        return answer.ok;
      }),
    untilRestored: (admin, tell) =>
      withClient(admin, async (lnd) => {
        const stop = new AbortController();
        const telling = tellHeights(lnd, tell, clock, stop.signal);
        try {
          await untilState((state) => state === 'SERVER_ACTIVE');
        } finally {
          stop.abort();
          await telling;
        }
      }),
    end: options.end,
  };
}

const base64 = (text: string): string => bytesToBase64(Buffer.from(text));

const restoreFields = (restore: NodeRestore | null): WireObject =>
  restore === null
    ? {}
    : {
        recovery_window: restore.recoveryWindow,
        ...(restore.channelBackup !== null && {
          channel_backups: backupFields(restore.channelBackup),
        }),
      };

const backupFields = (channelBackup: Uint8Array): WireObject => ({
  multi_chan_backup: { multi_chan_backup: bytesToBase64(channelBackup) },
});

/**
 * Reads why LND refuses seed words. LND quotes a word that it does not know, so its message is not
 * passed on.
 */
function readWordsRefusal({ code, detail }: LndRefusal): WordsRefusal {
  const unknown = /isn't a part of default word list \(index=(\d+)\)/.exec(detail);
  if (unknown !== null) return { kind: 'unknown_word', place: Number(unknown[1]) + 1 };
  if (/checksum doesn't match|wrong seed version/.test(detail)) return { kind: 'misfit' };
  if (/invalid passphrase/.test(detail)) return { kind: 'passphrase' };
  throw new NodeFault(`LND refused to make the wallet (gRPC code ${code})`);
}

function readOpenRefusal(refusal: LndRefusal): OpenRefusal {
  const { detail } = refusal;
  if (/^invalid passphrase/.test(detail)) return { kind: 'wrong_password' };
  if (/missing address manager namespace/.test(detail)) return { kind: 'half_made' };
  if (/default root key not found/.test(detail)) return { kind: 'no_root_key' };
  throw refusalFault('ChangePassword', refusal);
}

async function getInfo(lnd: LndClient): Promise<WireObject> {
  const answer = await lnd.get('/v1/getinfo');
  if (!answer.ok) throw refusalFault('GetInfo', answer.refusal);
  return answer.value;
}

const TELL_EVERY_MS = 10_000;

async function tellHeights(
  lnd: LndClient,
  tell: (sentence: string) => void,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const height = uint32Field(await getInfo(lnd), 'block_height');
      tell(`LND reads the chain and looks for what belongs to the wallet: block ${height}`);
    } catch {
      // A failed question about the block height is ignored, as the height only shows progress. The
      // wait for LND, which runs beside this loop, reports what is wrong.
    }
    await clock.sleep(TELL_EVERY_MS, signal);
  }
}
