import type { AttemptStore } from '../../access/attempt-store.ts';
import type { AuthenticatorCodes } from '../../access/authenticator-codes.ts';
import type { PasskeyProtocol } from '../../access/passkey.ts';
import type { CredentialStore } from '../../account/credential-store.ts';
import type { LinkStore } from '../../account/link-store.ts';
import type { SecondFactorStore } from '../../account/second-factor-store.ts';
import type { SessionStore } from '../../account/session-store.ts';
import type { UserStore } from '../../account/user-store.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Mailer } from '../../base/mailer.ts';
import type { Random } from '../../base/random.ts';
import type { BackgroundTasks } from '../operations/background-tasks.ts';
import type { PasswordQueue } from './password-queue.ts';

/** What signing in and looking after accounts needs; a use case names its part. */
export interface AccountDeps {
  readonly users: UserStore;
  readonly credentials: CredentialStore;
  readonly sessions: SessionStore;
  readonly secondFactors: SecondFactorStore;
  readonly links: LinkStore;
  readonly attempts: AttemptStore;
  readonly passwords: PasswordQueue;
  readonly codes: AuthenticatorCodes;
  readonly passkeys: PasskeyProtocol;
  /** Null: links are shown to the operator. */
  readonly mailer: Mailer | null;
  readonly keys: AccountKeys;
  /** Public address of the pages, without a slash at its end. */
  readonly authUrl: () => string;
  readonly signup: SignupRule;
  /** Mails that are sent after the answer, so that it takes as long for everybody. */
  readonly tasks: BackgroundTasks;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** Who may make an account on the pages. */
export type SignupRule = 'closed' | 'invite' | 'open';

/** Derived from the service's secret key. */
export interface AccountKeys {
  /** Seals the secrets of authenticator apps. */
  readonly authenticator: Uint8Array;
  /** Signs what known browsers keep. */
  readonly knownBrowser: Uint8Array;
}
