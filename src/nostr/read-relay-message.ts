import { isText, type NostrEvent, toEvent } from './event.ts';
import { parseList } from './parse-json.ts';

/** A message of a relay to us (NIP-01, From relay to client). */
export type RelayMessage =
  /** An event in the right form; its id and signature are not checked. */
  | { readonly kind: 'event'; readonly subscription: string; readonly event: NostrEvent }
  | {
      readonly kind: 'ok';
      readonly eventId: string;
      readonly isAccepted: boolean;
      readonly reason: string;
    }
  | { readonly kind: 'eose'; readonly subscription: string }
  | { readonly kind: 'closed'; readonly subscription: string; readonly reason: string };

/**
 * Reads a message of a relay; null for a message in another form, or one that is only meant to be
 * shown to people. It never throws.
 */
export function readRelayMessage(text: string): RelayMessage | null {
  const [name, subject, value, words] = parseList(text) ?? [];
  if (!isText(subject)) return null;
  switch (name) {
    case 'EVENT': {
      const event = toEvent(value);
      return event === null ? null : { kind: 'event', subscription: subject, event };
    }
    case 'OK':
      if (typeof value !== 'boolean') return null;
      return { kind: 'ok', eventId: subject, isAccepted: value, reason: textOf(words) };
    case 'EOSE':
      return { kind: 'eose', subscription: subject };
    case 'CLOSED':
      return { kind: 'closed', subscription: subject, reason: textOf(value) };
    default:
      return null;
  }
}

const textOf = (value: unknown): string => (isText(value) ? value : '');
