import { clientRoute } from '../route.ts';
import { aboutTokenSchema, introspectionSchema } from '../schemas/oauth-schemas.ts';

export const route = clientRoute({
  method: 'POST',
  path: '/oauth/introspect',
  access: 'client',
  endpoint: 'introspection',
  operationId: 'introspectOwnToken',
  summary: 'What a token of this app is good for',
  description: 'RFC 7662. The token of another app is not active, like one that does not exist.',
  tag: 'OAuth',
  body: aboutTokenSchema,
  response: introspectionSchema,
});
