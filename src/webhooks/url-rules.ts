import { type AddressRules, addressRules } from '../base/address-rules.ts';
import { MAX_ADDRESS_LENGTH } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { ipsOfHost, isDomainName, isFullName } from '../base/url-host.ts';
import type { UrlProblem, UrlValidationError } from './endpoint-validation.ts';

export interface UrlRules {
  readonly addresses: AddressRules;
  /** The URLs of this service itself: those of the API and of the pages. */
  readonly ownUrls: readonly string[];
}

/**
 * Checks the URL of an endpoint; a refusal is a sentence that says what is wrong. The IP addresses
 * of a host name are checked only at each connection, as they may change.
 */
export function checkWebhookUrl(text: string, rules: UrlRules): Result<URL, UrlValidationError> {
  if (text.length > MAX_ADDRESS_LENGTH) return no('url_too_long', 'is too long');
  // URL parsers drop or convert some spaces, backslashes and invisible characters, so the URL would
  // not be the one that people see.
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(text)) return no('spaces', 'must not hold spaces or backslashes');
  if (!/^https?:\/\/[^/]/i.test(text)) return no('not_https', 'must begin with https://');
  const url = URL.parse(text);
  if (url === null) return no('invalid_url', 'is not a valid URL');
  if (url.href.length > MAX_ADDRESS_LENGTH) return no('url_too_long', 'is too long');
  if (/^[^/]*\/\/[^/?#]*@/.test(text)) {
    return no('credentials', 'must not hold a user name or password');
  }
  if (text.includes('#')) return no('fragment', 'must not have a fragment');
  if (BAD_PORTS.has(url.port)) return no('bad_port', `must not name port ${url.port}`);
  return checkHost(url, rules);
}

function checkHost(url: URL, { addresses, ownUrls }: UrlRules): Result<URL, UrlValidationError> {
  if (ownUrls.some((own) => isSameServer(url, new URL(own)))) {
    return no('own_address', 'is an address of this service itself');
  }
  const ips = ipsOfHost(url);
  if (ips.length === 0 && !isDomainName(url.hostname)) {
    return no('invalid_host', 'must name a valid host');
  }
  if (url.hostname.endsWith('.onion')) {
    return no('onion', 'names an onion service, which is not reachable');
  }
  if (ips.length > 0 && !ips.some(addresses.isReachable)) {
    return no('not_public', `must name a host on the public Internet, or ${IN_LISTED}`);
  }
  if (!addresses.hasListed && !isFullName(url.hostname) && ips.length === 0) {
    return no('short_domain', `must name a full domain, or a host ${IN_LISTED}`);
  }
  if (url.protocol === 'https:') return accept(url);
  // A host name may have an address in a network that the operator has listed. Its addresses are
  // checked when connecting.
  const mayBeListed = ips.length === 0 ? addresses.hasListed : ips.some(addresses.isListed);
  return mayBeListed
    ? accept(url)
    : no('not_https', `must begin with https://, unless its host is ${IN_LISTED}`);
}

/** Words that tell developers how to try webhooks on their own machine. */
const IN_LISTED = 'in a network that SATCHEL_WEBHOOK_ALLOW lists, such as 127.0.0.0/8';

const no = (problem: UrlProblem, complaint: string): Result<never, UrlValidationError> =>
  refuse({ problem, message: `url ${complaint}` });

function isSameServer(url: URL, own: URL): boolean {
  if (portOf(url) !== portOf(own)) return false;
  return url.hostname === own.hostname || (isLoopback(url) && isLoopback(own));
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'http:' ? '80' : '443');

const isLoopback = (url: URL): boolean => ipsOfHost(url).some(thisMachine.isListed);

const thisMachine = addressRules(['127.0.0.0/8', '0.0.0.0', '::1', '::']);

/**
 * Ports that browsers block (Fetch standard, 2.9), as other protocols than HTTP answer there. Empty
 * stands for the default port.
 */
const BAD_PORTS: ReadonlySet<string> = new Set(
  (
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 ' +
    '111 113 115 117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 ' +
    '532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 ' +
    '5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'
  ).split(' '),
);
