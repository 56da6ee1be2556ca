/** The resource of a token of OAuth (RFC 8707): all others refuse it. */
export type Resource = 'wallet_api';
