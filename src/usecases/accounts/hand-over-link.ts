import type { Mail } from '../../base/mailer.ts';
import type { AccountDeps } from './account-deps.ts';
import type { MadeLink } from './make-link.ts';

/** How a link reached, or will reach, whoever may use it. */
export interface HandedLink extends MadeLink {
  /** False: whoever asked for it passes it on himself. */
  readonly isMailed: boolean;
}

/** Mails a link where mail is set up; where not, or if that fails, whoever asked has it. */
export async function handOverLink(
  { mailer, log }: Pick<AccountDeps, 'mailer' | 'log'>,
  link: MadeLink,
  mail: Mail | null,
): Promise<HandedLink> {
  if (mailer === null || mail === null) return { ...link, isMailed: false };
  try {
    await mailer.send(mail);
    return { ...link, isMailed: true };
  } catch (error) {
    log.error({ error }, 'a mail could not be sent');
    return { ...link, isMailed: false };
  }
}
