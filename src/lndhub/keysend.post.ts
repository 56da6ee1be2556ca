import { satToMsat } from '../base/amount.ts';
import { sendKeysend } from '../payments/send-keysend.ts';
import { answerBody, answerError, type LndhubAnswer } from './lndhub-answer.ts';
import { BAD_ARGUMENTS, badArguments, keysendError, tooMany } from './lndhub-errors.ts';
import type { LndhubCall, LndhubPayDeps, LndhubRoute } from './lndhub-route.ts';
import { presentPaid } from './present-paid.ts';
import { type LndhubFields, readSatField, readText } from './read-fields.ts';

/**
 * Sends a keysend, with the interface of lndhub.go. A repeated call would be a second payment. So
 * the call waits as long as one of the Wallet API, and while the outcome is unknown, the answer
 * never invites the app to try again.
 */
export const route: LndhubRoute = {
  method: 'POST',
  path: '/keysend',
  access: 'payments:send',
  handle: sendKeysendForApp,
};

export async function sendKeysendForApp(
  deps: LndhubPayDeps,
  { caller, body }: LndhubCall,
): Promise<LndhubAnswer> {
  const amountSat = readSatField(body, 'amount');
  const destination = readText(body, 'destination');
  const memo = readText(body, 'memo');
  if (!amountSat || !destination || memo === null) return answerError(BAD_ARGUMENTS);
  const recordsText = readRecords(body);
  if (recordsText === null) {
    return answerError(badArguments('Bad arguments: customRecords must hold texts'));
  }
  const order = { destination, amountMsat: satToMsat(amountSat), memo: memo || null, recordsText };
  const rate = deps.keysendRates?.take(caller, [order]);
  if (rate?.isAllowed === false) return answerError(tooMany(rate.retryAfterSec));
  const sent = await sendKeysend(deps, { caller, order, idempotency: null });
  if (!sent.ok) {
    deps.appGrantUses.noteRefusal(caller.grantId, sent.refusal.kind);
    return answerError(keysendError(sent.refusal));
  }
  return answerBody(presentPaid(sent.value));
}

function readRecords(body: LndhubFields): Readonly<Record<string, string>> | null {
  const records: unknown = body.get('customRecords') || {};
  if (typeof records !== 'object' || records === null || Array.isArray(records)) return null;
  const entries = Object.entries(records);
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return texts.length === entries.length ? Object.fromEntries(texts) : null;
}
