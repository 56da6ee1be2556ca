import { newAction, type Operator } from '../alarms/audited-action.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { type MailReader, mailTexts } from '../i18n/mail-texts.ts';
import { parseEmail } from '../users/email.ts';
import type { UserRefusal } from '../users/user-refusal.ts';
import type { AccountDeps } from './account-deps.ts';
import { linkMail } from './account-mails.ts';
import { type DeliveredLink, deliverLink } from './deliver-link.ts';
import { INVITATION_MS } from './limits.ts';
import { type MakeLinkDeps, makeLink } from './make-link.ts';
import { siteName } from './site-name.ts';

export type InviteUserDeps = MakeLinkDeps &
  Pick<AccountDeps, 'users' | 'signup' | 'outbox' | 'textsOf'>;

export interface InviteUserInput {
  /** The e-mail address of the invited person; null if they are to enter an address themselves. */
  readonly email: string | null;
  readonly makesAdmin: boolean;
  readonly by: Operator;
  /**
   * The language of the person who invites, because nothing is known yet about the invited person.
   */
  readonly reader: MailReader;
}

export type InviteRefusal = Extract<
  UserRefusal,
  { readonly kind: 'bad_email' | 'email_taken' | 'sign_up_closed' }
>;

/**
 * Makes a link with which people create an account themselves, with a password that only they know.
 */
export async function inviteUser(
  deps: InviteUserDeps,
  { email: emailText, makesAdmin, by, reader }: InviteUserInput,
): Promise<Result<DeliveredLink, InviteRefusal>> {
  if (deps.signup === 'closed') {
    return refuse({
      kind: 'sign_up_closed',
      message: 'SATCHEL_SIGNUP=closed allows no invitations',
    });
  }
  const parsed = emailText === null ? accept(null) : parseEmail(emailText);
  if (!parsed.ok) return parsed;
  const email = parsed.value;
  if (email !== null && (await deps.users.findUserByEmail(email)) !== null) {
    return refuse({ kind: 'email_taken', message: `there is a user with ${email} already` });
  }
  const link = await makeLink(deps, {
    kind: 'invitation',
    email,
    makesAdmin,
    lifeMs: INVITATION_MS,
    actionOf: (subject) => {
      const detail = { role: makesAdmin ? 'admin' : 'user' };
      return newAction(deps, by, { kind: 'user_invite', subject, detail });
    },
  });
  const site = siteName(deps);
  const mail =
    email && linkMail(mailTexts(deps, reader), 'invitation', { to: email, site, ...link });
  const posting = { mail: mail || null, matter: 'invitation', userId: null } as const;
  return accept(await deliverLink(deps, link, posting));
}
