import swagger from '@fastify/swagger';
import Fastify from 'fastify';
import { ALL_SCOPES, SCOPE_DESCRIPTIONS } from '../authorization/scope.ts';
import { describeRoute, namedSchemas, withReferences } from './describe-route.ts';
import type { RouteDescription } from './route.ts';
import { ERROR_CODES } from './wire-errors.ts';

/**
 * Renders the OpenAPI 3.1 document of the routes, as JSON text. A server that never listens makes
 * it from the same schemas that validate requests.
 */
export async function renderOpenapi(
  routes: readonly RouteDescription[],
  serverUrl: string,
): Promise<string> {
  const app = Fastify({ logger: false, exposeHeadRoutes: false });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Satchel API', version: API_VERSION, description: DESCRIPTION },
      servers: [{ url: serverUrl }],
      tags: [
        { name: 'Invoices', description: 'Create invoices and read the payment history.' },
        { name: 'Onchain', description: 'Receive bitcoin on the chain.' },
        { name: 'Payments', description: 'Pay BOLT11 invoices and send keysend payments.' },
        { name: 'Webhooks', description: 'Receive a request whenever a payment settles.' },
        { name: 'Account', description: 'Read the balance and the profile of the user.' },
        { name: 'OAuth', description: 'Get, check and revoke the tokens of an app.' },
        { name: 'Service', description: 'Check the service and read this reference.' },
      ],
      components: { securitySchemes: { token: TOKEN_SCHEME, client: CLIENT_SCHEME } },
    },
    refResolver: { buildLocalReference: (schema) => String(schema['$id']) },
  });
  await app.register(async (scope) => {
    for (const schema of namedSchemas(routes)) scope.addSchema(withReferences(schema, 'members'));
    for (const route of routes) {
      scope.route({
        method: route.method,
        url: route.path,
        schema: describeRoute(route),
        handler: async () => null,
      });
    }
  });
  await app.ready();
  const document = app.swagger();
  await app.close();
  return `${JSON.stringify(document, null, 2)}\n`;
}

/**
 * The version of the API document. Requests carry none: existing clients keep working, and the API
 * only grows.
 */
const API_VERSION = '1.0.0';

const TOKEN_SCHEME = {
  type: 'http',
  scheme: 'bearer',
  description:
    'A personal access token, or an access token that an app got through OAuth 2.0. Each ' +
    'operation names the scope that it requires.',
} as const;

const CLIENT_SCHEME = {
  type: 'http',
  scheme: 'basic',
  description:
    'The client id and the client secret of an app. A public client sends an empty secret.',
} as const;

const SCOPE_ROWS = ALL_SCOPES.map((scope) => `| \`${scope}\` | ${SCOPE_DESCRIPTIONS[scope]} |`);
const CODE_ROWS = Object.entries(ERROR_CODES).map(([code, meaning]) => `| ${code} | ${meaning} |`);

/** The description of the API in Markdown, which the reference page renders. */
const DESCRIPTION = [
  'Create and pay Lightning invoices, send keysend payments, read the balance and the history of ' +
    'a wallet, and receive webhooks.',
  '## Authentication',
  'Send `Authorization: Bearer <token>`. Users create personal access tokens for their own ' +
    'wallet on the page "Tokens". Apps get access tokens through OAuth 2.0 (authorization code ' +
    'flow).',
  ['| Scope | Allows |', '|---|---|', ...SCOPE_ROWS].join('\n'),
  '## Amounts and times',
  'Amounts are whole satoshis (sat), unless the name of a field says millisatoshis (msat). ' +
    'Timestamps are ISO 8601 in UTC, unless a field is described as Unix time, which counts ' +
    'seconds.',
  '## Errors',
  'Most errors have the body `{"code": 8, "error": true, "message": "Bad arguments"}`. The ' +
    '`message` is a sentence for people; programs read the `code`:',
  ['| Code | Meaning |', '|---|---|', ...CODE_ROWS].join('\n'),
  'A missing, invalid or expired token (401) and a missing scope (403) are reported as ' +
    '`{"status": 401, "error": "expired access token"}`. Invalid input for webhook endpoints is ' +
    'reported as `{"errors": ["url must begin with https://"]}`. Endpoints that apps call with ' +
    'their client credentials report errors as OAuth 2.0 defines them (RFC 6749, section 5.2).',
  '## Retries',
  'Send an `Idempotency-Key` with each call that creates an invoice or makes a payment. ' +
    'Repeating the call with the same key does not create or pay anything again: it waits for ' +
    'the outcome of the first call and returns it.',
  '## Rate limits',
  'The headers `x-rate-limit-limit`, `x-rate-limit-remaining` and `x-rate-limit-reset` show how ' +
    'many calls are left. After a response with status 429, wait for the number of seconds in ' +
    '`retry-after`.',
].join('\n\n');
