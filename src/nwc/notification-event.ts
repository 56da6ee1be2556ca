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
  /** The id of the settled record: two receipts of one invoice may look alike. */
  readonly recordId: string;
  readonly bookedAt: Date;
  readonly scheme: EncryptionScheme;
}

/**
 * Tells an app of what has settled (NIP-47, Notification Events). The same record gives the same
 * event, id and signature included, whenever and wherever it is made: an app that is told again
 * after a crash drops it by its id. Its time is that of the booking, not that of the payment, which
 * may lie before the start of an app that asks for what is new.
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
 * Nonces (NIP-44) and initial vectors (NIP-04) follow from key, record and text, as those of a
 * signature do: an equal one is used again for the same text alone.
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

/** The kind of event for notifications in a scheme. */
export const kindOfNotification = (scheme: EncryptionScheme): number =>
  scheme === 'nip04' ? OLD_NOTIFICATION_KIND : NOTIFICATION_KIND;

/** The notification of a record. */
export const notificationOf = ({ type }: Transaction): NwcNotification =>
  type === 'incoming' ? 'payment_received' : 'payment_sent';
