import { type Msat, msat } from '../base/amount.ts';
import { MAX_OFFER_TEXT_LENGTH } from '../base/limits.ts';
import { type OutboundRules, readOutboundUrl } from '../base/outbound-url.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { cleanText } from '../base/text.ts';
import { MAX_WITHDRAW_SECRET_LENGTH } from './limits.ts';
import type { BadAnswer, LnurlRefusal } from './lnurl-refusals.ts';
import { type HostAnswer, readError, readOtherError } from './read-error.ts';
import { asDisplayText, asInteger, asObject, asText, type JsonObject } from './read-json.ts';

/** What an LNURL offers: to be paid (LUD-06), or to withdraw money (LUD-03). */
export type LnurlParams = PayOffer | WithdrawOffer;

export interface PayOffer {
  readonly tag: 'payRequest';
  readonly callback: string;
  readonly minMsat: Msat;
  readonly maxMsat: Msat;
  /**
   * The metadata exactly as received, because the invoice commits to the SHA-256 of their UTF-8
   * bytes.
   */
  readonly metadata: string;
  /** What the payment is for: text/long-desc (LUD-20), else text/plain. */
  readonly text: string;
  /** The maximum length of a comment (LUD-12); 0 when the payee takes no comment. */
  readonly commentLength: number;
}

export interface WithdrawOffer {
  readonly tag: 'withdrawRequest';
  readonly callback: string;
  /** The secret of the withdrawal. Anyone who has it can withdraw once. */
  readonly k1: string;
  readonly minMsat: Msat;
  readonly maxMsat: Msat;
  readonly text: string;
}

type Read<T> = Result<T, LnurlRefusal>;

/**
 * Reads what an LNURL server offers, with amounts in msat. The function never throws, whatever the
 * answer is.
 */
export function readLnurlParams(given: HostAnswer, rules: OutboundRules): Read<LnurlParams> {
  const error = readError(given);
  if (error !== null) return refuse(error);
  const answer = asObject(given.body);
  switch (answer?.tag) {
    case 'payRequest':
      return readPayOffer(answer, rules);
    case 'withdrawRequest':
      return readWithdrawOffer(answer, rules);
    case 'login':
      return refuse({ kind: 'unpayable_text', why: 'login_link' });
    case 'channelRequest':
      return refuse({ kind: 'unpayable_text', why: 'channel_link' });
    default:
      return refuse(readOtherError(given) ?? { kind: 'bad_payee_answer', why: 'no_lnurl' });
  }
}

const no = (why: BadAnswer): Read<never> => refuse({ kind: 'bad_payee_answer', why });

function readPayOffer(answer: JsonObject, rules: OutboundRules): Read<PayOffer> {
  const callback = readOutboundUrl(asText(answer.callback) ?? '', rules);
  if (!callback.ok) return no('bad_callback');
  if (asInteger(answer.maxSendable) === 0n) return no('takes_nothing');
  const limits = readLimits(answer.minSendable, answer.maxSendable, 1n);
  if (limits === null) return no('bad_limits');
  const metadata = asText(answer.metadata);
  // Metadata with half a surrogate pair are refused: no invoice can commit to their UTF-8 bytes,
  // and PostgreSQL cannot store them.
  const entries = metadata?.isWellFormed() ? readMetadata(metadata) : null;
  if (metadata === null || entries === null) return no('bad_metadata');
  const plain = entries.get('text/plain');
  if (plain === undefined) return no('no_text');
  if (wantsPayerData(answer.payerData)) return no('wants_payer_data');
  const commentLength = asInteger(answer.commentAllowed ?? 0);
  return accept({
    tag: 'payRequest',
    callback: callback.value.href,
    ...limits,
    metadata,
    text: asDisplayText(entries.get('text/long-desc') ?? plain, MAX_OFFER_TEXT_LENGTH),
    commentLength: commentLength === null ? 0 : Number(commentLength),
  });
}

function readWithdrawOffer(answer: JsonObject, rules: OutboundRules): Read<WithdrawOffer> {
  // A voucher with a maximum of 0 is used up, so its other fields do not matter.
  if (asInteger(answer.maxWithdrawable) === 0n) return no('nothing_left');
  const callback = readOutboundUrl(asText(answer.callback) ?? '', rules);
  if (!callback.ok) return no('bad_callback');
  const limits = readLimits(answer.minWithdrawable, answer.maxWithdrawable, 0n);
  if (limits === null) return no('bad_limits');
  const k1 = asText(answer.k1) ?? '';
  // A secret with NUL, control characters or lone surrogates is refused, because it could not be
  // stored and sent back unchanged.
  const isSecret = k1 !== '' && cleanText(k1, MAX_WITHDRAW_SECRET_LENGTH) === k1;
  if (!isSecret) return no('bad_withdraw');
  const text = asDisplayText(asText(answer.defaultDescription) ?? '', MAX_OFFER_TEXT_LENGTH);
  return accept({ tag: 'withdrawRequest', callback: callback.value.href, k1, ...limits, text });
}

/**
 * Reads the lowest and the highest amount. Some services give a maximum beyond 2^53 or beyond all
 * bitcoin, which means that they have none.
 */
function readLimits(
  least: unknown,
  most: unknown,
  smallest: bigint,
): { readonly minMsat: Msat; readonly maxMsat: Msat } | null {
  const min = asInteger(least);
  const isHuge = typeof most === 'number' && most > Number.MAX_SAFE_INTEGER;
  const end = isHuge ? HUGE : asInteger(most);
  if (min === null || end === null) return null;
  const max = end > HUGE ? HUGE : end;
  if (min < smallest || max < min) return null;
  return { minMsat: msat(min), maxMsat: msat(max) };
}

const HUGE = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Reads metadata, which are pairs in JSON (LUD-06). Entries of another form are ignored. If a kind
 * occurs more than once, its first entry counts.
 */
function readMetadata(text: string): ReadonlyMap<string, string> | null {
  const list = parse(text);
  if (!Array.isArray(list)) return null;
  const entries = new Map<string, string>();
  for (const entry of list) {
    const [kind, value] = Array.isArray(entry) ? entry : [];
    if (typeof kind !== 'string' || typeof value !== 'string') continue;
    if (!entries.has(kind)) entries.set(kind, value);
  }
  return entries;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether a payee demands data about the payer (LUD-18), which this service never gives. */
const wantsPayerData = (payerData: unknown): boolean =>
  Object.values(asObject(payerData) ?? {}).some((wanted) => asObject(wanted)?.mandatory === true);
