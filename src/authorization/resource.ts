/** The resource that an OAuth token opens (RFC 8707): all others refuse it. */
export type Resource = 'wallet_api';
