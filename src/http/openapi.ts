import swagger from '@fastify/swagger';
import Fastify from 'fastify';
import { describeRoute, namedSchemas, withReferences } from './describe-route.ts';
import type { Route } from './route.ts';

/**
 * The OpenAPI 3.1 document of the routes, as JSON text. It is made from the schemas that check what
 * comes in, by a server that never listens.
 */
export async function renderOpenapi(routes: readonly Route[], serverUrl: string): Promise<string> {
  const app = Fastify({ logger: false, exposeHeadRoutes: false });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Satchel API', version: API_VERSION, description: DESCRIPTION },
      servers: [{ url: serverUrl }],
      tags: [
        { name: 'Invoices', description: 'Receive, and see what came in and went out' },
        { name: 'Payments', description: 'Pay, to anybody on the Lightning Network' },
        { name: 'Webhooks', description: 'Be told of what settles' },
        { name: 'Account', description: 'The wallet and its owner' },
        { name: 'OAuth', description: 'How an app gets tokens for the wallets of others' },
        { name: 'Service', description: 'The service itself' },
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

/** The wire has no version of its own: it stays as its clients know it, and only grows. */
const API_VERSION = '1.0.0';

const TOKEN_SCHEME = {
  type: 'http',
  scheme: 'bearer',
  description:
    'An access token of an app, or a personal one. Each operation names the scope that it needs.',
} as const;

const CLIENT_SCHEME = {
  type: 'http',
  scheme: 'basic',
  description: 'Client id and secret of an app; the secret is empty for a public client.',
} as const;

const DESCRIPTION = [
  'A Lightning wallet over HTTP. Amounts are whole satoshis.',
  'Errors are JSON: `{"code", "error": true, "message"}`, and `{"status", "error"}` where the ' +
    'token is missing, unknown, expired (401) or lacks the scope (403).',
  'Calls that create an invoice or pay take an `Idempotency-Key`: a repeat under the same key is ' +
    'the same call, and answers what has become of it.',
].join('\n\n');
