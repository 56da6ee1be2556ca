import type { NostrEvent } from '../nostr/event.ts';

/** Tells those who listen in this process what was written for them. */
export interface ResponseEmitter {
  announce(event: NostrEvent): void;
  /** Answers what ends it. */
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
