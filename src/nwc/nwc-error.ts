import { cleanText } from '../base/text.ts';
import { cutText } from '../lightning/custom-records.ts';
import { MAX_NWC_ERROR_LENGTH } from './limits.ts';

/**
 * Codes of the standard (NIP-47, Error codes, and those of its commands). Some apps cannot read an
 * answer with any other.
 */
export type NwcCode =
  | 'RATE_LIMITED'
  | 'NOT_IMPLEMENTED'
  | 'INSUFFICIENT_BALANCE'
  | 'QUOTA_EXCEEDED'
  | 'RESTRICTED'
  | 'UNAUTHORIZED'
  | 'INTERNAL'
  | 'UNSUPPORTED_ENCRYPTION'
  | 'PAYMENT_FAILED'
  | 'NOT_FOUND'
  | 'OTHER';

/**
 * A final refusal. About a payment it says for certain that nothing was paid, and nothing will be.
 */
export interface NwcError {
  readonly code: NwcCode;
  /** A sentence for people, in English. */
  readonly message: string;
}

/** Makes an error. Its words may repeat what a stranger wrote. */
export const nwcError = (code: NwcCode, message: string): NwcError => ({
  code,
  message: cutText(cleanText(message, message.length), MAX_NWC_ERROR_LENGTH),
});
