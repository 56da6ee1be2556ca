import { Type } from 'typebox';
import { ALL_SCOPES, SCOPE_DESCRIPTIONS } from '../../access/scope.ts';
import { introspectToken } from '../../usecases/apps/introspect-token.ts';
import { answerJson, protectedRoute } from '../route.ts';

const tokenSchema = Type.Object(
  {
    client_id: Type.String({ description: 'A personal token shows its own id' }),
    redirect_uri: Type.String({ description: 'Empty for a personal token' }),
    scopes: Type.Record(Type.String(), Type.String(), { description: 'Scope → what it allows' }),
  },
  { $id: 'Token', additionalProperties: false },
);

export const route = protectedRoute({
  method: 'GET',
  path: '/oauth/token/introspect',
  access: 'any_token',
  operationId: 'introspectToken',
  summary: 'What the token of this call is good for',
  tag: 'OAuth',
  response: tokenSchema,
  handle: async (deps, { caller }) => {
    const { clientId, redirectUri, scopes } = await introspectToken(deps, caller);
    const granted = ALL_SCOPES.filter((scope) => scopes.has(scope));
    return answerJson({
      client_id: clientId,
      redirect_uri: redirectUri,
      scopes: Object.fromEntries(granted.map((scope) => [scope, SCOPE_DESCRIPTIONS[scope]])),
    });
  },
});
