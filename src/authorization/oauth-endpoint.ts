/** Endpoints that apps call with their own credentials: RFC 6749 (3.2), RFC 7009, RFC 7662. */
export type OauthEndpoint = 'token' | 'revocation' | 'introspection';
