import type { NostrEvent } from '../nostr/event.ts';

/** Announces newly written answers to listeners in this process. */
export interface ResponseEmitter {
  announce(event: NostrEvent): void;
  /** Listens for answers; the returned function stops that. */
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
