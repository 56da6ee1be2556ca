import { type OutboundRules, readOutboundUrl, type UrlProblem } from '../base/outbound-url.ts';
import { accept, type Result, refuse } from '../base/result.ts';

/** A lightning address, as its payer sees it. */
export interface PayAddress {
  /** The name with its tag, in small letters: `ann` or `ann+shop`. */
  readonly name: string;
  /** The domain with its port, where it has one. */
  readonly domain: string;
  /**
   * The URL that tells how the address is paid; null for one at our own domain, which is never
   * fetched.
   */
  readonly url: string | null;
}

/**
 * The form of an address's name (LUD-16): `a-z0-9-_.`, with a tag behind `+`. Dots alone would
 * change the path of the URL.
 */
export const ADDRESS_NAME = /^(?!\.+$)[a-z0-9._-]{1,64}(?:\+[a-z0-9._-]{1,64})?$/;
/** The name of a domain itself: `@example.com` stands for `_@example.com`. */
const ROOT_NAME = '_';

/** Reads `name@domain` in any case; `@name`, without a domain, is an address of this service. */
export function readPayAddress(
  text: string,
  rules: OutboundRules & { readonly ownDomain: string },
): Result<PayAddress, UrlProblem | 'bad_address'> {
  const [first = '', domain = '', ...others] = text.toLowerCase().split('@');
  const isHere = first === '' && !/[.:]/.test(domain) && ADDRESS_NAME.test(domain);
  if (isHere && others.length === 0) {
    return accept({ name: domain, domain: rules.ownDomain, url: null });
  }
  const name = first === '' ? ROOT_NAME : first;
  if (others.length > 0 || !ADDRESS_NAME.test(name)) return refuse('bad_address');
  if (domain === rules.ownDomain) return accept({ name, domain, url: null });
  const url = readOutboundUrl(`https://${domain}/.well-known/lnurlp/${name}`, rules);
  if (!url.ok) return refuse(url.refusal === 'bad_link' ? 'bad_address' : url.refusal);
  // A domain that URL reads in another way than a person would is refused.
  return url.value.host === domain
    ? accept({ name, domain, url: url.value.href })
    : refuse('bad_address');
}

export const writePayAddress = ({ name, domain }: Omit<PayAddress, 'url'>): string =>
  `${name}@${domain}`;
