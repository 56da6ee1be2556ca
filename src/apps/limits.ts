import { DAY_MS } from '../base/durations.ts';

/** Limits of apps, tokens and devices. Limits that several features use are in base/. */

/**
 * The most LndHub tokens of each kind (access, refresh) per device. The oldest ones are removed,
 * because some apps log in before every call.
 */
export const MAX_LNDHUB_TOKENS = 20;

/**
 * The greatest length of the name of an app that asks to be connected. The name stands in a
 * heading.
 */
export const MAX_PAIRING_NAME_LENGTH = 64;
/**
 * The greatest length of the text `state`, which an app sends with its request to be connected and
 * gets back unchanged.
 */
export const MAX_PAIRING_STATE_LENGTH = 256;
/**
 * The greatest length of an app's own words that a page quotes when it refuses the app's request to
 * be connected.
 */
export const MAX_PAIRING_SHOWN_LENGTH = 100;

/**
 * The greatest length of an app's name. A longer one would not fit on the page that asks the user
 * for consent.
 */
export const MAX_CLIENT_NAME_LENGTH = 60;

/**
 * The most personal tokens in force that a user can have, and the most apps that they can register.
 */
export const MAX_PERSONAL_TOKENS = 100;
export const MAX_CLIENTS = 100;
/**
 * The most connections without OAuth that a user can have at a time, and the most devices of one
 * connection.
 */
export const MAX_APP_CONNECTIONS = 100;
export const MAX_DEVICES = 20;

/**
 * How many tokens, connections, devices, registered apps and consents a user can add within a day
 * in all, even if they revoke them, because each leaves a permanent row.
 */
export const NEW_ACCESS = { burst: 200, everyMs: DAY_MS / 200 };

/**
 * The most tokens whose facts are kept in memory, for each kind of token and statement. A token
 * that is not kept costs its call a little more.
 */
export const MAX_KNOWN_TOKENS = 2000;

export const MAX_OAUTH_PARAMETERS = 100;
/** The greatest length of a value in a token request, and of the credentials in its header. */
export const MAX_OAUTH_VALUE_LENGTH = 4096;
/**
 * The greatest length of an authorization request. It comes in a URL, and is stored until it is
 * answered.
 */
export const MAX_OAUTH_QUERY_LENGTH = 12_288;
/**
 * The most token families of one app and user that are shown, most recently used first. A token
 * family is all tokens of one device or browser in which the app is used.
 */
export const MAX_SHOWN_FAMILIES = 100;
/**
 * The greatest lengths of the parameters of an authorization request: of `state`, which the app
 * gets back, and of any other.
 */
export const MAX_OAUTH_STATE_LENGTH = 2048;
export const MAX_OAUTH_PARAMETER_LENGTH = 2048;
