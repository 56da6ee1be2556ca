/** Limits of paying by LNURL and lightning addresses; see limits.ts for all others. */

/** Characters of a text to pay: a BOLT11 invoice within a BIP 21 address fits. */
export const MAX_PAY_TEXT_LENGTH = 10_000;
/** Characters of what a payee says about what is paid (LUD-06, LUD-20). */
export const MAX_OFFER_TEXT_LENGTH = 1000;
