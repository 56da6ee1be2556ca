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
  /** The app's public key: apps that pair by a key of their own look for it. */
  readonly clientPubkey: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly schemes: readonly EncryptionScheme[];
  /**
   * The time in seconds since 1970. A relay keeps the newest info event, so it must grow with every
   * change.
   */
  readonly createdAt: number;
}

/**
 * Drafts the public event that tells an app what it can do with the wallet (NIP-47, Info Event):
 * only what its connection may do, as apps for receiving refuse a key that could pay. The wallet's
 * key signs it.
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
 * Numbers of the extensions of NIP-47 that the wallet has: notifications, keysend, lists; metadata
 * goes with lists.
 */
function extensionsOf(methods: readonly NwcMethod[], hasNotifications: boolean): readonly string[] {
  return [
    ...(hasNotifications ? ['02'] : []),
    ...(methods.includes('pay_keysend') ? ['04'] : []),
    ...(methods.includes('list_transactions') ? ['05', '06'] : []),
  ];
}

/**
 * Drafts an info event that offers nothing, to replace the one that relays keep of a key that has
 * ended.
 */
export const draftEmptyInfo = (clientPubkey: string, createdAt: number): NostrDraft => ({
  kind: INFO_KIND,
  created_at: createdAt,
  content: '',
  tags: [['p', clientPubkey]],
});

/**
 * Drafts a request that relays forget the info event altogether (NIP-09: `a` names what is replaced
 * under one key).
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
