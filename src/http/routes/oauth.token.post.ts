import { clientRoute } from '../route.ts';
import { tokenAnswerSchema, tokenRequestSchema } from '../schemas/oauth-schemas.ts';

export const route = clientRoute({
  method: 'POST',
  path: '/oauth/token',
  access: 'client',
  endpoint: 'token',
  operationId: 'obtainTokens',
  summary: 'Exchange a code, or a refresh token, for a new pair of tokens',
  description:
    'RFC 6749, 4.1.3 and 6. Parameters may stand in the body or in the address. A refresh token ' +
    'works once: every other use is `invalid_grant`, and one that comes more than 10 seconds ' +
    'later ends all tokens that the app has for this user.',
  tag: 'OAuth',
  body: tokenRequestSchema,
  response: tokenAnswerSchema,
});
