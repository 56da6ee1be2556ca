import { Type } from 'typebox';
import { ERROR_CODES } from '../wire/wire-errors.ts';

const codes = Object.entries(ERROR_CODES)
  .map(([code, meaning]) => `${code}: ${meaning}`)
  .join('. ');

export const errorSchema = Type.Object(
  {
    code: Type.Integer({ minimum: 0, description: codes }),
    error: Type.Boolean(),
    message: Type.String({ description: 'A sentence for a person' }),
  },
  {
    $id: 'Error',
    description: 'Every error but those of access',
    examples: [{ code: 8, error: true, message: 'Bad arguments' }],
  },
);

export const accessErrorSchema = Type.Object(
  {
    status: Type.Integer(),
    error: Type.String({
      description: 'Status 401: exactly `invalid access token` or `expired access token`',
    }),
  },
  {
    $id: 'AccessError',
    description: 'The token is missing, unknown or expired, or it lacks the scope',
    examples: [{ status: 401, error: 'expired access token' }],
  },
);

export const complaintsSchema = Type.Object(
  { errors: Type.Array(Type.String({ description: 'A sentence for a person' })) },
  {
    $id: 'Complaints',
    description: 'Bad input of the operations on webhook endpoints',
    examples: [{ errors: ['url must begin with https://'] }],
  },
);

export const oauthErrorSchema = Type.Object(
  {
    error: Type.String({ description: 'A code of RFC 6749, 5.2, such as `invalid_grant`' }),
    error_description: Type.String({ description: 'A sentence for a person' }),
  },
  {
    $id: 'OauthError',
    description: 'Errors of what apps call as themselves',
    examples: [{ error: 'invalid_grant', error_description: 'grant request is invalid' }],
  },
);
