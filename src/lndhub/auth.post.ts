import { LNDHUB_ACCESS_TTL_SEC } from '../apps/lndhub-devices/lndhub-token.ts';
import { answerBody, answerError, type LndhubAnswer } from './lndhub-answer.ts';
import { BAD_ARGUMENTS, BAD_AUTH, LOCKED_DOWN, tooMany } from './lndhub-errors.ts';
import type { LndhubDeps } from './lndhub-route.ts';
import type { LoginRates } from './login-rates.ts';
import { type LndhubProof, openLndhubSession } from './open-lndhub-session.ts';
import { type LndhubFields, readText } from './read-fields.ts';

export const AUTH_PATH = '/auth';

/**
 * Answers a log-in with new tokens. The fields of the body decide whether it is a log-in by
 * password or by refresh token; the query, in which apps also name the type, is ignored.
 */
export async function answerAuth(
  deps: LndhubDeps,
  rates: LoginRates | null,
  { body, network }: { readonly body: LndhubFields; readonly network: string },
): Promise<LndhubAnswer> {
  const proof = readProof(body);
  if (proof === null) return answerError(BAD_ARGUMENTS);
  const secret = proof.kind === 'password' ? proof.password : proof.token;
  const waitSec = rates?.take(network, secret) ?? 0;
  if (waitSec > 0) return answerError(tooMany(waitSec));
  const opened = await openLndhubSession(deps, proof);
  if (!opened.ok) {
    if (opened.refusal.kind === 'locked_down') return answerError(LOCKED_DOWN);
    rates?.countFailure(network, secret);
    return answerError(BAD_AUTH);
  }
  rates?.countSuccess(secret);
  const { accessToken, refreshToken, expiresAt } = opened.value;
  return answerBody({
    refresh_token: refreshToken,
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: LNDHUB_ACCESS_TTL_SEC,
    // Without the field `expiry`, BTCPay would get new tokens before every call.
    expiry: expiresAt.toISOString(),
  });
}

function readProof(body: LndhubFields): LndhubProof | null {
  const [token, login, password] = ['refresh_token', 'login', 'password'].map((name) =>
    readText(body, name),
  );
  if (typeof token === 'string' && token !== '') return { kind: 'refresh_token', token };
  if (!login || !password) return null;
  return { kind: 'password', login, password };
}
