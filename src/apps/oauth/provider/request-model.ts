import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { assert } from '../../../base/assert.ts';
import type { Clock } from '../../../base/clock.ts';
import { unixSeconds } from '../../../base/wire-time.ts';
import { hashOauthSecret, UNSEEN_REQUEST_TTL_SEC } from '../../oauth-token.ts';
import { AUTHORIZATION_PATH } from '../authorization-server.ts';
import { ask } from './request-scope.ts';

export interface RequestModelDeps {
  readonly clock: Clock;
  /** The public URL of the pages, without a trailing slash. */
  readonly authUrl: string;
}

/**
 * Stores authorization requests that wait for the user. The OAuth library calls them interactions.
 */
export const createRequestModel = ({ clock, authUrl }: RequestModelDeps): Partial<Adapter> => ({
  upsert: async (id, payload, ttlSec) => {
    const clientId = payload.params?.['client_id'];
    assert(typeof clientId === 'string' && ttlSec !== undefined, 'an app asks, for a time');
    const keptSec = Math.min(ttlSec, UNSEEN_REQUEST_TTL_SEC);
    const expiresAt = new Date(clock.now().getTime() + keptSec * 1000);
    const kept = { idHash: hashOauthSecret(id), clientId, payload: toText(payload), expiresAt };
    await ask((records) => records.saveRequest(kept));
  },
  find: async (id) => {
    const request = await ask((records) => records.findRequest(hashOauthSecret(id)));
    if (request === null || request.expiresAt <= clock.now()) return undefined;
    return {
      ...fromText(request.payload),
      kind: 'Interaction',
      jti: id,
      returnTo: `${authUrl}${AUTHORIZATION_PATH}/${id}`,
      exp: unixSeconds(request.expiresAt),
    };
  },
  // The browser may return to the app only once. After a second click, the request is gone.
  destroy: async (id) => {
    const isTaken = await ask((records) => records.takeRequest(hashOauthSecret(id)));
    if (!isTaken) throw new errors.SessionNotFound('the request was answered already');
  },
});

/**
 * Makes the text under which an authorization request is stored. Its id is a secret of the browser,
 * so fields that contain the id are left out.
 */
const toText = ({ params, prompt, result, lastSubmission }: AdapterPayload): string =>
  JSON.stringify({ params, prompt, result, lastSubmission });

function fromText(text: string): AdapterPayload {
  const payload: AdapterPayload = JSON.parse(text);
  return payload;
}
