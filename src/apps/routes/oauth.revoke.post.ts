import { Type } from 'typebox';
import { clientRoute } from '../../web/route.ts';
import { aboutTokenSchema } from './oauth-schemas.ts';

export const route = clientRoute({
  method: 'POST',
  path: '/oauth/revoke',
  access: 'client',
  endpoint: 'revocation',
  operationId: 'revokeToken',
  summary: 'Revoke token',
  description:
    'Revokes a token and with it every other token that the app holds for the same user ' +
    '(RFC 7009). The user still sees the app as connected, with its budget; a new consent ' +
    'continues that connection.',
  success: 'The token is revoked, or there was nothing to revoke.',
  tag: 'OAuth',
  body: aboutTokenSchema,
  response: Type.Object({}, { additionalProperties: false }),
});
