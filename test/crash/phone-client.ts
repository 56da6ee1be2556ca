import { LNDHUB_PREFIX } from '../../src/apps/lndhub-devices/lndhub-token.ts';
import { field, listOf, textField } from '../support/fields.ts';
import type { Answer } from './answer.ts';
import type { AppKeys } from './app-keys.ts';

type Post = (path: string, body: object, token: string | null) => Promise<Answer | null>;

/** Phone wallets over LndHub, which log in once and keep their token. */
export interface PhoneClient {
  ask(keys: AppKeys, path: string, body: object): Promise<Answer | null>;
}

export function openPhoneClient(post: Post): PhoneClient {
  /** By password: all devices have the same login. */
  const tokens = new Map<string, string>();
  const logIn = async ({ login, password }: AppKeys): Promise<string | null> => {
    const answer = await post(`${LNDHUB_PREFIX}/auth`, { login, password }, null);
    if (answer?.status !== 200) return null;
    const token = textField(answer.body, 'access_token');
    tokens.set(password, token);
    return token;
  };
  return {
    ask: async (keys, path, body) => {
      const token = tokens.get(keys.password) ?? (await logIn(keys));
      if (token === null) return null;
      const answer = await post(path, body, token);
      return answer === null ? null : toAnswer(answer);
    },
  };
}

/** In the words of the Wallet API, so that one model reads the answers of all. */
function toAnswer({ status, body }: Answer): Answer {
  if (field(body, 'error') === true) {
    // "In transit" is the pending payment of the Wallet API.
    if (field(body, 'code') !== 9) return { status, body };
    return { status, body: { code: 10, message: 'pending' } };
  }
  const hash = Buffer.from(listOf(field(field(body, 'payment_hash'), 'data')).map(Number));
  return { status: 200, body: { payment_hash: hash.toString('hex') } };
}
