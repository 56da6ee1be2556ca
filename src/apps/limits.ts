import { DAY_MS } from '../base/durations.ts';

/** Limits of this feature. Those that several features use stand in base/. */

/** Tokens of each kind per device; the oldest are removed. Some apps log in before every call. */
export const MAX_LNDHUB_TOKENS = 20;

/** Length of the name of an app that asks to be connected: it stands in a heading. */
export const MAX_PAIRING_NAME_LENGTH = 64;
/** What an app gets back as it gave it. */
export const MAX_PAIRING_STATE_LENGTH = 256;
/** Length of what is shown where an app asked wrongly. */
export const MAX_PAIRING_SHOWN_LENGTH = 100;

/** What fits on a consent page. */
export const MAX_CLIENT_NAME_LENGTH = 60;

/** Per user: personal tokens in force, and registered apps. */
export const MAX_PERSONAL_TOKENS = 100;
export const MAX_CLIENTS = 100;
/** Per user: connections without OAuth that are not revoked. Per connection: its devices. */
export const MAX_APP_CONNECTIONS = 100;
export const MAX_DEVICES = 20;

/**
 * Per user: new tokens, connections, devices, registered apps and consents within a day, revoked
 * or not.
 */
export const NEW_ACCESS = { burst: 200, everyMs: DAY_MS / 200 };

export const MAX_OAUTH_PARAMETERS = 100;
/** One value of a token request, or the credentials in its header. */
export const MAX_OAUTH_VALUE_LENGTH = 4096;
/** An authorization request with its state: it comes in an address and is stored until answered. */
export const MAX_OAUTH_QUERY_LENGTH = 12_288;
/** Per app and user, most recently used first. Each is a device or browser with its own tokens. */
export const MAX_SHOWN_FAMILIES = 100;
/** Parameters of an authorization request: the state, which the app gets back, and any other. */
export const MAX_OAUTH_STATE_LENGTH = 2048;
export const MAX_OAUTH_PARAMETER_LENGTH = 2048;
