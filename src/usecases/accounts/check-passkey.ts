import type { Passkey } from '../../access/passkey.ts';
import type { Session } from '../../access/session.ts';
import type { PasskeyRefusal } from '../../account/account-refusals.ts';
import { MAX_PASSKEY_ANSWER_LENGTH } from '../../base/limits.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import type { AccountDeps } from './account-deps.ts';
import { passkeySite } from './ask-for-passkey.ts';

export type CheckPasskeyDeps = Pick<
  AccountDeps,
  'sessions' | 'secondFactors' | 'passkeys' | 'authUrl' | 'clock' | 'log'
>;

/**
 * Whose passkey answered the challenge of this session. The challenge is used up first, whatever
 * the answer is; a key whose count does not grow may be a copy and is refused.
 */
export async function checkPasskey(
  deps: CheckPasskeyDeps,
  session: Session,
  answer: string,
): Promise<Result<Passkey, PasskeyRefusal>> {
  const { secondFactors, passkeys, clock, log } = deps;
  const challenge = await deps.sessions.takeChallenge(session.id, clock.now());
  const id = answer.length > MAX_PASSKEY_ANSWER_LENGTH ? null : passkeys.readKeyId(answer);
  const passkey = id === null ? null : await secondFactors.findPasskey(id);
  if (challenge === null || passkey === null) return refuse({ kind: 'wrong_passkey' });
  const signCount = await passkeys.checkAnswer(passkeySite(deps), challenge, answer, passkey);
  if (signCount === null) return refuse({ kind: 'wrong_passkey' });
  if (!(await secondFactors.takeSignCount(passkey.id, signCount, clock.now()))) {
    log.warn({ userId: passkey.userId }, 'a passkey was refused: it may have been copied');
    return refuse({ kind: 'wrong_passkey' });
  }
  return accept(passkey);
}
