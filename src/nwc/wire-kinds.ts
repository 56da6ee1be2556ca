/** Kinds of events of Nostr Wallet Connect (NIP-47, Events). */
export const INFO_KIND = 13_194;
export const REQUEST_KIND = 23_194;
export const RESPONSE_KIND = 23_195;
export const NOTIFICATION_KIND = 23_197;
/** The kind of notifications encrypted by NIP-04, for older apps. */
export const OLD_NOTIFICATION_KIND = 23_196;
/** The kind of events that ask relays to delete events (NIP-09). */
export const DELETION_KIND = 5;
