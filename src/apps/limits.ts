import { DAY_MS } from '../base/durations.ts';

/** Limits of apps, tokens and devices. Limits that several features use are in base/. */

/**
 * The most LndHub tokens of each kind per device; the oldest are removed. Some apps log in before
 * every call.
 */
export const MAX_LNDHUB_TOKENS = 20;

/** The greatest length of the name of an app that asks to be connected: it stands in a heading. */
export const MAX_PAIRING_NAME_LENGTH = 64;
/**
 * The greatest length of a text that an app sends with a pairing request and gets back unchanged.
 */
export const MAX_PAIRING_STATE_LENGTH = 256;
/** The greatest length of words of an app that a page quotes when it refuses the app's request. */
export const MAX_PAIRING_SHOWN_LENGTH = 100;

/**
 * The greatest length of an app's name: a longer one would not fit on the page that asks for
 * consent.
 */
export const MAX_CLIENT_NAME_LENGTH = 60;

/** The most personal tokens in force, and registered apps, of a user. */
export const MAX_PERSONAL_TOKENS = 100;
export const MAX_CLIENTS = 100;
/**
 * The most connections without OAuth of a user that are not revoked, and the most devices of a
 * connection.
 */
export const MAX_APP_CONNECTIONS = 100;
export const MAX_DEVICES = 20;

/**
 * The most new tokens, connections, devices, registered apps and consents of a user within a day,
 * revoked or not.
 */
export const NEW_ACCESS = { burst: 200, everyMs: DAY_MS / 200 };

export const MAX_OAUTH_PARAMETERS = 100;
/** The greatest length of a value in a token request, or of the credentials in its header. */
export const MAX_OAUTH_VALUE_LENGTH = 4096;
/**
 * The greatest length of an authorization request, which comes in an address and is stored until
 * answered.
 */
export const MAX_OAUTH_QUERY_LENGTH = 12_288;
/**
 * The most token families of an app and a user that are shown, most recently used first. Each is a
 * device or browser with its own tokens.
 */
export const MAX_SHOWN_FAMILIES = 100;
/**
 * The greatest lengths of an authorization request's parameters: of the state, which the app gets
 * back, and of any other.
 */
export const MAX_OAUTH_STATE_LENGTH = 2048;
export const MAX_OAUTH_PARAMETER_LENGTH = 2048;
