import type { AttemptStore } from '../authorization/attempt-store.ts';
import type { SealKey } from '../authorization/sealed-box.ts';
import type { BackgroundTasks } from '../background/background-tasks.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Random } from '../base/random.ts';
import type { TextsOf } from '../i18n/language-texts.ts';
import type { LockdownStore } from '../lockdown/lockdown-store.ts';
import type { Outbox } from '../outbox/outbox-deps.ts';
import type { UserStore } from '../users/user-store.ts';
import type { AuthenticatorCodes } from './authenticator-codes.ts';
import type { CredentialStore } from './credential-store.ts';
import type { LinkStore } from './link-store.ts';
import type { PasskeyProtocol } from './passkey.ts';
import type { PasswordQueue } from './password-queue.ts';
import type { SecondFactorStore } from './second-factor-store.ts';
import type { SessionStore } from './session-store.ts';

/**
 * Everything that sign-in and account management need. Each operation declares which of these it
 * uses.
 */
export interface AccountDeps {
  readonly users: UserStore;
  readonly credentials: CredentialStore;
  readonly sessions: SessionStore;
  readonly secondFactors: SecondFactorStore;
  readonly links: LinkStore;
  readonly attempts: AttemptStore;
  readonly lockdowns: Pick<LockdownStore, 'readLockdown'>;
  readonly passwords: PasswordQueue;
  readonly codes: AuthenticatorCodes;
  readonly passkeys: PasskeyProtocol;
  /**
   * The outbox of mails. Null if the service sends no mail: links are then shown to the operator
   * instead.
   */
  readonly outbox: Outbox | null;
  /** Gives the texts of mails in the language of the recipient. */
  readonly textsOf: TextsOf;
  readonly keys: AccountKeys;
  /** The public URL of the pages, without a trailing slash. */
  readonly authUrl: () => string;
  readonly signup: SignupRule;
  /**
   * Tasks that run after the answer, such as sending mails, so that the time of an answer does not
   * reveal whether an address has an account.
   */
  readonly tasks: BackgroundTasks;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** Who may create an account on the pages: no one, people with an invitation, or everyone. */
export type SignupRule = 'closed' | 'invite' | 'open';

/** Keys that are derived from the service's secret key. */
export interface AccountKeys {
  /** The key that encrypts the stored secrets of authenticator apps. */
  readonly authenticator: SealKey;
  /**
   * The key that signs the cookie by which a browser is recognised as one in which its user has
   * signed in before.
   */
  readonly knownBrowser: SealKey;
  /** The key that signs forms, so that the service knows for which user a form was made. */
  readonly forms: SealKey;
}
