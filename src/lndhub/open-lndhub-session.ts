import type { LndhubDevice, LndhubStore } from '../apps/lndhub-devices/lndhub-store.ts';
import {
  hashLndhubSecret,
  isLndhubToken,
  LNDHUB_ACCESS_TTL_SEC,
  LNDHUB_REFRESH_TTL_SEC,
  newLndhubToken,
} from '../apps/lndhub-devices/lndhub-token.ts';
import type { AppGrantUses } from '../authorization/app-grant-uses.ts';
import type { LockdownRefusal } from '../authorization/caller.ts';
import type { Clock } from '../base/clock.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { MAX_LNDHUB_SECRET_LENGTH } from './limits.ts';

export interface OpenLndhubSessionDeps {
  readonly lndhub: LndhubStore;
  readonly appGrantUses: AppGrantUses;
  readonly clock: Clock;
  readonly random: Random;
}

/** What an app logs in with: login and password, or a refresh token. */
export type LndhubProof =
  | { readonly kind: 'password'; readonly login: string; readonly password: string }
  | { readonly kind: 'refresh_token'; readonly token: string };

export interface LndhubSession {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: Date;
}

/**
 * The refusal of a log-in. It does not say whether login, password or token is wrong, so that
 * strangers learn nothing.
 */
export type LndhubAuthRefusal = { readonly kind: 'bad_auth' };

/**
 * Gives an app new tokens for its password or a refresh token. The refresh token stays valid,
 * because an app that loses the answer tries again with the same one.
 */
export async function openLndhubSession(
  deps: OpenLndhubSessionDeps,
  proof: LndhubProof,
): Promise<Result<LndhubSession, LndhubAuthRefusal | LockdownRefusal>> {
  const now = deps.clock.now();
  const device = await findDevice(deps, proof, now);
  if (device === null) return refuse({ kind: 'bad_auth' });
  if (device.grantExpiresAt !== null && device.grantExpiresAt <= now) {
    deps.appGrantUses.noteRefusal(device.grantId, 'grant_expired');
    return refuse({ kind: 'bad_auth' });
  }
  if (device.isLockedDown) return refuse({ kind: 'locked_down' });
  const session = await saveSession(deps, device.deviceId, now);
  const { grantId, lastUsedAt, deviceId } = device;
  deps.appGrantUses.note({ caller: { grantId }, lastUsedAt, familyId: null, deviceId });
  return accept(session);
}

async function findDevice(
  { lndhub }: OpenLndhubSessionDeps,
  proof: LndhubProof,
  now: Date,
): Promise<LndhubDevice | null> {
  if (proof.kind === 'refresh_token') {
    const { token } = proof;
    if (token.length > MAX_LNDHUB_SECRET_LENGTH || !isLndhubToken('refresh', token)) return null;
    return await lndhub.findRefreshed(hashLndhubSecret(token), now);
  }
  if (proof.password.length > MAX_LNDHUB_SECRET_LENGTH) return null;
  const device = await lndhub.findDevice(hashLndhubSecret(proof.password));
  // The password alone identifies the device. A log-in with another device's login is a mistake and
  // is refused.
  return device?.login === proof.login ? device : null;
}

async function saveSession(
  { lndhub, random }: OpenLndhubSessionDeps,
  deviceId: string,
  now: Date,
): Promise<LndhubSession> {
  const after = (sec: number): Date => new Date(now.getTime() + sec * 1000);
  const [accessToken, refreshToken] = [
    newLndhubToken('access', random),
    newLndhubToken('refresh', random),
  ];
  const expiresAt = after(LNDHUB_ACCESS_TTL_SEC);
  await lndhub.saveTokens(deviceId, [
    { kind: 'access', hash: hashLndhubSecret(accessToken), expiresAt },
    {
      kind: 'refresh',
      hash: hashLndhubSecret(refreshToken),
      expiresAt: after(LNDHUB_REFRESH_TTL_SEC),
    },
  ]);
  return { accessToken, refreshToken, expiresAt };
}
