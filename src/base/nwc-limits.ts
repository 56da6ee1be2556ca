/** Limits of the relay and of Nostr Wallet Connect; see limits.ts for all others. */

/** One message of a client: an event of 64 KiB (NIP-47, Metadata) and what stands around it. */
export const MAX_CLIENT_MESSAGE_BYTES = 66_560;
/** Of a subscription's id (NIP-01). */
export const MAX_SUBSCRIPTION_ID_LENGTH = 64;
/** Of one REQ. */
export const MAX_FILTERS = 10;
/** Of one list of a filter. */
export const MAX_FILTER_VALUES = 100;
/** Of what a relay says to a client in words. */
export const MAX_RELAY_WORDS_LENGTH = 200;
/** A longer text has a prefix of six bytes, which older clients cannot read (NIP-44). */
export const MAX_NIP44_BYTES = 65_535;

/** How far the clock of an app may differ from ours. */
export const NWC_CLOCK_SEC = 600;
/** The longest method has 19 letters. */
export const MAX_NWC_METHOD_LENGTH = 64;
/** Of an error, in characters. */
export const MAX_NWC_ERROR_LENGTH = 1000;
/** JSON of a transaction, in characters; what is longer must be dropped (NIP-47, Metadata). */
export const MAX_NWC_METADATA_LENGTH = 4096;
/** Transactions of one answer, as asked for. */
export const DEFAULT_NWC_LIST = 10;
export const MAX_NWC_LIST = 50;
/** Their JSON: encrypted and in base64 it fits an event of 64 KiB. */
export const MAX_NWC_LIST_BYTES = 40_000;
/** Of one keysend. */
export const MAX_NWC_TLV_RECORDS = 100;
/** Of a connection. */
export const MAX_NWC_RELAYS = 10;
