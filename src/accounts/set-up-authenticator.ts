import { seal, unseal } from '../authorization/sealed-box.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { accountName } from '../users/account-name.ts';
import type { User } from '../users/user-store.ts';
import type { AccountDeps } from './account-deps.ts';
import type { AuthenticatorRefusal, CodeRefusal, TooManyRefusal } from './account-refusals.ts';
import { AUTHENTICATOR_SECRET_BYTES } from './authenticator-codes.ts';
import { BACKUP_CODES, hashBackupCode, newBackupCode } from './backup-code.ts';
import { forgetAttempts, takeAttempt } from './limit-attempts.ts';
import { CODE_ATTEMPTS } from './limits.ts';

export type SetUpAuthenticatorDeps = Pick<
  AccountDeps,
  'secondFactors' | 'attempts' | 'codes' | 'keys' | 'authUrl' | 'clock' | 'random'
>;

export interface AuthenticatorDraft {
  /** The address `otpauth://totp/…` that an authenticator app reads from the QR code. */
  readonly address: string;
  /** The secret of `address` as text, for people who type it in. */
  readonly spelled: string;
}

/**
 * Gives a user the secret for an authenticator app. Until the app is confirmed the secret stays the
 * same, because people may reload the page. Sign-in does not ask for codes before a first code has
 * shown that the app works.
 */
export async function draftAuthenticator(
  deps: SetUpAuthenticatorDeps,
  user: User,
): Promise<Result<AuthenticatorDraft, AuthenticatorRefusal>> {
  const present = await deps.secondFactors.findAuthenticator(user.id);
  if (present !== null && present.confirmedAt !== null) {
    return refuse({ kind: 'authenticator_present' });
  }
  const kept = present && unseal(deps.keys.authenticator, present.sealedSecret, user.id);
  const secret = kept ?? deps.random.bytes(AUTHENTICATOR_SECRET_BYTES);
  if (kept === null) {
    const sealed = seal(deps.keys.authenticator, secret, user.id, deps.random);
    const isDrafted = await deps.secondFactors.draftAuthenticator(
      user.id,
      sealed,
      deps.clock.now(),
    );
    if (!isDrafted) return refuse({ kind: 'authenticator_present' });
  }
  return accept({
    address: deps.codes.address(secret, accountName(user)),
    spelled: deps.codes.spell(secret),
  });
}

/**
 * Puts an authenticator app in force with its first code. Returns the backup codes, which are not
 * shown again later.
 */
export async function confirmAuthenticator(
  deps: SetUpAuthenticatorDeps,
  userId: string,
  code: string,
): Promise<Result<readonly string[], AuthenticatorRefusal | CodeRefusal | TooManyRefusal>> {
  const draft = await deps.secondFactors.findAuthenticator(userId);
  if (draft === null) return refuse({ kind: 'authenticator_gone' });
  if (draft.confirmedAt !== null) return refuse({ kind: 'authenticator_present' });
  const counted = { what: `code ${userId}`, rate: CODE_ATTEMPTS };
  const taken = await takeAttempt(deps, counted);
  if (!taken.ok) return taken;
  const secret = unseal(deps.keys.authenticator, draft.sealedSecret, userId);
  const now = deps.clock.now();
  const digits = code.replaceAll(/\s/g, '');
  const step = secret === null ? null : deps.codes.stepOf(secret, digits, now);
  if (step === null) return refuse({ kind: 'wrong_code' });
  await forgetAttempts(deps, counted);
  const { codes, codeHashes } = newBackupCodes(deps.random);
  const { sealedSecret } = draft;
  const confirmation = { userId, sealedSecret, step, at: now, codeHashes };
  const isConfirmed = await deps.secondFactors.confirmAuthenticator(confirmation);
  return isConfirmed ? accept(codes) : refuse({ kind: 'authenticator_gone' });
}

/** Replaces all backup codes of a user by new ones. */
export async function renewBackupCodes(
  { secondFactors, random }: SetUpAuthenticatorDeps,
  userId: string,
): Promise<Result<readonly string[], AuthenticatorRefusal>> {
  const present = await secondFactors.findAuthenticator(userId);
  if ((present?.confirmedAt ?? null) === null) return refuse({ kind: 'authenticator_gone' });
  const { codes, codeHashes } = newBackupCodes(random);
  await secondFactors.replaceBackupCodes(userId, codeHashes);
  return accept(codes);
}

function newBackupCodes(random: Random) {
  const codes = Array.from({ length: BACKUP_CODES }, () => newBackupCode(random));
  return { codes, codeHashes: codes.map(hashBackupCode) };
}
