import { clientRoute } from '../../web/route.ts';
import { tokenAnswerSchema, tokenRequestSchema } from './oauth-schemas.ts';

export const route = clientRoute({
  method: 'POST',
  path: '/oauth/token',
  access: 'client',
  endpoint: 'token',
  operationId: 'obtainTokens',
  summary: 'Exchange code or refresh token',
  description:
    'Exchanges an authorization code or a refresh token for a new access token and a new refresh ' +
    'token (RFC 6749, sections 4.1.3 and 6). Parameters may also be sent in the query.\n\n' +
    'A refresh token works once, and using it again fails with `invalid_grant`. If that happens ' +
    'more than 10 seconds after the first use (the operator may change this), all tokens that ' +
    'the app holds for this user are revoked.',
  success: 'The new tokens.',
  tag: 'OAuth',
  body: tokenRequestSchema,
  response: tokenAnswerSchema,
});
