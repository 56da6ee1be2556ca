import type { FastifySchema } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { SCOPE_DESCRIPTIONS } from '../access/scope.ts';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../base/limits.ts';
import type { ClientRoute, Route } from './route.ts';
import {
  accessErrorSchema,
  complaintsSchema,
  errorSchema,
  oauthErrorSchema,
} from './schemas/error-schemas.ts';

/** What the document says of a route. Errors follow from what kind of route it is. */
export function describeRoute(route: Route): FastifySchema {
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

/** Names of what callers show: see the document's security schemes. */
function describeSecurity({ access }: Route): Record<string, string[]>[] {
  if (access === 'public') return [];
  // A client may put its credentials among the fields too, and a public one has none.
  if (access === 'client') return [{ client: [] }, {}];
  return [{ token: access === 'any_token' ? [] : [access] }];
}

/** Every schema with a name, each once: the components of the document. */
export function namedSchemas(routes: readonly Route[]): readonly TSchema[] {
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

/** A copy in which schemas with a name are named only; with `members`, only those within it. */
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

function describeInWords({ access, description }: Route): string {
  const whoMay = describeAccess(access);
  return description === undefined ? whoMay : `${description}\n\n${whoMay}`;
}

function describeAccess(access: Route['access']): string {
  switch (access) {
    case 'public':
      return 'Needs no token.';
    case 'any_token':
      return 'Any valid token.';
    case 'client':
      return 'The app authenticates itself: by `Basic`, or by `client_id` and `client_secret`.';
    default:
      return `Scope \`${access}\`: ${SCOPE_DESCRIPTIONS[access]}`;
  }
}

const IDEMPOTENCY_HEADER = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      maxLength: MAX_IDEMPOTENCY_KEY_LENGTH,
      description:
        'A name of your own for this call: a repeat under the same name is the same call. It is ' +
        'kept for 24 hours after the end of the call, for keysends 30 days; later it is a new one',
    }),
  ),
});

function describeSuccess(route: Route): object {
  if (route.contentType === undefined) return withReferences(route.response);
  const schema = route.response;
  return { description: route.summary, content: { [route.contentType]: { schema } } };
}

function describeErrors(route: Route): Record<number, object> {
  if (route.access === 'client') return OAUTH_ERRORS;
  return {
    ...(takesInput(route) ? { 400: describeBadInput(route) } : {}),
    ...(route.access === 'public' ? {} : { 401: access('No valid token') }),
    ...(route.access === 'public' || route.access === 'any_token'
      ? {}
      : { 403: access('The token lacks the scope') }),
    ...(route.body === undefined
      ? {}
      : { 413: error('The body is too large'), 415: error('The body is not JSON') }),
    ...(route.isRepeatable ? { 422: error('The Idempotency-Key belongs to another request') } : {}),
    429: { ...error('Too many requests'), headers: RATE_HEADERS },
    500: describeFailure(route),
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

const describeBadInput = ({ listsComplaints }: Route): object =>
  listsComplaints
    ? { ...withReferences(complaintsSchema), description: 'Not done: the complaints say why' }
    : error('Not done: the message says why');

function describeFailure(route: Exclude<Route, ClientRoute>): object {
  if (route.tag !== 'Payments') return error('A fault of ours');
  const description =
    'The payment failed, or its end is not known yet (code 10); or a fault of ours (code 6)';
  if (!route.mayFailAsWhole) return error(description);
  return { anyOf: [withReferences(route.response), withReferences(errorSchema)], description };
}

const takesInput = ({ body, params, query }: Route): boolean =>
  body !== undefined || params !== undefined || query !== undefined;

const RATE_HEADERS = {
  'retry-after': { type: 'integer', description: 'Seconds to wait' },
  'x-rate-limit-limit': { type: 'integer', description: 'Calls at once' },
  'x-rate-limit-remaining': { type: 'integer', description: 'Calls left' },
  'x-rate-limit-reset': { type: 'integer', description: 'When all are left again, Unix seconds' },
};

const OAUTH_ERRORS: Readonly<Record<number, object>> = {
  400: oauthError('Not done: `error` says why (RFC 6749, 5.2)'),
  401: oauthError('The app is unknown, or its secret is wrong: `invalid_client`'),
  413: oauthError('The body is too large'),
  429: { ...oauthError('Too many requests'), headers: RATE_HEADERS },
  500: oauthError('A fault of ours'),
};
