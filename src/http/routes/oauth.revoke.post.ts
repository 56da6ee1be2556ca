import { Type } from 'typebox';
import { clientRoute } from '../route.ts';
import { aboutTokenSchema } from '../schemas/oauth-schemas.ts';

export const route = clientRoute({
  method: 'POST',
  path: '/oauth/revoke',
  access: 'client',
  endpoint: 'revocation',
  operationId: 'revokeToken',
  summary: 'End a token, and with it all that the app has for this user',
  description:
    'RFC 7009. Also answers 200 when there is nothing to end. The user still sees the ' +
    'connection, with its budget; a new consent joins it.',
  tag: 'OAuth',
  body: aboutTokenSchema,
  response: Type.Object({}, { additionalProperties: false }),
});
