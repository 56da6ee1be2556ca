import { ALL_SCOPES } from '../../../authorization/scope.ts';

export interface MetadataUrls {
  readonly baseUrl: string;
  readonly authUrl: string;
}

/**
 * Presents the authorization server's metadata (RFC 8414): that of the OAuth library, without
 * fields of OpenID Connect, with our URLs and the PKCE methods that we accept. It does not announce
 * the parameter `iss` in answers (RFC 9207), because clients that read the announcement require
 * `iss`, and only some apps get it. A client that gets `iss` unannounced should discard the answer
 * unless it decides otherwise (section 2.4), so a strict client that uses this metadata may refuse
 * answers.
 */
export function presentMetadata(
  described: Readonly<Record<string, unknown>>,
  { baseUrl, authUrl }: MetadataUrls,
): Readonly<Record<string, unknown>> {
  const own = Object.entries(described).filter(([name]) => KEPT.has(name));
  return {
    ...Object.fromEntries(own),
    issuer: baseUrl,
    authorization_endpoint: `${authUrl}/oauth`,
    token_endpoint: `${baseUrl}/oauth/token`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    introspection_endpoint: `${baseUrl}/oauth/introspect`,
    scopes_supported: ALL_SCOPES,
    response_modes_supported: ['query'],
    code_challenge_methods_supported: ['S256', 'plain'],
    revocation_endpoint_auth_methods_supported: described['token_endpoint_auth_methods_supported'],
    introspection_endpoint_auth_methods_supported:
      described['token_endpoint_auth_methods_supported'],
  };
}

const KEPT: ReadonlySet<string> = new Set([
  'response_types_supported',
  'grant_types_supported',
  'token_endpoint_auth_methods_supported',
]);
