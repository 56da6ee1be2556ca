import type { AccountDeps } from '../accounts/account-deps.ts';
import { accountClosedMail } from '../accounts/account-mails.ts';
import { siteName } from '../accounts/site-name.ts';
import type { Sat } from '../base/amount.ts';
import { accept, type Result } from '../base/result.ts';
import { mailTexts } from '../i18n/mail-texts.ts';
import { mailReader } from '../users/mail-reader.ts';
import type { User } from '../users/user-store.ts';
import { type CloseAccountDeps, closeAccount } from './close-account.ts';
import type { CloseRefusal } from './closing.ts';

export type CloseOwnAccountDeps = CloseAccountDeps & {
  readonly accounts: Pick<AccountDeps, 'authUrl' | 'outbox' | 'textsOf' | 'tasks'>;
};

/** Closes the account of the signed-in user. A mail tells them so, in case someone else did it. */
export async function closeOwnAccount(
  deps: CloseOwnAccountDeps,
  user: User,
  givenUpSat: Sat,
): Promise<Result<null, CloseRefusal>> {
  const closed = await closeAccount(deps, { userId: user.id, givenUpSat });
  if (!closed.ok) return closed;
  const { outbox, tasks } = deps.accounts;
  if (closed.value === 'closed' && user.email !== null) {
    const texts = mailTexts(deps.accounts, mailReader(user));
    const mail = accountClosedMail(texts, { to: user.email, site: siteName(deps.accounts) });
    tasks.start('a notice of a closed account', async () => {
      await outbox?.post(mail, { matter: 'notice', link: null });
    });
  }
  return accept(null);
}
