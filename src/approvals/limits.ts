import { DAY_MS } from '../base/durations.ts';

/** Limits of the pages about payments that wait for approval. */

/** The number of ended approvals that the list shows, newest first. */
export const SHOWN_DECIDED = 50;
/**
 * The number of a user's newest payments among which one to the same payee is looked for. With more
 * payments, pages do not say that a payee is new.
 */
export const SEARCHED_PAYMENTS = 1000;
/** The most of several payments of one call that pages list, the greatest first. */
export const SHOWN_OF_SEVERAL = 10;
/** The most characters that pages show of a text that comes from an app or a payee. */
export const MAX_SHOWN_TEXT = 120;
/** The time for which a muted app causes no notices of payments that ask. */
export const MUTE_MS = DAY_MS;
