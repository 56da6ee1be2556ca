import { accept, type Result, refuse } from '../../../base/result.ts';
import { MAX_OAUTH_VALUE_LENGTH } from '../../limits.ts';
import { INVALID_CLIENT, invalidRequest, type OauthError } from './oauth-error.ts';

export interface BasicCredentials {
  readonly id: string;
  /** The app's secret; empty for a public client, which has none. */
  readonly secret: string;
}

/**
 * Reads the app's credentials from the header `Authorization` (RFC 6749, 2.3.1). Some apps
 * form-encode id and secret before they write the header, and others do not. For registered apps it
 * makes no difference, because both consist of letters and digits.
 */
export function readBasic(header: string): Result<BasicCredentials, OauthError> {
  if (header.length > MAX_OAUTH_VALUE_LENGTH) return refuse(MALFORMED);
  const [, scheme = '', value = ''] = /^(\S+) +(\S+) *$/.exec(header) ?? [];
  if (scheme !== '' && scheme.toLowerCase() !== 'basic') return refuse(INVALID_CLIENT);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return refuse(MALFORMED);
  const text = Buffer.from(value, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon === -1) return refuse(MALFORMED);
  const id = decode(text.slice(0, colon));
  const secret = decode(text.slice(colon + 1));
  return id === null || secret === null ? refuse(MALFORMED) : accept({ id, secret });
}

const MALFORMED = invalidRequest('the Authorization header is malformed');

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
