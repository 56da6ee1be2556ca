import { Type } from 'typebox';
import { answerJsonText, publicRoute } from '../../web/route.ts';

const text = (description: string) => Type.String({ description });
const texts = (description: string) => Type.Array(Type.String(), { description });

const metadataSchema = Type.Object(
  {
    issuer: text('Issuer: the base URL of the API.'),
    authorization_endpoint: text('URL to which an app sends the user.'),
    token_endpoint: text('URL that exchanges codes and refresh tokens.'),
    revocation_endpoint: text('URL that revokes tokens.'),
    introspection_endpoint: text('URL that introspects tokens.'),
    scopes_supported: texts('All scopes.'),
    response_types_supported: texts('Supported response types.'),
    response_modes_supported: texts('Supported response modes.'),
    grant_types_supported: texts('Supported grant types.'),
    code_challenge_methods_supported: texts('Supported PKCE methods.'),
    token_endpoint_auth_methods_supported: texts('How apps authenticate to get tokens.'),
    revocation_endpoint_auth_methods_supported: texts('How apps authenticate to revoke.'),
    introspection_endpoint_auth_methods_supported: texts('How apps authenticate to introspect.'),
  },
  { $id: 'OauthMetadata', additionalProperties: false },
);

export const route = publicRoute({
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  access: 'public',
  operationId: 'readOauthMetadata',
  summary: 'Get authorization server metadata',
  description: 'Returns the OAuth 2.0 endpoints and what they support (RFC 8414).',
  success: 'The metadata.',
  tag: 'OAuth',
  response: metadataSchema,
  handle: async (deps: { readonly oauthMetadata: () => Promise<string> }) =>
    answerJsonText(await deps.oauthMetadata()),
});
