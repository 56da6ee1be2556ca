import { sha256 } from '@noble/hashes/sha2.js';
import { base64urlnopad } from '@scure/base';
import { isScope } from '../../../authorization/scope.ts';
import type { AuthorizationRequest } from '../authorization-server.ts';

/**
 * Brings an authorization request of an app into the form that the library knows. Client, callback
 * and repeated parameters are passed on unchanged: the library judges them, and redirects to the
 * app only if client and callback are good.
 */
export function normalizeAuthorization(query: URLSearchParams): AuthorizationRequest {
  const parameters = new URLSearchParams();
  // Unknown parameters are dropped: the SDK leaks a field of its own into the URL, and other
  // clients follow OpenID Connect.
  for (const [name, value] of query) if (KNOWN.has(name)) parameters.append(name, value);
  dropHarmlessPrompt(parameters);
  refuseOtherResponses(parameters);
  return {
    parameters,
    scopeProblem: normalizeScope(parameters),
    isPlain: normalizeChallenge(parameters),
  };
}

/**
 * Parameters that are passed on, with `request` and `request_uri` among them so that they are
 * refused (RFC 9101 is not supported).
 */
const KNOWN: ReadonlySet<string> = new Set([
  'client_id',
  'response_type',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'response_mode',
  'prompt',
  'request',
  'request_uri',
]);

/** Scopes of clients that were made for OpenID Connect; they grant nothing here. */
const IGNORED_SCOPES: ReadonlySet<string> = new Set(['openid', 'offline_access']);

/**
 * Keeps each scope once, in the given order (RFC 6749, 3.3), and returns what is wrong with them.
 */
function normalizeScope(parameters: URLSearchParams): string | null {
  const given = parameters.getAll('scope');
  if (given.length > 1) return null;
  const names = new Set((given[0] ?? '').split(/\s+/).filter((name) => name !== ''));
  const asked = [...names].filter((name) => !IGNORED_SCOPES.has(name));
  const known = asked.filter(isScope);
  parameters.set('scope', known.join(' '));
  const unknown = asked.filter((name) => !isScope(name));
  if (unknown.length > 0) return `unknown scope${printable(unknown)}`;
  return known.length === 0 ? 'ask for at least one scope' : null;
}

/** Removes characters that an error description may not contain (RFC 6749, 4.1.2.1). */
function printable(names: readonly string[]): string {
  const text = names.join(' ');
  return /^[\x20\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(text) ? `: ${text}` : '';
}

/**
 * Turns a PKCE challenge of method "plain", which is the verifier itself, into one of method S256,
 * by hashing it: so the library has only one check (RFC 7636).
 */
function normalizeChallenge(parameters: URLSearchParams): boolean {
  const [challenge, method] = [one(parameters, 'code_challenge'), one(parameters, METHOD)];
  if (challenge === null || method === null) return false;
  if (challenge === '') {
    parameters.delete('code_challenge');
    parameters.delete(METHOD);
    return false;
  }
  if (method !== '' && method !== 'plain') return false;
  parameters.set(METHOD, 'S256');
  // A malformed challenge is left as it is, and the library refuses it.
  if (PLAIN_CHALLENGE.test(challenge)) {
    const hash = sha256(new TextEncoder().encode(challenge));
    parameters.set('code_challenge', base64urlnopad.encode(hash));
  }
  return true;
}

const METHOD = 'code_challenge_method';
/** The form of a code challenge (PKCE: RFC 7636, 4.1). */
const PLAIN_CHALLENGE = /^[\w.~-]{43,128}$/;

/** Reads a parameter: empty if it is missing, null if it came more than once. */
function one(parameters: URLSearchParams, name: string): string | null {
  const values = parameters.getAll(name);
  return values.length > 1 ? null : (values[0] ?? '');
}

/** Drops `prompt`, as users are asked every time anyway. "none" stays, and is refused. */
function dropHarmlessPrompt(parameters: URLSearchParams): void {
  const prompts = parameters.getAll('prompt');
  if (!prompts.some((prompt) => prompt.split(' ').includes('none'))) parameters.delete('prompt');
}

/** Refuses other response types than a code, some of which the library would support. */
function refuseOtherResponses(parameters: URLSearchParams): void {
  const type = one(parameters, 'response_type');
  if (type !== null && type !== '' && type !== 'code') {
    parameters.set('response_type', 'unsupported');
    parameters.delete('response_mode');
  }
  const mode = one(parameters, 'response_mode');
  if (mode === '' || mode === 'query') parameters.delete('response_mode');
  else if (mode !== null) parameters.set('response_mode', 'unsupported');
}
