import { Type } from 'typebox';
import type { AppGrantStore } from '../../authorization/app-grant.ts';
import { ALL_SCOPES, SCOPE_DESCRIPTIONS } from '../../authorization/scope.ts';
import { anyName } from '../../web/any-name.ts';
import { answerJson, protectedRoute } from '../../web/route.ts';
import { introspectToken } from '../introspect-token.ts';

const tokenSchema = Type.Object(
  {
    client_id: Type.String({
      description: 'Client id of the app; for a personal access token, the id of the token.',
    }),
    redirect_uri: Type.String({
      description: 'Redirect URI of the app; empty for a personal access token.',
    }),
    scopes: Type.Record(anyName(), Type.String(), {
      description: 'Scopes of the token: names and descriptions.',
    }),
  },
  { $id: 'Token', additionalProperties: false },
);

export const route = protectedRoute({
  method: 'GET',
  path: '/oauth/token/introspect',
  access: 'any_token',
  operationId: 'introspectToken',
  summary: 'Introspect current token',
  description: 'Returns the app and the scopes of the access token that makes this call.',
  success: 'The app and the scopes.',
  tag: 'OAuth',
  response: tokenSchema,
  handle: async (deps: { readonly appGrants: AppGrantStore }, { caller }) => {
    const { clientId, redirectUri, scopes } = await introspectToken(deps, caller);
    const granted = ALL_SCOPES.filter((scope) => scopes.has(scope));
    return answerJson({
      client_id: clientId,
      redirect_uri: redirectUri,
      scopes: Object.fromEntries(granted.map((scope) => [scope, SCOPE_DESCRIPTIONS[scope]])),
    });
  },
});
