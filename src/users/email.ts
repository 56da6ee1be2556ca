import { MAX_EMAIL_LENGTH } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { hasInvisible } from '../base/text.ts';

export type EmailRefusal = { readonly kind: 'bad_email'; readonly message: string };

/**
 * An address is one `@` between two parts without spaces, the second with a dot or "localhost".
 * Only a mail can show whether it is reachable. Lower case, as people mean one mailbox by both.
 */
export function parseEmail(text: string): Result<string, EmailRefusal> {
  const email = text.trim().toLowerCase();
  const shape = /^[^\s@"<>,;:()[\]\\]+@(?:[a-z0-9-]+(?:\.[a-z0-9-]+)+|localhost)$/;
  if (email.length > MAX_EMAIL_LENGTH || !shape.test(email) || hasInvisible(email)) {
    return refuse({ kind: 'bad_email', message: `"${text}" is not an e-mail address` });
  }
  return accept(email);
}
