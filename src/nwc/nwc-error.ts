import { cleanText } from '../base/text.ts';
import { cutText } from '../lightning/custom-records.ts';
import { MAX_NWC_ERROR_LENGTH } from './limits.ts';

/**
 * Error codes of NIP-47 and its commands. No others are used, because some apps cannot read an
 * answer with an unknown code.
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
 * The error of a final refusal. For a payment, it says for certain that nothing was paid, and
 * nothing will be.
 */
export interface NwcError {
  readonly code: NwcCode;
  /** A sentence for people, in English. */
  readonly message: string;
}

/** Makes an error. Its message may contain text that a stranger wrote. */
export const nwcError = (code: NwcCode, message: string): NwcError => ({
  code,
  message: cutText(cleanText(message, message.length), MAX_NWC_ERROR_LENGTH),
});
