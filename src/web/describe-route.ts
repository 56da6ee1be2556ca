import type { FastifySchema } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { MAX_BODY_BYTES, MAX_OAUTH_BODY_BYTES } from '../base/limits.ts';
import {
  accessErrorSchema,
  complaintsSchema,
  errorSchema,
  oauthErrorSchema,
} from './error-schemas.ts';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from './limits.ts';
import type { ClientRoute, RouteDescription } from './route.ts';

/** Describes a route for the API document. Most errors follow from the kind of route. */
export function describeRoute(route: RouteDescription): FastifySchema {
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: describeInWords(route),
    tags: [route.tag],
    security: describeSecurity(route),
    ...(route.access === 'client' ? { consumes: [FORM] } : {}),
    ...(route.params === undefined ? {} : { params: route.params }),
    ...(route.query === undefined ? {} : { querystring: route.query }),
    ...(route.body === undefined ? {} : { body: withReferences(route.body) }),
    ...(route.isRepeatable ? { headers: IDEMPOTENCY_HEADER } : {}),
    response: { 200: describeSuccess(route), ...describeErrors(route) },
  };
}

const FORM = 'application/x-www-form-urlencoded';

/**
 * Describes which credentials a route takes, by the names of security schemes in the API document.
 */
function describeSecurity({ access }: RouteDescription): Record<string, string[]>[] {
  if (access === 'public') return [];
  // Apps may also send their credentials as fields of the form, and a public client has no secret,
  // so the security scheme is optional.
  if (access === 'client') return [{ client: [] }, {}];
  return [{ token: access === 'any_token' ? [] : [access] }];
}

/** Collects each named schema once, for the components of the API document. */
export function namedSchemas(routes: readonly RouteDescription[]): readonly TSchema[] {
  const found = new Map<string, TSchema>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const name = nameOf(value);
    if (name !== null) found.set(name, value);
    for (const member of Object.values(value)) visit(member);
  };
  for (const schema of [accessErrorSchema, complaintsSchema, errorSchema, oauthErrorSchema]) {
    visit(schema);
  }
  for (const route of routes) for (const schema of [route.body, route.response]) visit(schema);
  return [...found.values()];
}

/**
 * Copies a schema and replaces named schemas by references to the components of the API document.
 * With `members`, the schema itself is copied even if it has a name, and only schemas inside of it
 * become references.
 */
export function withReferences(schema: object, from: 'root' | 'members' = 'root'): object {
  const name = nameOf(schema);
  if (name !== null && from === 'root') return { $ref: `${name}#` };
  return Object.fromEntries(Object.entries(schema).map(([key, member]) => [key, referIn(member)]));
}

function referIn(member: unknown): unknown {
  if (Array.isArray(member)) return member.map(referIn);
  return typeof member === 'object' && member !== null ? withReferences(member) : member;
}

const nameOf = (schema: object): string | null =>
  '$id' in schema && typeof schema.$id === 'string' ? schema.$id : null;

function describeInWords({ access, description }: RouteDescription): string {
  const whoMay = describeAccess(access);
  return description === undefined ? whoMay : `${description}\n\n${whoMay}`;
}

function describeAccess(access: RouteDescription['access']): string {
  switch (access) {
    case 'public':
      return 'No token is required.';
    case 'any_token':
      return 'Requires a valid token with any scope.';
    case 'client':
      return (
        'The app authenticates with its client credentials: in the `Authorization` header ' +
        '(`Basic`), or as `client_id` and `client_secret` in the form.'
      );
    default:
      return `Requires the scope \`${access}\`.`;
  }
}

const IDEMPOTENCY_HEADER = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      maxLength: MAX_IDEMPOTENCY_KEY_LENGTH,
      description:
        `A unique key for this call, 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} printable ASCII ` +
        'characters. Repeating the call with the same token, key and body returns the outcome of ' +
        'the first call. A key is kept for 24 hours after the call has ended, or for 30 days if ' +
        'it sent a keysend payment; after that it counts as new.',
    }),
  ),
});

function describeSuccess(route: RouteDescription): object {
  const { success: description, response, contentType } = route;
  if (contentType === undefined) return { ...withReferences(response), description };
  return { description, content: { [contentType]: { schema: response } } };
}

