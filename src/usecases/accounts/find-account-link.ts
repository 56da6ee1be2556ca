import { hashToken } from '../../access/personal-token.ts';
import type { LinkKind, OneTimeLink } from '../../account/link-store.ts';
import type { AccountDeps, SignupRule } from './account-deps.ts';

/** Links that make an account. */
export type AccountLinkKind = Extract<LinkKind, 'set_up' | 'invitation' | 'sign_up'>;

/** What a link to a new account would make; null when it is over, or not wanted any more. */
export async function findAccountLink(
  { links, signup, clock }: Pick<AccountDeps, 'links' | 'signup' | 'clock'>,
  kind: AccountLinkKind,
  token: string,
): Promise<OneTimeLink | null> {
  if (!ACCEPTED[signup].includes(kind)) return null;
  const link = await links.findLink(hashToken(token), clock.now());
  return link?.kind === kind ? link : null;
}

const ACCEPTED: Readonly<Record<SignupRule, readonly AccountLinkKind[]>> = {
  closed: ['set_up'],
  invite: ['set_up', 'invitation'],
  open: ['set_up', 'invitation', 'sign_up'],
};
