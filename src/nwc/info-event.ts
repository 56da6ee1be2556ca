import {
  type NwcMethod,
  permittedMethods,
  permittedNotifications,
} from '../apps/nwc-keys/method.ts';
import type { Scope } from '../authorization/scope.ts';
import type { EncryptionScheme } from '../nostr/conversation.ts';
import type { NostrDraft, NostrTag } from '../nostr/event.ts';
import { DELETION_KIND, INFO_KIND } from './wire-kinds.ts';

export interface InfoSubject {
  /**
   * The app's public key, which the info event names: apps that have chosen their own key look for
   * it.
   */
  readonly clientPubkey: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly schemes: readonly EncryptionScheme[];
  /**
   * The time of the event in seconds since 1970. It must grow with every change, because a relay
   * keeps only the newest info event.
   */
  readonly createdAt: number;
}

/**
 * Drafts the public event that tells an app what it can do with the wallet (NIP-47, Info Event), to
 * be signed by the wallet's key. The event lists only what the app's connection may do, because
 * receive-only apps refuse a wallet that could pay.
 */
export function draftInfo({ clientPubkey, scopes, schemes, createdAt }: InfoSubject): NostrDraft {
  const methods = permittedMethods(scopes);
  const notifications = permittedNotifications(scopes);
  const extensions = extensionsOf(methods, notifications.length > 0);
  const words = notifications.length > 0 ? [...methods, 'notifications'] : methods;
  const tags: readonly NostrTag[] = [
    ['encryption', schemes.join(' ')],
    ...(notifications.length > 0 ? [['notifications', notifications.join(' ')]] : []),
    ...(extensions.length > 0 ? [['extensions', extensions.join(' ')]] : []),
    ['p', clientPubkey],
  ];
  return { kind: INFO_KIND, created_at: createdAt, content: words.join(' '), tags };
}

/**
 * Names the optional extensions of NIP-47 that the wallet supports, by their numbers: 02 is
 * notifications, 04 is keysend, and 05 and 06 are lists of transactions with their metadata.
 */
function extensionsOf(methods: readonly NwcMethod[], hasNotifications: boolean): readonly string[] {
  return [
    ...(hasNotifications ? ['02'] : []),
    ...(methods.includes('pay_keysend') ? ['04'] : []),
    ...(methods.includes('list_transactions') ? ['05', '06'] : []),
  ];
}

/**
 * Drafts an info event without any methods, to replace the one that relays keep of a key that has
 * ended.
 */
export const draftEmptyInfo = (clientPubkey: string, createdAt: number): NostrDraft => ({
  kind: INFO_KIND,
  created_at: createdAt,
  content: '',
  tags: [['p', clientPubkey]],
});

/**
 * Drafts a request that relays delete the info event altogether (NIP-09). Its tag `a` names a
 * replaceable event by kind and author.
 */
export const draftInfoDeletion = (walletPubkey: string, createdAt: number): NostrDraft => ({
  kind: DELETION_KIND,
  created_at: createdAt,
  content: '',
  tags: [
    ['a', `${INFO_KIND}:${walletPubkey}:`],
    ['k', String(INFO_KIND)],
  ],
});
