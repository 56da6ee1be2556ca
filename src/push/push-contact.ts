import { isDomainName, isFullName } from '../base/url-host.ts';
import { parseEmail } from '../users/email.ts';

/**
 * Reads the mail address, with or without a name, at which makers of browsers reach the operator if
 * messages cause trouble (RFC 8292, 2.1). Returns it as a `mailto:` URL, or null if they would not
 * accept it: Apple and Mozilla refuse messages whose address has no domain of the public Internet,
 * so none are sent then.
 */
export function pushContact(address: string): string | null {
  const [, bare] = /<([^<>]*)>\s*$/.exec(address) ?? [];
  const email = parseEmail(bare ?? address);
  if (!email.ok) return null;
  const domain = email.value.slice(email.value.lastIndexOf('@') + 1);
  const last = domain.slice(domain.lastIndexOf('.') + 1);
  const isPublic = isDomainName(domain) && isFullName(domain) && !NOT_PUBLIC.test(last);
  return isPublic ? `mailto:${email.value}` : null;
}

/** Last parts of names that no public domain has (RFC 2606, 6761, 6762, 8375), and numbers. */
const NOT_PUBLIC =
  /^(?:localhost|local|lan|home|internal|intranet|test|example|invalid|onion|arpa|\d+)$/;
