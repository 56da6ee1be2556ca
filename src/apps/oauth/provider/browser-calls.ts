import { ServerResponse } from 'node:http';
import { errors, type InteractionResults } from 'oidc-provider';
import type { ChallengeMethod } from '../../../authorization/challenge-method.ts';
import { ALL_SCOPES } from '../../../authorization/scope.ts';
import { assert } from '../../../base/assert.ts';
import type {
  Answer,
  AuthorizationRequest,
  BrowserStep,
  PendingRequest,
} from '../authorization-server.ts';
import { callProvider, type Library, type ProviderRequest, toMessage } from './call-provider.ts';
import { toGrantId } from './grant-id.ts';
import { COOKIE_NAMES, FOUND, PATHS } from './provider-settings.ts';
import { requestScope } from './request-scope.ts';

/**
 * Begins an authorization request that an app sent through the browser. The browser goes on to the
 * page that asks for consent.
 */
export async function begin(
  library: Library,
  { parameters, scopeProblem, isPlain }: AuthorizationRequest,
  cookies: string,
): Promise<BrowserStep> {
  const query = new URLSearchParams(parameters);
  if (scopeProblem !== null) query.set(FOUND.scopeProblem, scopeProblem);
  if (isPlain) query.set(FOUND.plainChallenge, 'yes');
  const path = PATHS.authorization;
  return holdBack(await takeStep(library, { method: 'GET', path, parameters: query, cookies }));
}

/**
 * Turns a redirect that carries an error to a callback into a page of ours, from which the person
 * can go on to the app. Otherwise, anyone could register an app, send a wrong request on purpose,
 * and so use our URL to redirect people to wherever they like (RFC 9700, 4.11.2). The redirect to
 * the page that asks for consent is left as it is.
 */
function holdBack(step: BrowserStep): BrowserStep {
  if (step.kind === 'refused' || step.to.startsWith('/')) return step;
  const { searchParams } = new URL(step.to);
  // If a parameter occurs several times, the last one is read. The callback URL may have one with
  // the same name, but the OAuth library appends its own at the end.
  const last = (name: string): string => searchParams.getAll(name).at(-1) ?? '';
  const { to: backTo, cookies } = step;
  return {
    kind: 'refused',
    error: last('error'),
    description: last('error_description'),
    backTo,
    cookies,
  };
}

export async function resume(library: Library, id: string, cookies: string): Promise<BrowserStep> {
  const path = `${PATHS.authorization}/${encodeURIComponent(id)}`;
  return await takeStep(library, { ...GET, path, cookies });
}

/**
 * A request that is passed to functions of the OAuth library which read nothing of it but the
 * cookies.
 */
const ANY_PAGE = { method: 'GET', path: '/', parameters: new URLSearchParams() } as const;

const GET = { method: 'GET', parameters: new URLSearchParams() } as const;

async function takeStep(library: Library, request: ProviderRequest): Promise<BrowserStep> {
  const { location, cookies: all } = await callProvider(library, request);
  const cookies = all.filter((cookie) => !cookie.startsWith(COOKIE_NAMES.session));
  if (location !== null) return { kind: 'redirected', to: await toCallback(location), cookies };
  const { problem } = requestScope();
  assert(problem !== null, 'a browser is led on, or told what is wrong');
  return { kind: 'refused', ...problem, backTo: null, cookies };
}

/**
 * Removes the parameter `iss`, by which the OAuth library names the issuer in each redirect to a
 * callback (RFC 9207), for registered apps that do not want it.
 */
async function toCallback(location: string): Promise<string> {
  // Each call of the OAuth library is about one app, so the first client that was read for the call
  // is that app.
  const [client] = await Promise.all(requestScope().clients.values());
  const isUnwanted = client?.kind === 'registered' && !client.sendsIssuer;
  const answer = isUnwanted ? URL.parse(location) : null;
  // The address may be a path of this site, which does not parse as a URL.
  if (answer === null || !answer.searchParams.has('iss')) return location;
  answer.searchParams.delete('iss');
  return answer.href;
}

export async function findRequest(
  { provider, publicUrl }: Library,
  id: string,
  cookies: string,
): Promise<PendingRequest | null> {
  const message = toMessage(publicUrl, { ...ANY_PAGE, cookies });
  const found = await orGone(provider.interactionDetails(message, new ServerResponse(message)));
  if (found === null || found.jti !== id) return null;
  const { client_id: clientId, redirect_uri: callback, scope } = found.params;
  const isComplete =
    typeof clientId === 'string' && typeof callback === 'string' && typeof scope === 'string';
  assert(isComplete, 'a request is complete');
  const asked = new Set(scope.split(' '));
  const scopes = ALL_SCOPES.filter((known) => asked.has(known));
  return { clientId, callback, scopes, challenge: challengeOf(found.params) };
}

function challengeOf(params: Readonly<Record<string, unknown>>): ChallengeMethod {
  if (params['code_challenge'] === undefined) return 'none';
  return params[FOUND.plainChallenge] === undefined ? 'S256' : 'plain';
}

export interface GivenAnswer {
  readonly id: string;
  readonly cookies: string;
  readonly answer: Answer;
}

export async function answerRequest(
  library: Library,
  { id, cookies, answer }: GivenAnswer,
): Promise<string | null> {
  if ((await findRequest(library, id, cookies)) === null) return null;
  const message = toMessage(library.publicUrl, { ...ANY_PAGE, cookies });
  const response = new ServerResponse(message);
  return await orGone(library.provider.interactionResult(message, response, toResult(answer)));
}

const toResult = (answer: Answer): InteractionResults =>
  answer.kind === 'approved'
    ? { login: { accountId: answer.userId }, consent: { grantId: toGrantId(answer.appGrant) } }
    : { error: 'access_denied', error_description: 'the user said no' };

async function orGone<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null;
    throw error;
  }
}
