import { MAX_ZAP_REQUEST_BYTES } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { type EventProblem, type NostrEvent, readEvent } from './event.ts';
import { tagsOf } from './tags.ts';

/** A request, signed by a stranger, to publish a payment as a zap of theirs (NIP-57, kind 9734). */
export interface ZapRequest {
  readonly event: NostrEvent;
  /**
   * The event as JSON text, exactly as it came. The invoice commits to the hash of this text, and
   * the zap receipt repeats the text.
   */
  readonly text: string;
}

export const ZAP_REQUEST_KIND = 9734;

/** What a zap request must agree with to be accepted. */
export interface ZapTerms {
  /**
   * The payee's own key, which the request must name. Otherwise, a user could pay themselves and
   * show the payment as a zap for another user.
   */
  readonly payee: string;
  /** The service's key that will sign the zap receipt. */
  readonly receiptKey: string;
  readonly amountMsat: bigint;
}

export type ZapProblem =
  | EventProblem
  | 'too_long'
  | 'wrong_kind'
  | 'wrong_payee'
  | 'wrong_amount'
  | 'bad_event_reference'
  | 'bad_coordinate'
  | 'wrong_receipt_key';

/**
 * Checks a zap request in full (NIP-57, appendix D). `readings` are the texts that the URL
 * parameter may mean: some clients write `+` for a plus sign, but most for a space. The text with
 * the right event id is the right one.
 */
export function readZapRequest(
  readings: readonly string[],
  terms: ZapTerms,
): Result<ZapRequest, ZapProblem> {
  let problem: ZapProblem = 'unreadable';
  for (const text of readings) {
    const read = readOne(text);
    if (read.ok) {
      const wrong = findProblem(read.value, terms);
      return wrong === null ? accept({ event: read.value, text }) : refuse(wrong);
    }
    problem = read.refusal;
  }
  return refuse(problem);
}

function readOne(text: string): Result<NostrEvent, ZapProblem> {
  const isShort = Buffer.byteLength(text) <= MAX_ZAP_REQUEST_BYTES;
  return isShort ? readEvent(text) : refuse('too_long');
}

function findProblem(event: NostrEvent, terms: ZapTerms): ZapProblem | null {
  if (event.kind !== ZAP_REQUEST_KIND) return 'wrong_kind';
  const [payees, amounts] = [tagsOf(event, 'p'), tagsOf(event, 'amount')];
  if (payees.length !== 1 || payees[0]?.[1] !== terms.payee) return 'wrong_payee';
  if (amounts.length > 1 || !amounts.every(([, text]) => isAmount(text, terms.amountMsat))) {
    return 'wrong_amount';
  }
  const references = tagsOf(event, 'e');
  if (references.length > 1 || !references.every(([, id]) => HEX_32.test(id ?? ''))) {
    return 'bad_event_reference';
  }
  if (!tagsOf(event, 'a').every(([, text]) => COORDINATE.test(text ?? ''))) {
    return 'bad_coordinate';
  }
  const receiptKeys = tagsOf(event, 'P');
  if (receiptKeys.length > 1 || !receiptKeys.every(([, key]) => key === terms.receiptKey)) {
    return 'wrong_receipt_key';
  }
  return null;
}

const isAmount = (text: string | undefined, amountMsat: bigint): boolean =>
  /^[0-9]{1,17}$/.test(text ?? '') && BigInt(text ?? '') === amountMsat;

const HEX_32 = /^[0-9a-f]{64}$/;
/** The form of a coordinate `kind:pubkey:d` (NIP-01), where d may be empty or anything. */
const COORDINATE = /^(?:0|[1-9][0-9]{0,4}):[0-9a-f]{64}:/;
