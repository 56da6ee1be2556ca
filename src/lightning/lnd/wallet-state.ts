import type { Clock } from '../../base/clock.ts';
import { openLndClient } from './client.ts';
import { DEFAULT_LIMITS } from './node.ts';
import { bytesToBase64 } from './wire-fields.ts';

/** How to reach an LND whose wallet is not open yet: it is called without a macaroon. */
export interface LndWithoutRights {
  readonly restUrl: string;
  readonly tlsCaPem: string;
  readonly clock: Clock;
}

/**
 * Asks LND for the state of its wallet, which needs no macaroon: a word such as `LOCKED` or
 * `RPC_ACTIVE`. Null when nothing answers, or something that does not have the key of this
 * certificate.
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

/** The longest wait for an answer, as opening a wallet takes LND some seconds on a slow machine. */
const UNLOCK_MS = 120_000;

/**
 * Opens the wallet of LND without letting it write macaroons to disk. Returns LND's words if it
 * refuses. Null when the wallet is open, and also when LND did not answer: the caller then has to
 * ask LND for its state.
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
