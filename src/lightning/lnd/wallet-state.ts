import type { Clock } from '../../base/clock.ts';
import { openLndClient } from './client.ts';
import { DEFAULT_LIMITS } from './node.ts';
import { bytesToBase64 } from './wire-fields.ts';

/** An LND that is called without a macaroon. */
export interface LndWithoutRights {
  readonly restUrl: string;
  readonly tlsCaPem: string;
  readonly clock: Clock;
}

/**
 * Asks LND about its wallet without a macaroon: the answer is a word such as `LOCKED` or
 * `RPC_ACTIVE`. Null when there is none, or when something without the key of this certificate
 * answers.
 */
export async function askWalletState(question: LndWithoutRights): Promise<string | null> {
  const lnd = openLndClient({ ...question, macaroonHex: '', limits: DEFAULT_LIMITS });
  try {
    const answer = await lnd.get('/v1/state');
    const state = answer.ok ? answer.value['state'] : null;
    return typeof state === 'string' ? state : null;
  } catch {
    return null;
  } finally {
    await lnd.close();
  }
}

/** To open a wallet, LND computes for seconds on a slow machine. */
const UNLOCK_MS = 120_000;

/**
 * Opens the wallet of LND, which leaves no macaroons on disk then. Answers why LND refuses, in its
 * words. Null also when it ended meanwhile: its state tells.
 */
export async function unlockWallet(
  place: LndWithoutRights,
  password: string,
): Promise<string | null> {
  const limits = { ...DEFAULT_LIMITS, answerMs: UNLOCK_MS };
  const lnd = openLndClient({ ...place, macaroonHex: '', limits });
  try {
    const answer = await lnd.post('/v1/unlockwallet', {
      wallet_password: bytesToBase64(Buffer.from(password)),
      stateless_init: true,
    });
    if (answer.ok || /already unlocked/.test(answer.refusal.detail)) return null;
    return answer.refusal.detail;
  } catch {
    return null;
  } finally {
    await lnd.close();
  }
}
