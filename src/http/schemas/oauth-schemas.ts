import { Type } from 'typebox';

const clientFields = {
  client_id: Type.Optional(Type.String({ description: 'Where it is not in the header' })),
  client_secret: Type.Optional(Type.String({ description: 'Where it is not in the header' })),
};

export const tokenRequestSchema = Type.Object({
  grant_type: Type.Union([Type.Literal('authorization_code'), Type.Literal('refresh_token')]),
  code: Type.Optional(Type.String({ description: 'From the callback; good for 60 seconds, once' })),
  redirect_uri: Type.Optional(Type.String({ description: 'The callback, with a code' })),
  code_verifier: Type.Optional(
    Type.String({ minLength: 43, maxLength: 128, description: 'With a code asked for by PKCE' }),
  ),
  refresh_token: Type.Optional(Type.String({ description: 'Works once' })),
  scope: Type.Optional(Type.String({ description: 'With a refresh token: fewer scopes' })),
  ...clientFields,
});

export const tokenAnswerSchema = Type.Object(
  {
    access_token: Type.String(),
    expires_in: Type.Integer({ description: 'Seconds' }),
    refresh_token: Type.String({ description: 'For the next pair; works once' }),
    scope: Type.String({ description: 'Granted scopes, with spaces between them' }),
    token_type: Type.Literal('Bearer'),
  },
  { $id: 'TokenAnswer', additionalProperties: false },
);

export const aboutTokenSchema = Type.Object({
  token: Type.String({ description: 'An access or a refresh token of this app' }),
  token_type_hint: Type.Optional(Type.String()),
  ...clientFields,
});

export const introspectionSchema = Type.Object(
  {
    active: Type.Boolean({ description: 'Alone in the answer when it is false' }),
    scope: Type.Optional(Type.String()),
    client_id: Type.Optional(Type.String()),
    token_type: Type.Optional(Type.String()),
    exp: Type.Optional(Type.Integer({ description: 'Unix time' })),
    iat: Type.Optional(Type.Integer({ description: 'Unix time' })),
    iss: Type.Optional(Type.String()),
  },
  { $id: 'Introspection', additionalProperties: false },
);
