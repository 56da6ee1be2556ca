import type { Random } from '../base/random.ts';
import type { Conversation, EncryptionScheme } from '../nostr/conversation.ts';
import { type NostrEvent, signEvent } from '../nostr/event.ts';
import type { NwcError } from './nwc-error.ts';
import { RESPONSE_KIND } from './wire-kinds.ts';

/** The keys with which the wallet talks to the app of one connection. */
export interface WalletServiceKey {
  /** The wallet's private key: 32 bytes. */
  readonly privateKey: Uint8Array;
  /**
   * The public key of `privateKey`, which is kept because computing it takes as long as signing.
   */
  readonly walletPubkey: string;
  readonly clientPubkey: string;
  /** Encrypts and decrypts between the wallet's key and the app's. */
  readonly conversation: Conversation;
}

/** The content of the answer to a request: a result or an error. */
export type NwcAnswer =
  | { readonly ok: true; readonly result: object }
  | { readonly ok: false; readonly error: NwcError };

export interface AnswerOrder {
  readonly request: { readonly eventId: string; readonly createdAt: number };
  readonly scheme: EncryptionScheme;
  /** The method as the request named it; null if the request could not be read. */
  readonly method: string | null;
  readonly answer: NwcAnswer;
  readonly nowSec: number;
}

/**
 * Makes the signed answer to a request (NIP-47, Response). It is never dated before the request,
 * because an app whose clock is ahead looks for answers since its own time. `error` or `result` is
 * left out instead of being null, which some apps take for a failure. Each call draws a new nonce
 * and so makes another event: only the first one may be sent.
 */
export function makeAnswerEvent(
  side: WalletServiceKey,
  order: AnswerOrder,
  random: Random,
): NostrEvent {
  const { request, scheme, method, answer, nowSec } = order;
  const result_type = method ?? UNKNOWN_METHOD;
  const content = answer.ok
    ? { result_type, result: answer.result }
    : { result_type, error: answer.error };
  return signEvent(
    {
      kind: RESPONSE_KIND,
      created_at: Math.max(nowSec, request.createdAt),
      content: side.conversation.encrypt(JSON.stringify(content), scheme, random),
      tags: [
        ['p', side.clientPubkey],
        ['e', request.eventId],
      ],
    },
    side.privateKey,
    side.walletPubkey,
  );
}

/**
 * The `result_type` of the answer to a request whose method could not be read. Apps expect a text
 * there, and not null.
 */
const UNKNOWN_METHOD = 'unknown';
