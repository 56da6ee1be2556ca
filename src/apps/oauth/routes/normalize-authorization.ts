import { sha256 } from '@noble/hashes/sha2.js';
import { base64urlnopad } from '@scure/base';
import { isScope } from '../../../authorization/scope.ts';
import type { AuthorizationRequest } from '../authorization-server.ts';

/**
 * Brings an app's authorization request into a form that the OAuth library accepts. Client,
 * callback and repeated parameters are passed on unchanged, because the library checks them, and
 * redirects to the app only if client and callback are valid.
 */
export function normalizeAuthorization(query: URLSearchParams): AuthorizationRequest {
  const parameters = new URLSearchParams();
  // Unknown parameters are dropped: the SDK `@getalby/sdk` sends a field of its own, and other apps
  // send parameters of OpenID Connect.
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
 * Parameters that are passed on to the OAuth library. `request` and `request_uri` are among them,
 * so that the library refuses them (RFC 9101 is not supported).
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

/**
 * Scopes that apps made for OpenID Connect ask for. They are ignored, because they grant nothing
 * here.
 */
const IGNORED_SCOPES: ReadonlySet<string> = new Set(['openid', 'offline_access']);

/**
 * Reduces the requested scopes to those that are known, each once, in the given order (RFC 6749,
 * 3.3). Also returns what is wrong with the request for scopes, if anything is.
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

/**
 * Writes names for an error description, without characters that such a description may not contain
 * (RFC 6749, 4.1.2.1).
 */
function printable(names: readonly string[]): string {
  const text = names.join(' ');
  return /^[\x20\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(text) ? `: ${text}` : '';
}

/**
 * Replaces a PKCE challenge of method "plain", which is the verifier itself, by its hash, which is
 * a challenge of method S256. So only one method has to be checked later (RFC 7636).
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
  // A malformed challenge is left unchanged, so that the OAuth library refuses it.
  if (PLAIN_CHALLENGE.test(challenge)) {
    const hash = sha256(new TextEncoder().encode(challenge));
    parameters.set('code_challenge', base64urlnopad.encode(hash));
  }
  return true;
}

const METHOD = 'code_challenge_method';
/** The characters and the length that a PKCE code challenge must have (RFC 7636, 4.1). */
const PLAIN_CHALLENGE = /^[\w.~-]{43,128}$/;

/** Reads a parameter; empty if it is missing, null if it occurs more than once. */
function one(parameters: URLSearchParams, name: string): string | null {
  const values = parameters.getAll(name);
  return values.length > 1 ? null : (values[0] ?? '');
}

/**
 * Drops the parameter `prompt`, because users are asked every time anyway. `prompt=none` is kept,
 * so that the OAuth library refuses it.
 */
function dropHarmlessPrompt(parameters: URLSearchParams): void {
  const prompts = parameters.getAll('prompt');
  if (!prompts.some((prompt) => prompt.split(' ').includes('none'))) parameters.delete('prompt');
}

/**
 * Refuses response types other than `code`, because the OAuth library would support some of them.
 */
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
