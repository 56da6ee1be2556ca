import type { NostrEvent } from './event.ts';

/** Port: hands an event to a relay that a stranger has named. */
export interface RelayPublisher {
  /**
   * Publishes an event. Never rejects, and ends within its bounds of time whatever the relay does.
   */
  publish(relay: string, event: NostrEvent, signal: AbortSignal): Promise<PublishResult>;
}

export type PublishResult =
  | { readonly kind: 'accepted' }
  /** A repeat would be refused too: the relay says so, or its address may not be reached. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };
