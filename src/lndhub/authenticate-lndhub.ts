import type { LndhubStore } from '../apps/lndhub-devices/lndhub-store.ts';
import { hashLndhubSecret, isLndhubToken } from '../apps/lndhub-devices/lndhub-token.ts';
import type { AppGrantUses } from '../authorization/app-grant-uses.ts';
import type { Caller, LockdownRefusal } from '../authorization/caller.ts';
import type { Sat } from '../base/amount.ts';
import type { Clock } from '../base/clock.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { MAX_LNDHUB_SECRET_LENGTH } from './limits.ts';
import type { LndhubAuthRefusal } from './open-lndhub-session.ts';

export interface AuthenticateLndhubDeps {
  readonly lndhub: Pick<LndhubStore, 'findCaller'>;
  readonly appGrantUses: AppGrantUses;
  readonly clock: Clock;
}

export interface LndhubCaller {
  readonly caller: Caller;
  readonly balanceSat: Sat;
}

/** Identifies the calling app by its LndHub access token. Tokens of the Wallet API are refused. */
export async function authenticateLndhub(
  { lndhub, appGrantUses, clock }: AuthenticateLndhubDeps,
  authorization: string | undefined,
): Promise<Result<LndhubCaller, LndhubAuthRefusal | LockdownRefusal>> {
  const token = (authorization ?? '').trim().replace(/^bearer +/i, '');
  if (token.length > MAX_LNDHUB_SECRET_LENGTH || !isLndhubToken('access', token)) return BAD_AUTH;
  const found = await lndhub.findCaller(hashLndhubSecret(token));
  if (found === null) return BAD_AUTH;
  const { caller, balanceSat, expiresAt, isLockedDown } = found;
  if (expiresAt !== null && expiresAt <= clock.now()) return BAD_AUTH;
  if (isLockedDown) return refuse({ kind: 'locked_down' });
  appGrantUses.note(found);
  return accept({ caller, balanceSat });
}

const BAD_AUTH = refuse({ kind: 'bad_auth' } as const);
