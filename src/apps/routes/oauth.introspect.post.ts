import { clientRoute } from '../../web/route.ts';
import { aboutTokenSchema, introspectionSchema } from './oauth-schemas.ts';

export const route = clientRoute({
  method: 'POST',
  path: '/oauth/introspect',
  access: 'client',
  endpoint: 'introspection',
  operationId: 'introspectOwnToken',
  summary: 'Introspect token',
  description:
    'Returns whether a token of this app is active, and what it allows (RFC 7662). Tokens of ' +
    'other apps are reported as not active.',
  success: 'The state of the token.',
  tag: 'OAuth',
  body: aboutTokenSchema,
  response: introspectionSchema,
});
