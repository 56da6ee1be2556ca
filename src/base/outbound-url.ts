import type { AddressRules } from './address-rules.ts';
import { MAX_ADDRESS_LENGTH } from './limits.ts';
import { accept, type Result, refuse } from './result.ts';
import { ipsOfHost, isDomainName, isFullName } from './url-host.ts';

/** Rules on requests to URLs that users and strangers choose. */
export interface OutboundRules {
  readonly addresses: AddressRules;
}

export type UrlProblem = 'bad_link' | 'private_host' | 'not_https' | 'port' | 'onion';

/**
 * Checks a URL that a user typed or a stranger's server returned. It must be https without a port;
 * in a network that the operator lists, http and a port are allowed too. The addresses to which its
 * name resolves are checked again at each connection. Hosts must be ASCII (`xn--…` for others), as
 * look-alike letters would deceive.
 */
export function readOutboundUrl(
  text: string,
  { addresses }: OutboundRules,
): Result<URL, UrlProblem> {
  const isPlain = text.length <= MAX_ADDRESS_LENGTH && !/[\s\\\p{Cc}\p{Cf}]/u.test(text);
  const [, authority] = /^https?:\/\/([^/?#]+)/i.exec(text) ?? [];
  if (!isPlain || authority === undefined || text.includes('#')) return refuse('bad_link');
  // A host that has no user name, no escapes and only ASCII letters is read in the same way by all
  // programs.
  if (!/^[a-z0-9._:[\]-]+$/i.test(authority)) return refuse('bad_link');
  const url = URL.parse(text);
  if (url === null || url.href.length > MAX_ADDRESS_LENGTH) return refuse('bad_link');
  if (url.hostname.endsWith('.onion')) return refuse('onion');
  const ips = ipsOfHost(url);
  if (ips.length === 0 && !isDomainName(url.hostname)) return refuse('bad_link');
  if (ips.length > 0 && !ips.some(addresses.isReachable)) return refuse('private_host');
  if (ips.length > 0 ? ips.some(addresses.isListed) : addresses.hasListed) return accept(url);
  if (ips.length === 0 && !isFullName(url.hostname)) return refuse('private_host');
  if (url.protocol !== 'https:') return refuse('not_https');
  return url.port === '' ? accept(url) : refuse('port');
}

/**
 * Turns a URL into one over plain http, for a server in the operator's networks that has no
 * certificate; null where http may not be used.
 */
export function plainUrlOf(url: string, rules: OutboundRules): string | null {
  const read = readOutboundUrl(url.replace(/^https:/, 'http:'), rules);
  return read.ok ? read.value.href : null;
}
