import { domainToASCII } from 'node:url';
import { MAX_EMAIL_LENGTH } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { hasInvisible } from '../base/text.ts';

export type EmailRefusal = { readonly kind: 'bad_email'; readonly message: string };

/**
 * Reads an e-mail address: one `@` between two parts without spaces, the second with a dot or
 * "localhost". Only a mail can show whether the address is reachable. Each mailbox gets one
 * spelling, so that it has one account: in lower case, as people mean the same mailbox by both
 * cases; with composed letters; and with domains of other letters than ASCII in the form of
 * browsers and mail servers (`xn--…`).
 */
export function parseEmail(text: string): Result<string, EmailRefusal> {
  const email = spellOnce(text.trim().toLowerCase());
  const shape = /^[^\s@"<>,;:()[\]\\]+@(?:[a-z0-9-]+(?:\.[a-z0-9-]+)+|localhost)$/;
  if (email.length > MAX_EMAIL_LENGTH || !shape.test(email) || hasInvisible(text.trim())) {
    return refuse({ kind: 'bad_email', message: `"${text}" is not an e-mail address` });
  }
  return accept(email);
}

function spellOnce(email: string): string {
  const [local = '', domain, ...more] = email.normalize('NFC').split('@');
  if (domain === undefined || more.length > 0 || email.length > MAX_EMAIL_LENGTH) return email;
  // A domain in ASCII stays as it is: domainToASCII would read numbers as an IP address, and %41 as
  // a letter.
  return `${local}@${WIDE_DOMAIN.test(domain) ? domainToASCII(domain) : domain}`;
}

/** The form of a domain with letters of any script, at least one of which is not ASCII. */
const WIDE_DOMAIN = /^(?=.*[^\0-\x7f])(?:[a-z0-9.-]|[^\0-\x7f])+$/u;
