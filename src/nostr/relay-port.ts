import type { NostrEvent } from './event.ts';

/** Port: sends an event to a relay that a stranger has named. */
export interface RelayPublisher {
  /** Publishes an event. It never rejects, and ends in bounded time, whatever the relay does. */
  publish(relay: string, event: NostrEvent, signal: AbortSignal): Promise<PublishResult>;
}

export type PublishResult =
  | { readonly kind: 'accepted' }
  /**
   * The relay refused the event for good, or connecting to its address is forbidden: a repeat would
   * be refused too.
   */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };
