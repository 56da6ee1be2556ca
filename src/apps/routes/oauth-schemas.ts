import { Type } from 'typebox';

const clientFields = {
  client_id: Type.Optional(
    Type.String({ description: 'Client id, if it is not in the `Authorization` header.' }),
  ),
  client_secret: Type.Optional(
    Type.String({ description: 'Client secret, if it is not in the `Authorization` header.' }),
  ),
};

export const tokenRequestSchema = Type.Object({
  grant_type: Type.Union([Type.Literal('authorization_code'), Type.Literal('refresh_token')], {
    description: 'What is exchanged: a code or a refresh token.',
  }),
  code: Type.Optional(
    Type.String({
      description: 'The code that the callback received. It works once, within 60 seconds.',
    }),
  ),
  redirect_uri: Type.Optional(
    Type.String({ description: 'With a code: the callback URL of the app.' }),
  ),
  code_verifier: Type.Optional(
    Type.String({
      minLength: 43,
      maxLength: 128,
      description: 'With a code, if PKCE is used: the code verifier.',
    }),
  ),
  refresh_token: Type.Optional(
    Type.String({ description: 'With `grant_type=refresh_token`: the token. It works once.' }),
  ),
  scope: Type.Optional(
    Type.String({
      description: 'With a refresh token: fewer scopes for the new access token, space-separated.',
    }),
  ),
  ...clientFields,
});

export const tokenAnswerSchema = Type.Object(
  {
    access_token: Type.String({ description: 'Bearer token for calls of the API.' }),
    expires_in: Type.Integer({ description: 'Lifetime of the access token, in seconds.' }),
    refresh_token: Type.String({ description: 'Token for the next refresh. It works once.' }),
    scope: Type.String({ description: 'Granted scopes, space-separated.' }),
    token_type: Type.Literal('Bearer', { description: 'Always `Bearer`.' }),
  },
  { $id: 'TokenAnswer', additionalProperties: false },
);

export const aboutTokenSchema = Type.Object({
  token: Type.String({ description: 'An access token or a refresh token of this app.' }),
  token_type_hint: Type.Optional(
    Type.String({ description: '`access_token` or `refresh_token`. It may be left out.' }),
  ),
  ...clientFields,
});

export const introspectionSchema = Type.Object(
  {
    active: Type.Boolean({
      description: 'Whether the token is valid. If false, the response has no other field.',
    }),
    scope: Type.Optional(Type.String({ description: 'Scopes of the token, space-separated.' })),
    client_id: Type.Optional(Type.String({ description: 'Client id of the app.' })),
    token_type: Type.Optional(Type.String({ description: 'Type of the token, such as `Bearer`.' })),
    exp: Type.Optional(
      Type.Integer({ description: 'When the token expires, in seconds of Unix time.' }),
    ),
    iat: Type.Optional(
      Type.Integer({ description: 'When the token was issued, in seconds of Unix time.' }),
    ),
    iss: Type.Optional(Type.String({ description: 'The issuer, see the server metadata.' })),
  },
  { $id: 'Introspection', additionalProperties: false },
);
