import type { SubscriptionKeys } from './encrypt-message.ts';

/** A browser whose user wants notices shown on it, even while no page of this service is open. */
export interface PushDevice {
  readonly id: string;
  /** What the browser calls itself (`User-Agent`), so that its user recognises it. */
  readonly device: string;
  /** The session in which the user has allowed the messages. It may have expired since. */
  readonly sessionId: string;
  /** Whether amounts and names may be shown, which others can read on a locked screen. */
  readonly showsDetails: boolean;
  readonly createdAt: Date;
  /** When a push service last took a message for this browser; null if it never did. */
  readonly takenAt: Date | null;
  /** What the push service answered to the last message, if it did not take it; null otherwise. */
  readonly problem: string | null;
}

/**
 * Where messages for one browser are sent, and how they are encrypted. Anyone who knows these can
 * send the browser messages, so they are shown in no list and no log.
 */
export interface PushSubscription extends SubscriptionKeys {
  /** The address at the push service of the browser's maker. */
  readonly endpoint: string;
  /** The public key of the sender for which the browser made the subscription. */
  readonly senderKey: Uint8Array;
}

export interface NewPushDevice extends PushSubscription {
  readonly id: string;
  /** The endpoint of the same browser that this one replaces; null if it replaces none. */
  readonly earlier: string | null;
  readonly userId: string;
  readonly sessionId: string;
  readonly device: string;
  readonly createdAt: Date;
}

/** Port: the browsers of users that get push messages. */
export interface PushDeviceStore {
  /**
   * Stores a browser. A subscription is known by its endpoint: it moves to the user who now uses
   * that browser, and is stored once. `ended` means that the session is not signed in any more.
   */
  keepDevice(device: NewPushDevice, mostOfUser: number): Promise<'kept' | 'too_many' | 'ended'>;
  /** Lists the browsers of a user that still get messages, newest first. */
  listDevices(userId: string): Promise<readonly PushDevice[]>;
  /** Finds where to send a message for one browser of a user; null if it gets none. */
  findSubscription(userId: string, id: string): Promise<PushSubscription | null>;
  /** Whether this endpoint belongs to a browser of this user that gets messages. */
  isKept(userId: string, endpoint: string): Promise<boolean>;
  setDetails(userId: string, id: string, showsDetails: boolean): Promise<boolean>;
  removeDevice(userId: string, id: string): Promise<boolean>;
  noteResult(id: string, result: PushResult): Promise<void>;
  /** Removes browsers whose sessions were all ended. Returns how many. */
  pruneEnded(limit: number): Promise<number>;
}

/** What became of the messages to one browser, up to a number of notice. */
export type PushResult =
  | { readonly kind: 'taken'; readonly seq: bigint | null; readonly at: Date }
  /** The push service never takes a message for this browser again. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'later'; readonly retryAt: Date; readonly problem: string }
  /** The notices up to `seq` are not sent any more. */
  | { readonly kind: 'given_up'; readonly seq: bigint; readonly problem: string };
