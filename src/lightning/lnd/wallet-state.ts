import type { Clock } from '../../base/clock.ts';
import { openLndClient } from './client.ts';
import { DEFAULT_LIMITS } from './node.ts';

export interface StateQuestion {
  readonly restUrl: string;
  readonly tlsCaPem: string;
  readonly clock: Clock;
}

/**
 * Asks LND about its wallet without a macaroon: the answer is a word such as `LOCKED` or
 * `RPC_ACTIVE`. Null when there is none, or when something without the key of this certificate
 * answers.
 */
export async function askWalletState(question: StateQuestion): Promise<string | null> {
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
