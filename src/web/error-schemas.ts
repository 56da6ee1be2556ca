import { Type } from 'typebox';
import { ERROR_CODES } from './wire-errors.ts';

const codes = Object.entries(ERROR_CODES)
  .map(([code, meaning]) => `${code}: ${meaning}`)
  .join(' ');

export const errorSchema = Type.Object(
  {
    code: Type.Integer({ minimum: 0, description: codes }),
    error: Type.Boolean({ description: 'Always true.' }),
    message: Type.String({ description: 'What went wrong, for people to read.' }),
  },
  {
    $id: 'Error',
    description: 'An error. Errors about tokens and scopes have another form, `AccessError`.',
    examples: [{ code: 8, error: true, message: 'Bad arguments' }],
  },
);

export const accessErrorSchema = Type.Object(
  {
    status: Type.Integer({ description: 'The HTTP status: 401 or 403.' }),
    error: Type.String({
      description:
        'What is wrong. With status 401 it is exactly `invalid access token` or `expired access ' +
        'token`.',
    }),
  },
  {
    $id: 'AccessError',
    description: 'The token is missing, invalid or expired, or it does not have the scope.',
    examples: [{ status: 401, error: 'expired access token' }],
  },
);

export const complaintsSchema = Type.Object(
  {
    errors: Type.Array(Type.String(), {
      description: 'Everything that is wrong, for people to read.',
    }),
  },
  {
    $id: 'Complaints',
    description: 'A request about webhook endpoints that is invalid or was refused.',
    examples: [{ errors: ['url must begin with https://'] }],
  },
);

export const oauthErrorSchema = Type.Object(
  {
    error: Type.String({
      description: 'Error code of RFC 6749, section 5.2, such as `invalid_grant`.',
    }),
    error_description: Type.String({ description: 'What went wrong, for people to read.' }),
  },
  {
    $id: 'OauthError',
    description: 'An error of the endpoints that apps call with their client credentials.',
    examples: [{ error: 'invalid_grant', error_description: 'grant request is invalid' }],
  },
);
