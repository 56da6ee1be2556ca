import type { Urgency } from './push-client.ts';

/** A notification, which a browser shows even while no page of this service is open. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** The page that opens when the notification is pressed, as an absolute URL of this service. */
  readonly navigate: string;
  /** The language of the texts, as in HTML. */
  readonly language: string;
  /** A notification replaces the one with the same tag that is still shown. */
  readonly tag: string;
  readonly urgency: Urgency;
  /** How long the message is worth showing, in seconds. */
  readonly ttlSec: number;
  /** A newer message with the same topic replaces one that was not delivered; null for none. */
  readonly topic: string | null;
  /** Whether the notification stays on the screen until someone presses it or takes it away. */
  readonly staysShown: boolean;
}

/**
 * Writes a message in the declarative form of the W3C Push API, which Safari shows without asking a
 * script, and which the script of our pages reads in other browsers. A text that would make it
 * longer than `maxBytes` is cut.
 */
export function renderMessage(message: PushMessage, maxBytes: number): Uint8Array {
  const { title, body: whole, navigate, language: lang, tag, staysShown } = message;
  for (let length = whole.length; ; length = Math.floor(length * CUT_TO)) {
    const body = length === whole.length ? whole : `${whole.slice(0, length).toWellFormed()}…`;
    const notification = { title, body, navigate, lang, tag, ...(staysShown && STAYS) };
    const bytes = new TextEncoder().encode(JSON.stringify({ web_push: 8030, notification }));
    if (bytes.length <= maxBytes || length === 0) return bytes;
  }
}

const STAYS = { requireInteraction: true };

/** The share of a text that is left after each step in which it is cut. */
const CUT_TO = 0.75;
