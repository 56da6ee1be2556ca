import { unseal } from '../authorization/sealed-box.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { AccountDeps } from './account-deps.ts';
import type { CodeRefusal, TooManyRefusal } from './account-refusals.ts';
import { hashBackupCode, readBackupCode } from './backup-code.ts';
import { forgetAttempts, takeAttempt } from './limit-attempts.ts';
import { CODE_ATTEMPTS } from './limits.ts';

export type CheckCodeDeps = Pick<
  AccountDeps,
  'secondFactors' | 'attempts' | 'codes' | 'keys' | 'clock' | 'log'
>;

/**
 * Checks a code of the authenticator app, or a backup code in its place. Each code works only once.
 */
export async function checkCode(
  deps: CheckCodeDeps,
  userId: string,
  text: string,
): Promise<Result<null, CodeRefusal | TooManyRefusal>> {
  const counted = { what: `code ${userId}`, rate: CODE_ATTEMPTS };
  const taken = await takeAttempt(deps, counted);
  if (!taken.ok) return taken;
  const isRight = (await takeAppCode(deps, userId, text)) || (await takeBackup(deps, userId, text));
  if (!isRight) {
    deps.log.warn({ userId }, 'a wrong code was entered after the right password');
    return refuse({ kind: 'wrong_code' });
  }
  await forgetAttempts(deps, counted);
  return accept(null);
}

async function takeAppCode(
  { secondFactors, codes, keys, clock, log }: CheckCodeDeps,
  userId: string,
  text: string,
): Promise<boolean> {
  const code = text.replaceAll(/\s/g, '');
  const authenticator = await secondFactors.findAuthenticator(userId);
  if (authenticator === null || authenticator.confirmedAt === null) return false;
  const secret = unseal(keys.authenticator, authenticator.sealedSecret, userId);
  if (secret === null) {
    log.error({ userId }, 'the secret of an authenticator app does not open with this secret key');
    return false;
  }
  const step = codes.stepOf(secret, code, clock.now());
  return step !== null && (await secondFactors.takeStep(userId, step));
}

async function takeBackup(
  { secondFactors, clock }: CheckCodeDeps,
  userId: string,
  text: string,
): Promise<boolean> {
  const code = readBackupCode(text);
  if (code === null) return false;
  return secondFactors.takeBackupCode(userId, hashBackupCode(code), clock.now());
}
