import type { OauthEndpoint } from '../../../authorization/oauth-endpoint.ts';
import { assert } from '../../../base/assert.ts';
import { secretHashOf } from '../../client.ts';
import type { ClientForm, OauthAnswer } from '../authorization-server.ts';
import { callProvider, type Library } from './call-provider.ts';
import { PATHS } from './provider-settings.ts';
import { findClient, requestScope } from './request-scope.ts';

/** Answers calls that apps make directly to OAuth endpoints, without a browser. */
export async function callEndpoint(
  library: Library,
  endpoint: OauthEndpoint,
  form: ClientForm,
): Promise<OauthAnswer> {
  const parameters = new URLSearchParams(form.parameters);
  if (form.isBasic && (await isPublicClient(parameters.get('client_id')))) {
    parameters.delete('client_secret');
  }
  if (parameters.get('grant_type') === 'refresh_token' && endpoint === 'token') {
    requestScope().refreshingClientId = parameters.get('client_id');
  }
  const request = { method: 'POST', path: PATHS[endpoint], parameters, cookies: '' } as const;
  const { status, body } = await callProvider(library, request);
  return { status, body: readBody(body) };
}

export async function describeServer(library: Library): Promise<Readonly<Record<string, unknown>>> {
  const request = { method: 'GET', path: PATHS.metadata, cookies: '' } as const;
  const { body } = await callProvider(library, { ...request, parameters: new URLSearchParams() });
  return readBody(body);
}

/**
 * Whether a client is public, which means that it has no secret. Some public clients send a secret
 * all the same, such as the word "undefined".
 */
async function isPublicClient(id: string | null): Promise<boolean> {
  const client = id === null ? null : await findClient(id);
  return client !== null && secretHashOf(client) === null;
}

/**
 * Reads the body of the OAuth library's answer as an object. After a revocation the body is an
 * empty text.
 */
function readBody(body: unknown): Readonly<Record<string, unknown>> {
  if (body === '' || body === null) return {};
  assert(typeof body === 'object', 'the library answers apps with objects');
  return Object.fromEntries(Object.entries(body));
}
