/** What a token of OAuth is for (RFC 8707): everything else refuses it. */
export type Resource = 'wallet_api';
