import { checkName, type NameRefusal } from '../../access/name.ts';
import type { Passkey } from '../../access/passkey.ts';
import type { Session } from '../../access/session.ts';
import type { PasskeyRefusal } from '../../account/account-refusals.ts';
import type { User } from '../../account/user-store.ts';
import { MAX_NAME_LENGTH, MAX_PASSKEY_ANSWER_LENGTH, MAX_PASSKEYS } from '../../base/limits.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import type { AccountDeps } from './account-deps.ts';
import { type AskForPasskeyDeps, giveChallenge, passkeySite } from './ask-for-passkey.ts';
import { type TellUserDeps, tellUser } from './tell-user.ts';

export type AddPasskeyDeps = AskForPasskeyDeps & TellUserDeps & Pick<AccountDeps, 'secondFactors'>;

/** What a browser is asked to make a key by, as JSON text. */
export async function askForNewPasskey(
  deps: AddPasskeyDeps,
  session: Session,
  { id: userId, email, name }: User,
): Promise<Result<string, PasskeyRefusal>> {
  const existing = await deps.secondFactors.listPasskeys(userId);
  if (existing.length >= MAX_PASSKEYS) return refuse({ kind: 'too_many_passkeys' });
  const challenge = await giveChallenge(deps, session);
  const owner = { userId, email, name };
  return accept(await deps.passkeys.creationOptions(passkeySite(deps), owner, challenge, existing));
}

export interface NewPasskeyInput {
  readonly session: Session;
  readonly user: User;
  readonly name: string;
  /** The browser's answer, JSON text. */
  readonly answer: string;
}

export async function addPasskey(
  deps: AddPasskeyDeps,
  { session, user, name, answer }: NewPasskeyInput,
): Promise<Result<Passkey, PasskeyRefusal | NameRefusal>> {
  const checked = checkName(name, MAX_NAME_LENGTH);
  if (!checked.ok) return checked;
  const challenge = await deps.sessions.takeChallenge(session.id, deps.clock.now());
  if (challenge === null || answer.length > MAX_PASSKEY_ANSWER_LENGTH) {
    return refuse({ kind: 'wrong_passkey' });
  }
  const made = await deps.passkeys.checkCreation(passkeySite(deps), challenge, answer);
  if (made === null) return refuse({ kind: 'wrong_passkey' });
  const passkey: Passkey = {
    ...{ ...made, userId: user.id },
    name: checked.value || 'Passkey',
    ...{ createdAt: deps.clock.now(), lastUsedAt: null },
  };
  if (!(await deps.secondFactors.insertPasskey(passkey))) return refuse({ kind: 'passkey_known' });
  tellUser(deps, user.email, { kind: 'passkey_added', name: passkey.name });
  return accept(passkey);
}
