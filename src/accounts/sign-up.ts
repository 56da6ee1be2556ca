import { checkPersonName, type PersonNameRefusal } from '../authorization/name.ts';
import { MAX_NAME_LENGTH } from '../base/limits.ts';
import { accept, type Result } from '../base/result.ts';
import { type MailReader, mailTexts } from '../i18n/mail-texts.ts';
import { newUser } from '../users/add-user.ts';
import { type EmailRefusal, parseEmail } from '../users/email.ts';
import { mailReader } from '../users/mail-reader.ts';
import { checkPassword, type PasswordRefusal } from '../users/password.ts';
import type { AccountDeps } from './account-deps.ts';
import { alreadySignedUpMail, linkMail } from './account-mails.ts';
import type { BusyRefusal } from './account-refusals.ts';
import { deliverLink } from './deliver-link.ts';
import { takeAttempt } from './limit-attempts.ts';
import { MAIL_ATTEMPTS, SIGN_UP_LINK_MS } from './limits.ts';
import { type MakeLinkDeps, makeLink } from './make-link.ts';
import { siteName } from './site-name.ts';

export type SignUpDeps = MakeLinkDeps &
  Pick<AccountDeps, 'users' | 'passwords' | 'attempts' | 'outbox' | 'textsOf' | 'tasks' | 'log'>;

export interface SignUpInput {
  readonly email: string;
  /**
   * The name of the new user. Name and password count only if the service has no mail; with mail,
   * the page behind the mailed link asks for them.
   */
  readonly name: string;
  readonly password: string;
  readonly network: string;
  /** The language and time zone in which the new user reads the page. */
  readonly reader: MailReader;
}

export interface SignedUp {
  readonly isMailed: boolean;
}

/**
 * Signs someone up. The answer is the same, and as fast, for an address that already has an
 * account. With mail, the account is created when the mailed link is opened, without anything that
 * the sender chose: they may not own the address. Without mail it is created immediately.
 */
export async function signUp(
  deps: SignUpDeps,
  input: SignUpInput,
): Promise<Result<SignedUp, EmailRefusal | PersonNameRefusal | PasswordRefusal | BusyRefusal>> {
  const email = parseEmail(input.email);
  if (!email.ok) return email;
  if (deps.outbox === null) return await addAtOnce(deps, email.value, input);
  deps.tasks.start('a sign-up', () => mailTo(deps, email.value, input.reader));
  return accept({ isMailed: true });
}

async function addAtOnce(
  deps: SignUpDeps,
  email: string,
  input: SignUpInput,
): Promise<Result<SignedUp, PersonNameRefusal | PasswordRefusal | BusyRefusal>> {
  const name = checkPersonName(input.name, MAX_NAME_LENGTH);
  if (!name.ok) return name;
  const password = checkPassword(input.password);
  if (!password.ok) return password;
  const hashed = await deps.passwords.hash(password.value, {
    network: input.network,
    knownUserId: null,
  });
  if (!hashed.ok) return hashed;
  const user = newUser(deps, { email, name: name.value || null, isAdmin: false });
  await deps.users.insertUser({ ...user, passwordHash: hashed.value });
  return accept({ isMailed: false });
}

async function mailTo(deps: SignUpDeps, email: string, asker: MailReader): Promise<void> {
  if (!(await takeAttempt(deps, { what: `mail ${email}`, rate: MAIL_ATTEMPTS })).ok) return;
  const [to, site] = [email, siteName(deps)];
  const user = await deps.users.findUserByEmail(email);
  if (user !== null) {
    const texts = mailTexts(deps, mailReader(user, asker));
    const address = `${deps.authUrl()}/sign-in`;
    const mail = alreadySignedUpMail(texts, { to, site, address });
    await deps.outbox?.post(mail, { matter: 'notice', link: null });
    return;
  }
  const link = await makeLink(deps, { kind: 'sign_up', email, lifeMs: SIGN_UP_LINK_MS });
  const mail = linkMail(mailTexts(deps, asker), 'signUp', { to, site, ...link });
  await deliverLink(deps, link, { mail, matter: 'sign_up', userId: null });
}
