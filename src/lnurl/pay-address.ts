import { accept, type Result, refuse } from '../base/result.ts';
import type { OutboundRules, UrlProblem } from './outbound-url.ts';
import { urlOfHost } from './outbound-url.ts';

/** A lightning address, as its payer sees it. */
export interface PayAddress {
  /** With its tag, in small letters: `ann` or `ann+shop`. */
  readonly name: string;
  /** With its port, where it has one. */
  readonly domain: string;
  /** Of its first answer; null for an address at our own domain, which is never asked for. */
  readonly url: string | null;
}

/** LUD-16: `a-z0-9-_.`, with a tag behind `+`. Dots alone would be a path of their own. */
const NAME = /^(?!\.+$)[a-z0-9._-]{1,64}(?:\+[a-z0-9._-]{1,64})?$/;
/** The name of a domain itself: `@example.com` stands for `_@example.com`. */
const ROOT_NAME = '_';

/** Reads `name@domain`, in any case. */
export function readPayAddress(
  text: string,
  rules: OutboundRules & { readonly ownDomain: string },
): Result<PayAddress, UrlProblem | 'bad_address'> {
  const [first = '', domain = '', ...others] = text.toLowerCase().split('@');
  const name = first === '' ? ROOT_NAME : first;
  if (others.length > 0 || !NAME.test(name)) return refuse('bad_address');
  if (domain === rules.ownDomain) return accept({ name, domain, url: null });
  const url = urlOfHost(`${domain}/.well-known/lnurlp/${name}`, rules);
  if (!url.ok) return refuse(url.refusal === 'bad_link' ? 'bad_address' : url.refusal);
  // Whatever URL reads in another way than a person would.
  return url.value.host === domain
    ? accept({ name, domain, url: url.value.href })
    : refuse('bad_address');
}

export const writePayAddress = ({ name, domain }: PayAddress): string => `${name}@${domain}`;
