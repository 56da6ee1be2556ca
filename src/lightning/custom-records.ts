/**
 * Custom records of a payment: TLV type → raw bytes. Types at or above 65536 only (BOLT 4); the
 * keysend preimage and other records of the protocol itself are not among them.
 */
export type CustomRecords = ReadonlyMap<bigint, Uint8Array>;

/** bLIP 3: the preimage of a keysend payment. */
export const KEYSEND_PREIMAGE_RECORD = 5482373484n;
/** LND adds it to what it received; its sender did not set it. */
export const LND_RECEIVED_RECORD = 106823n;
/** Selects the wallet within a shared node; its value is the user's identifier. */
export const ACCOUNT_RECORD = 696969n;
/** bLIP 10: podcast payment details, JSON text. */
export const BOOSTAGRAM_RECORD = 7629169n;
/** A chat message beside the payment, text. */
export const MESSAGE_RECORD = 34349334n;

export const FIRST_CUSTOM_RECORD = 65536n;
