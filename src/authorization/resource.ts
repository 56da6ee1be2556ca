/** The resource that an OAuth token opens (RFC 8707). All other resources refuse the token. */
export type Resource = 'wallet_api';
