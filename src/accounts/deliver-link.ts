import type { Mail } from '../base/mailer.ts';
import type { AccountDeps } from './account-deps.ts';
import type { MadeLink } from './make-link.ts';

/** How a link reaches the person who may use it. */
export interface DeliveredLink extends MadeLink {
  /** False when the person who asked for it has to pass it on. */
  readonly isMailed: boolean;
}

/** Mails a link. Without mail, or if that fails, the person who asked for it gets it. */
export async function deliverLink(
  { mailer, log }: Pick<AccountDeps, 'mailer' | 'log'>,
  link: MadeLink,
  mail: Mail | null,
): Promise<DeliveredLink> {
  if (mailer === null || mail === null) return { ...link, isMailed: false };
  try {
    await mailer.send(mail);
    return { ...link, isMailed: true };
  } catch (error) {
    log.error({ error }, 'a mail could not be sent');
    return { ...link, isMailed: false };
  }
}
