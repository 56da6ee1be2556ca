import { createHmac } from 'node:crypto';
import type { NwcNotification } from '../apps/nwc-keys/method.ts';
import type { Random } from '../base/random.ts';
import { unixSeconds } from '../base/wire-time.ts';
import type { EncryptionScheme } from '../nostr/conversation.ts';
import { type NostrEvent, signEvent } from '../nostr/event.ts';
import type { WalletServiceKey } from './answer-event.ts';
import type { Transaction } from './transaction.ts';
import { NOTIFICATION_KIND, OLD_NOTIFICATION_KIND } from './wire-kinds.ts';

export interface NotificationOrder {
  readonly transaction: Transaction;
  /**
   * The id of the settled record. It is part of the nonce, because the notifications of two
   * payments to one invoice may have the same text.
   */
  readonly recordId: string;
  readonly bookedAt: Date;
  readonly scheme: EncryptionScheme;
}

/**
 * Makes the event that tells an app of a settled payment (NIP-47, Notification Events). The same
 * record always gives the same event, including id and signature, so an app that is told again
 * after a crash recognises it. The event is dated by the booking and not by the payment, which may
 * lie before the `since` of an app that asks for new events.
 */
export function makeNotificationEvent(
  side: WalletServiceKey,
  order: NotificationOrder,
): NostrEvent {
  const { transaction, bookedAt, scheme } = order;
  const text = JSON.stringify({
    notification_type: notificationOf(transaction),
    notification: transaction,
  });
  return signEvent(
    {
      kind: kindOfNotification(scheme),
      created_at: unixSeconds(bookedAt),
      content: side.conversation.encrypt(text, scheme, nonceOf(side, order, text)),
      tags: [['p', side.clientPubkey]],
    },
    side.privateKey,
    side.walletPubkey,
  );
}

/**
 * Derives the nonce (NIP-44) or initialisation vector (NIP-04) from key, record and text, so that
 * it is never used for two different texts.
 */
function nonceOf(
  { privateKey }: WalletServiceKey,
  { recordId, scheme }: NotificationOrder,
  text: string,
): Random {
  const digest = createHmac('sha256', privateKey)
    .update(`satchel nwc notification ${scheme} ${recordId} ${text}`)
    .digest();
  return { bytes: (length) => digest.subarray(0, length) };
}

/** The kind of Nostr event for notifications, by encryption scheme. */
export const kindOfNotification = (scheme: EncryptionScheme): number =>
  scheme === 'nip04' ? OLD_NOTIFICATION_KIND : NOTIFICATION_KIND;

/** The type of notification for a record: `payment_received` or `payment_sent`. */
export const notificationOf = ({ type }: Transaction): NwcNotification =>
  type === 'incoming' ? 'payment_received' : 'payment_sent';
