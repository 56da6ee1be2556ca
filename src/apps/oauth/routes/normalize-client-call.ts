import { accept, type Result, refuse } from '../../../base/result.ts';
import { MAX_OAUTH_PARAMETERS, MAX_OAUTH_VALUE_LENGTH } from '../../limits.ts';
import type { ClientForm } from '../authorization-server.ts';
import { type BasicCredentials, readBasic } from './basic-credentials.ts';
import { INVALID_CLIENT, invalidRequest, type OauthError } from './oauth-error.ts';
import { readFormBody } from './read-form-body.ts';

/** A call of an app to an OAuth endpoint, as it was received. */
export interface ClientCall {
  /** The query of the URL, into which some apps put parameters. */
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly authorization: string | undefined;
}

/**
 * Brings a call of an app into one form. Apps put parameters into the query, the body or both, and
 * their credentials into a header or among the parameters. Repeated or contradicting parameters are
 * refused.
 */
export async function normalizeClientCall(
  call: ClientCall,
): Promise<Result<ClientForm, OauthError>> {
  const body = await readFormBody(call.contentType, call.body);
  if (!body.ok) return body;
  const given = [...call.query, ...body.value];
  if (given.length > MAX_OAUTH_PARAMETERS) return refuse(invalidRequest('too many parameters'));
  const parameters = new URLSearchParams(given.filter(([name]) => KNOWN.has(name)));
  const problem = findProblem(parameters);
  if (problem !== null) return refuse(invalidRequest(problem));
  // Some public clients, which have no secret, send an empty one. It counts as none.
  if (parameters.get('client_secret') === '') parameters.delete('client_secret');
  if (call.authorization === undefined) return accept({ parameters, isBasic: false });
  const basic = readBasic(call.authorization);
  return basic.ok ? mergeBasic(parameters, basic.value) : basic;
}

const KNOWN: ReadonlySet<string> = new Set([
  'grant_type',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'scope',
  'token',
  'token_type_hint',
  'client_id',
  'client_secret',
]);

/**
 * Finds what is wrong with the parameters. The description contains only their names, because their
 * values may be secrets.
 */
function findProblem(parameters: URLSearchParams): string | null {
  const names = [...parameters.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) return `${repeated} must not be given twice`;
  const long = names.find((name) => (parameters.get(name)?.length ?? 0) > MAX_OAUTH_VALUE_LENGTH);
  return long === undefined ? null : `${long} is too long`;
}

function mergeBasic(
  parameters: URLSearchParams,
  { id, secret }: BasicCredentials,
): Result<ClientForm, OauthError> {
  if (parameters.has('client_secret') && secret !== '') {
    return refuse(invalidRequest('use only one way to authenticate'));
  }
  const named = parameters.get('client_id') ?? '';
  if (named !== '' && named !== id) {
    return refuse(invalidRequest('client_id differs from the one in the header'));
  }
  if (id === '') return refuse(INVALID_CLIENT);
  parameters.set('client_id', id);
  if (secret !== '') parameters.set('client_secret', secret);
  return accept({ parameters, isBasic: secret !== '' });
}