function describeErrors(route: RouteDescription): Record<number, object> {
  if (route.access === 'client') return OAUTH_ERRORS;
  return {
    ...(takesInput(route) ? { 400: describeBadInput(route) } : {}),
    ...(route.access === 'public' ? {} : { 401: access(NO_TOKEN) }),
    ...(route.access === 'public' || route.access === 'any_token' ? {} : { 403: access(NO_SCOPE) }),
    ...(route.body === undefined ? {} : { 413: error(TOO_LARGE), 415: error(NOT_JSON) }),
    ...(route.isRepeatable ? { 422: error(KEY_REUSED) } : {}),
    429: { ...error(TOO_MANY), headers: RATE_HEADERS },
    500: describeFailure(route),
    503: { ...error(AWAY), headers: { 'retry-after': RATE_HEADERS['retry-after'] } },
    ...Object.fromEntries(
      Object.entries(route.errors ?? {}).map(([status, when]) => [status, error(when)]),
    ),
  };
}

const oauthError = (description: string) => ({
  ...withReferences(oauthErrorSchema),
  description,
});
const error = (description: string) => ({ ...withReferences(errorSchema), description });
const access = (description: string) => ({ ...withReferences(accessErrorSchema), description });

const NO_TOKEN = 'The access token is missing, invalid or expired. Get a new one and try again.';
const NO_SCOPE = 'The token does not have the scope that this operation requires.';
const TOO_LARGE = `The body is larger than ${MAX_BODY_BYTES} bytes.`;
const NOT_JSON = 'The body is not sent as `application/json`.';
const KEY_REUSED = 'The Idempotency-Key was already used for a different request. Use a new key.';
const TOO_MANY = 'Too many requests. Wait for the number of seconds in `retry-after`.';
const AWAY =
  'The service cannot reach its database or its node, the database refuses to write, or a ' +
  'standby has not confirmed what was written. What was asked for may have happened: repeat it, ' +
  'with the same Idempotency-Key where there is one.';
const SERVER_FAILED = 'The service failed to process the request. Try again later.';

function describeBadInput({ listsComplaints, isRepeatable, pacing }: RouteDescription): object {
  if (listsComplaints) {
    const description = 'The request is invalid or was refused. `errors` lists the reasons.';
    return { ...withReferences(complaintsSchema), description };
  }
  if (!isRepeatable) return error('The request is invalid. `message` says why.');
  return error(
    `This call has ${pacing === 'payment' ? 'paid' : 'created'} nothing. Code 8: the request is ` +
      'invalid. Code 2: the wallet or the invoice does not allow it. `message` says why.',
  );
}

function describeFailure(route: Exclude<RouteDescription, ClientRoute>): object {
  if (route.pacing !== 'payment') return error(SERVER_FAILED);
  const description =
    'Code 10: the payment failed and nothing was paid, or, if `message` contains "pending", its ' +
    'outcome is not known yet. Code 6: the service failed to process the request, or payments to ' +
    'other nodes are stopped. When the outcome is not certain, repeat the call with the same ' +
    'Idempotency-Key; do not start a new payment.';
  if (!route.mayFailAsWhole) return error(description);
  return {
    anyOf: [withReferences(route.response), withReferences(errorSchema)],
    description: `No payment succeeded: each item has its own error. Or one error. ${description}`,
  };
}

const takesInput = ({ body, params, query }: RouteDescription): boolean =>
  body !== undefined || params !== undefined || query !== undefined;

const RATE_HEADERS = {
  'retry-after': { type: 'integer', description: 'Seconds to wait before the next call.' },
  'x-rate-limit-limit': { type: 'integer', description: 'Calls that are allowed in one burst.' },
  'x-rate-limit-remaining': { type: 'integer', description: 'Calls that are left right now.' },
  'x-rate-limit-reset': {
    type: 'integer',
    description: 'When the full limit is available again, in seconds of Unix time.',
  },
};

const OAUTH_ERRORS: Readonly<Record<number, object>> = {
  400: oauthError('The request was refused. `error` says why (RFC 6749, section 5.2).'),
  401: oauthError('`invalid_client`: the app is unknown or its secret is wrong.'),
  413: oauthError(`The body is larger than ${MAX_OAUTH_BODY_BYTES} bytes.`),
  429: { ...oauthError(TOO_MANY), headers: RATE_HEADERS },
  500: oauthError(SERVER_FAILED),
  503: {
    ...oauthError(AWAY),
    headers: { 'retry-after': RATE_HEADERS['retry-after'] },
  },
};
