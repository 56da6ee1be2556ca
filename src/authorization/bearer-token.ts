import { hashTokenToHex, isPersonalToken } from './personal-token.ts';

/** The bearer token of a call, known by its hash, which is made once for each call. */
export interface BearerToken {
  /** The kind of the token, by its prefix; `empty` where the call has sent none. */
  readonly kind: 'personal' | 'app' | 'empty';
  readonly hash: Uint8Array;
  /** The hash in hex, under which the calls with this token are counted. */
  readonly key: string;
}

/** Reads a header `Authorization`, in which the word `Bearer` may be missing. */
export function readBearerToken(authorization: string): BearerToken {
  const token = authorization.trim().replace(/^bearer +/i, '');
  const key = hashTokenToHex(token);
  const kind = isPersonalToken(token) ? 'personal' : 'app';
  return { kind: token === '' ? 'empty' : kind, hash: Buffer.from(key, 'hex'), key };
}
