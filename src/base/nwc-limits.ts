/** Limits of the relay and of Nostr Wallet Connect; see limits.ts for all others. */

/** One message of a client: an event of 64 KiB (NIP-47, Metadata) and what stands around it. */
export const MAX_CLIENT_MESSAGE_BYTES = 66_560;
/** Length of a subscription's id (NIP-01). */
export const MAX_SUBSCRIPTION_ID_LENGTH = 64;
/** Filters of one REQ. */
export const MAX_FILTERS = 10;

/** How far the clock of an app may differ from ours. */
export const NWC_CLOCK_SEC = 600;
/** Relays that a connection may name. */
export const MAX_NWC_RELAYS = 10;
