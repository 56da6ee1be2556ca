import type { Caller } from '../authorization/caller.ts';
import { MAX_RECORDS_AT_ONCE } from '../base/limits.ts';
import type { Result } from '../base/result.ts';
import type { HistoryRefusal } from '../ledger/wallet-refusals.ts';
import { answerBody, answerError, type LndhubAnswer } from './lndhub-answer.ts';
import { tooMany } from './lndhub-errors.ts';
import type { LndhubDeps } from './lndhub-route.ts';

/** Sends a list. A long one counts against the same limits as long lists of the Wallet API. */
export async function answerList(
  { longLists }: LndhubDeps,
  { userId }: Caller,
  limit: number,
  read: () => Promise<Result<readonly object[], HistoryRefusal>>,
): Promise<LndhubAnswer> {
  const isLong = limit > MAX_RECORDS_AT_ONCE;
  if (isLong && !longLists.acquire(userId)) return answerError(tooMany(1));
  try {
    const listed = await read();
    return listed.ok ? answerBody([...listed.value]) : answerError(tooMany(1));
  } finally {
    if (isLong) longLists.release(userId);
  }
}
