import { type OutboundRules, readOutboundUrl, type UrlProblem } from '../base/outbound-url.ts';
import { accept, type Result, refuse } from '../base/result.ts';

/** A lightning address as its payer writes it. */
export interface PayAddress {
  /** The name with its tag, in lower case: `ann` or `ann+shop`. */
  readonly name: string;
  /** The domain, with its port if it has one. */
  readonly domain: string;
  /**
   * The URL that tells how to pay the address; null for an address of our own domain, which is
   * never fetched.
   */
  readonly url: string | null;
}

/**
 * The form of the name in a lightning address (LUD-16): `a-z0-9-_.`, with a tag after `+`. A name
 * of dots alone is refused, because it would change the path of the URL.
 */
export const ADDRESS_NAME = /^(?!\.+$)[a-z0-9._-]{1,64}(?:\+[a-z0-9._-]{1,64})?$/;
/** The name that stands for a whole domain: `@example.com` means `_@example.com`. */
const ROOT_NAME = '_';

/**
 * Reads `name@domain` in upper or lower case. `@name` without a domain is an address of this
 * service.
 */
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
  // A domain is refused if the URL class reads it in another way than a person would.
  return url.value.host === domain
    ? accept({ name, domain, url: url.value.href })
    : refuse('bad_address');
}

export const writePayAddress = ({ name, domain }: Omit<PayAddress, 'url'>): string =>
  `${name}@${domain}`;
