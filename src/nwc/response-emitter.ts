import type { NostrEvent } from '../nostr/event.ts';

/** Tells listeners of this process about events that were written for them. */
export interface ResponseEmitter {
  announce(event: NostrEvent): void;
  /** Listens for answers; the returned function ends that. */
  listen(listener: (event: NostrEvent) => void): () => void;
}

export function createResponseEmitter(): ResponseEmitter {
  const listeners = new Set<(event: NostrEvent) => void>();
  return {
    announce: (event) => {
      for (const listener of listeners) listener(event);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
