import type { Mail } from '../base/mailer.ts';
import type { MailOutcome } from '../outbox/outbox-deps.ts';
import type { OutboxMatter } from '../outbox/outbox-store.ts';
import type { AccountDeps } from './account-deps.ts';
import type { MadeLink } from './make-link.ts';

/** A one-time link, together with whether it could be mailed to the person who may use it. */
export interface DeliveredLink extends MadeLink {
  /**
   * Whether the mail with the link could be sent; null if the service has no mail. If it was not
   * sent, the operator has to pass the link on by hand.
   */
  readonly mailed: MailOutcome | null;
}

export interface LinkPosting {
  readonly mail: Mail | null;
  readonly matter: OutboxMatter;
  /** The user whose account the link changes; null if the link creates an account. */
  readonly userId: string | null;
}

/**
 * Mails a link to its user. Without mail, the link is returned to the operator who asked for it.
 */
export async function deliverLink(
  { outbox }: Pick<AccountDeps, 'outbox'>,
  link: MadeLink,
  { mail, matter, userId }: LinkPosting,
): Promise<DeliveredLink> {
  if (outbox === null || mail === null) return { ...link, mailed: null };
  return { ...link, mailed: await outbox.post(mail, { matter, link: { ...link, userId } }) };
}
