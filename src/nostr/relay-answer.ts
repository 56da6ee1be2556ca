import { parseList } from './parse-json.ts';

/** The answer of a relay about an event that it was sent (NIP-01, `OK`). */
export interface RelayAnswer {
  readonly isAccepted: boolean;
  /**
   * What the relay says: a machine-readable word, followed by an explanation for people, as in
   * `blocked: …`.
   */
  readonly message: string;
}

/** Reads a relay's answer about the given event; null for any other message. */
export function readRelayAnswer(text: string, eventId: string): RelayAnswer | null {
  const parts = parseList(text);
  const [name, id, isAccepted, message] = parts ?? [];
  if (name !== 'OK' || id !== eventId || typeof isAccepted !== 'boolean') return null;
  return { isAccepted, message: typeof message === 'string' ? message : '' };
}

/**
 * Machine-readable words by which a relay refuses an event for good: sending the event again would
 * not help (NIP-01, NIP-42).
 */
const FOR_GOOD = /^(?:auth-required|blocked|invalid|pow|restricted):/;

export const isRefusedForGood = ({ isAccepted, message }: RelayAnswer): boolean =>
  !isAccepted && FOR_GOOD.test(message);
