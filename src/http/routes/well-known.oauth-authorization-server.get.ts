import { Type } from 'typebox';
import { answerJsonText, publicRoute } from '../route.ts';

const text = Type.String();
const texts = Type.Array(Type.String());

const metadataSchema = Type.Object(
  {
    issuer: text,
    authorization_endpoint: text,
    token_endpoint: text,
    revocation_endpoint: text,
    introspection_endpoint: text,
    scopes_supported: texts,
    response_types_supported: texts,
    response_modes_supported: texts,
    grant_types_supported: texts,
    code_challenge_methods_supported: texts,
    token_endpoint_auth_methods_supported: texts,
    revocation_endpoint_auth_methods_supported: texts,
    introspection_endpoint_auth_methods_supported: texts,
    authorization_response_iss_parameter_supported: Type.Boolean(),
  },
  { $id: 'OauthMetadata', additionalProperties: false },
);

export const route = publicRoute({
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  access: 'public',
  operationId: 'readOauthMetadata',
  summary: 'Where and how apps get tokens, for libraries (RFC 8414)',
  tag: 'OAuth',
  response: metadataSchema,
  handle: async (deps) => answerJsonText(await deps.oauthMetadata()),
});
