import assert from 'node:assert/strict';
import * as nip04 from 'nostr-tools/nip04';
import * as nip44 from 'nostr-tools/nip44';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { type EncryptionScheme, openConversation } from '../../../src/nostr/conversation.ts';
import { type NostrEvent, readEvent } from '../../../src/nostr/event.ts';
import type { WalletServiceKey } from '../../../src/nwc/answer-event.ts';

/** The key of an app. The app works with nostr-tools instead of our code. */
export const APP_KEY = new Uint8Array(32).fill(21);
export const WALLET_KEY = new Uint8Array(32).fill(42);
export const APP_PUBKEY = getPublicKey(APP_KEY);
export const WALLET_PUBKEY = getPublicKey(WALLET_KEY);

/** The key of the conversation, computed once because that takes longer than encrypting. */
const CONVERSATION_KEY = nip44.getConversationKey(APP_KEY, WALLET_PUBKEY);

export const NOW_SEC = 1_700_000_000;

export function walletSide(): WalletServiceKey {
  const conversation = openConversation(WALLET_KEY, APP_PUBKEY);
  assert(conversation !== null);
  return {
    privateKey: WALLET_KEY,
    walletPubkey: WALLET_PUBKEY,
    clientPubkey: APP_PUBKEY,
    conversation,
  };
}

export interface NewAppInput {
  /** The scheme that encrypts the request; null for content that is sent as it is. */
  readonly scheme?: EncryptionScheme | null;
  readonly content?: string;
  readonly kind?: number;
  readonly createdAt?: number;
  readonly tags?: readonly (readonly string[])[];
}

export const appEncrypt = (text: string, scheme: EncryptionScheme): string =>
  scheme === 'nip04'
    ? nip04.encrypt(APP_KEY, WALLET_PUBKEY, text)
    : nip44.encrypt(text, CONVERSATION_KEY);

export const appDecrypt = (content: string, scheme: EncryptionScheme): unknown =>
  JSON.parse(
    scheme === 'nip04'
      ? nip04.decrypt(APP_KEY, WALLET_PUBKEY, content)
      : nip44.decrypt(content, CONVERSATION_KEY),
  );

/** A request as apps sign it: kind 23194, with wallet and scheme in its tags. */
export function appRequest(input: NewAppInput = {}): NostrEvent {
  const { scheme = 'nip44_v2', content = '{"method":"get_info"}' } = input;
  const { kind = 23_194, createdAt = NOW_SEC } = input;
  const usual = [
    ['p', WALLET_PUBKEY],
    ['encryption', scheme ?? 'nip44_v2'],
  ];
  const event = finalizeEvent(
    {
      kind,
      created_at: createdAt,
      tags: (input.tags ?? usual).map((tag) => [...tag]),
      content: scheme === null ? content : appEncrypt(content, scheme),
    },
    APP_KEY,
  );
  const read = readEvent(JSON.stringify(event));
  assert(read.ok, JSON.stringify(read));
  return read.value;
}
