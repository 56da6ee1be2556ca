import type { Msat } from '../base/amount.ts';
import { type OutboundRules, readOutboundUrl } from '../base/outbound-url.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { BadAnswer, LnurlRefusal } from './lnurl-refusals.ts';
import { type HostAnswer, readError, readOtherError } from './read-error.ts';
import { asObject, asText } from './read-json.ts';
import { readSuccessAction, type SuccessAction } from './success-action.ts';

/** A payee's answer to a request for an invoice (LUD-06, second step). */
export interface PayAnswer {
  /** The BOLT11 text of the invoice, not yet decoded. */
  readonly invoice: string;
  readonly successAction: SuccessAction | null;
  /** Whether the LNURL can be paid only once (LUD-11), which is also the default. */
  readonly isDisposable: boolean;
  /**
   * The URL that tells whether the invoice was paid (LUD-21); null without one, or if the rules for
   * outgoing requests forbid it.
   */
  readonly verifyUrl: string | null;
}

/**
 * Reads a payee's answer to a request for an invoice. `routes` and unknown fields are ignored. The
 * function never throws, whatever the answer is.
 */
export function readPayResponse(
  given: HostAnswer,
  callback: string,
  rules: OutboundRules,
): Result<PayAnswer, LnurlRefusal> {
  const error = readError(given);
  if (error !== null) return refuse(error);
  const answer = asObject(given.body);
  const invoice = asText(answer?.pr) ?? '';
  if (answer === null || invoice === '') return refuse(readOtherError(given) ?? bad('no_invoice'));
  const successAction = readSuccessAction(answer.successAction, callback);
  if (!successAction.ok) return no(successAction.refusal);
  const verifyUrl = readOutboundUrl(asText(answer.verify) ?? '', rules);
  return accept({
    invoice,
    successAction: successAction.value,
    isDisposable: answer.disposable !== false,
    verifyUrl: verifyUrl.ok ? verifyUrl.value.href : null,
  });
}

/**
 * Reads the answer to a withdrawal (LUD-03). `{"status":"OK"}` only means that the other side will
 * try to pay.
 */
export function readWithdrawResponse(given: HostAnswer): Result<null, LnurlRefusal> {
  const isYes = asText(asObject(given.body)?.status)?.toUpperCase() === 'OK';
  if (isYes) return accept(null);
  return refuse(readError(given) ?? readOtherError(given) ?? bad('unclear_withdraw'));
}

const bad = (why: BadAnswer) => ({ kind: 'bad_payee_answer' as const, why });
const no = (why: BadAnswer) => refuse(bad(why));

/** The URL that asks the payee for an invoice. */
export const payCallbackUrl = (callback: string, amountMsat: Msat, comment: string): string =>
  withQuery(callback, comment === '' ? { amount: amountMsat } : { amount: amountMsat, comment });

/** The URL that hands our invoice to the other side of a withdrawal. */
export const withdrawCallbackUrl = (callback: string, k1: string, bolt11: string): string =>
  withQuery(callback, { k1, pr: bolt11 });

/**
 * Appends parameters to a URL as text, because parsing and writing the query of a stranger's URL
 * could change it.
 */
function withQuery(callback: string, added: Readonly<Record<string, string | bigint>>): string {
  const query = Object.entries(added).map(([name, value]) => `${name}=${encode(`${value}`)}`);
  return `${callback}${callback.includes('?') ? '&' : '?'}${query.join('&')}`;
}

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());
