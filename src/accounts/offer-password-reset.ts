import { newAction, type Operator } from '../alarms/audited-action.ts';
import { accept, type Result } from '../base/result.ts';
import { mailTexts } from '../texts/mail-texts.ts';
import { findUser } from '../users/find-user.ts';
import { mailReader } from '../users/mail-reader.ts';
import type { UserRefusal } from '../users/user-refusal.ts';
import type { AccountDeps } from './account-deps.ts';
import { linkMail } from './account-mails.ts';
import { type DeliveredLink, deliverLink } from './deliver-link.ts';
import { HANDED_RESET_LINK_MS } from './limits.ts';
import { type MakeLinkDeps, makeLink } from './make-link.ts';
import { siteName } from './site-name.ts';

export type OfferPasswordResetDeps = MakeLinkDeps &
  Pick<AccountDeps, 'users' | 'outbox' | 'textsOf'>;

export interface OfferPasswordResetInput {
  readonly email: string;
  /**
   * The user lost phone and backup codes; the operator has verified their identity by other means.
   */
  readonly removesSecondFactor: boolean;
  readonly by: Operator;
}

/** Gives the operator a link with which a user sets a new password. */
export async function offerPasswordReset(
  deps: OfferPasswordResetDeps,
  { email, removesSecondFactor, by }: OfferPasswordResetInput,
): Promise<Result<DeliveredLink, UserRefusal>> {
  const found = await findUser(deps, email);
  if (!found.ok) return found;
  const { id: userId, identifier, email: to } = found.value;
  const kind = removesSecondFactor ? 'user_remove_second_factor' : 'user_reset_password';
  const action = { kind, subject: userId, detail: { user: identifier } } as const;
  const link = await makeLink(deps, {
    kind: 'password_reset',
    userId,
    removesSecondFactor,
    lifeMs: HANDED_RESET_LINK_MS,
    actionOf: () => newAction(deps, by, action),
  });
  const texts = mailTexts(deps, mailReader(found.value));
  const mail = linkMail(texts, 'passwordReset', { to, site: siteName(deps), ...link });
  return accept(await deliverLink(deps, link, { mail, matter: 'handed_reset', userId }));
}
