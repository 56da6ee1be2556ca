import { newAction, type Operator } from '../alarms/audited-action.ts';
import { mailTexts } from '../i18n/mail-texts.ts';
import { mailReader } from '../users/mail-reader.ts';
import type { User } from '../users/user-store.ts';
import type { AccountDeps } from './account-deps.ts';
import { linkMail } from './account-mails.ts';
import { type DeliveredLink, deliverLink } from './deliver-link.ts';
import { HANDED_RESET_LINK_MS } from './limits.ts';
import { type MakeLinkDeps, makeLink } from './make-link.ts';
import { siteName } from './site-name.ts';

export type OfferPasswordResetDeps = MakeLinkDeps & Pick<AccountDeps, 'outbox' | 'textsOf'>;

export interface OfferPasswordResetInput {
  readonly user: User;
  /**
   * Whether the link also removes the second factor, because the user lost phone and backup codes
   * and the operator has verified who they are by other means.
   */
  readonly removesSecondFactor: boolean;
  readonly by: Operator;
}

/**
 * Gives the operator a link with which a user sets a new password. It is mailed if the user has an
 * address.
 */
export async function offerPasswordReset(
  deps: OfferPasswordResetDeps,
  { user, removesSecondFactor, by }: OfferPasswordResetInput,
): Promise<DeliveredLink> {
  const { id: userId, identifier, email: to } = user;
  const kind = removesSecondFactor ? 'user_remove_second_factor' : 'user_reset_password';
  const action = { kind, subject: userId, detail: { user: identifier } } as const;
  const link = await makeLink(deps, {
    kind: 'password_reset',
    userId,
    removesSecondFactor,
    lifeMs: HANDED_RESET_LINK_MS,
    actionOf: () => newAction(deps, by, action),
  });
  const texts = mailTexts(deps, mailReader(user));
  const mail = to && linkMail(texts, 'passwordReset', { to, site: siteName(deps), ...link });
  return await deliverLink(deps, link, { mail: mail || null, matter: 'handed_reset', userId });
}
