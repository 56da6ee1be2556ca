import { checkPassword, type PasswordRefusal } from '../access/password.ts';
import { MAIL_ATTEMPTS, MAX_NAME_LENGTH, SIGN_UP_LINK_MS } from '../base/limits.ts';
import { accept, type Result } from '../base/result.ts';
import { cleanText } from '../base/text.ts';
import { alreadySignedUpMail, signUpMail } from '../wallet/account-mails.ts';
import type { BusyRefusal } from '../wallet/account-refusals.ts';
import { type EmailRefusal, parseEmail } from '../wallet/email.ts';
import type { AccountDeps } from './account-deps.ts';
import { handOverLink } from './hand-over-link.ts';
import { takeAttempt } from './limit-attempts.ts';
import { type MakeLinkDeps, makeLink } from './make-link.ts';
import { newUser } from './new-user.ts';
import { siteName } from './site-name.ts';

export type SignUpDeps = MakeLinkDeps &
  Pick<AccountDeps, 'users' | 'passwords' | 'attempts' | 'mailer' | 'tasks' | 'log'>;

export interface SignUpInput {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/**
 * Somebody wants an account of his own. The answer is the same, and as fast, for an address that
 * has one. With mail the account begins when the mail's link is opened; without, at once.
 */
export async function signUp(
  deps: SignUpDeps,
  input: SignUpInput,
): Promise<Result<{ readonly isMailed: boolean }, EmailRefusal | PasswordRefusal | BusyRefusal>> {
  const email = parseEmail(input.email);
  if (!email.ok) return email;
  const password = checkPassword(input.password);
  if (!password.ok) return password;
  const hashed = await deps.passwords.hash(password.value);
  if (!hashed.ok) return hashed;
  const name = cleanText(input.name.trim(), MAX_NAME_LENGTH) || null;
  const wish: Wish = { email: email.value, name, passwordHash: hashed.value };
  if (deps.mailer !== null) deps.tasks.start('a sign-up', () => mailTo(deps, wish));
  else await addAtOnce(deps, wish);
  return accept({ isMailed: deps.mailer !== null });
}

interface Wish {
  readonly email: string;
  readonly name: string | null;
  readonly passwordHash: string;
}

async function addAtOnce(deps: SignUpDeps, { email, name, passwordHash }: Wish): Promise<void> {
  const user = newUser(deps, { email, name, isAdmin: false });
  await deps.users.insertUser({ ...user, passwordHash });
}

async function mailTo(deps: SignUpDeps, { email, name, passwordHash }: Wish): Promise<void> {
  if (!(await takeAttempt(deps, { what: `mail ${email}`, rate: MAIL_ATTEMPTS })).ok) return;
  const [to, site] = [email, siteName(deps)];
  if ((await deps.users.findUserByEmail(email)) !== null) {
    const address = `${deps.authUrl()}/sign-in`;
    await deps.mailer?.send(alreadySignedUpMail({ to, site, address }));
    return;
  }
  const order = { kind: 'sign_up', email, name, passwordHash, lifeMs: SIGN_UP_LINK_MS } as const;
  const link = await makeLink(deps, order);
  await handOverLink(deps, link, signUpMail({ to, site, ...link }));
}
