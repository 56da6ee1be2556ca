import { MAX_ASKED_PAUSE_MS } from './limits.ts';
import type { PushReply } from './push-client.ts';

/** What a push service's reply means for the browser, and for the message. */
export type PushOutcome =
  /** The message will reach the browser, once that is online. No one says whether it was seen. */
  | { readonly kind: 'taken' }
  /** The subscription has ended, so nothing sent to it ever arrives. */
  | { readonly kind: 'gone' }
  /** Another attempt may succeed, after the pause for which the service asks, if it does. */
  | { readonly kind: 'later'; readonly pauseMs: number | null; readonly detail: string }
  /** The push service refuses what we send: our fault, or that of our settings. */
  | { readonly kind: 'refused'; readonly detail: string };

/**
 * Reads the reply of a push service (RFC 8030, 5 and 7.3), with what Apple and Mozilla document
 * beyond it. Redirects are not followed, and count as a failure that may pass.
 */
export function readReply(reply: PushReply, now: Date): PushOutcome {
  if (reply.kind === 'unanswered') return { kind: 'later', pauseMs: null, detail: reply.detail };
  const { status, text } = reply;
  const detail = `status ${status}`;
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  // Apple's word for a subscription that was made for another key of the sender.
  if (text.includes('VapidPkHashMismatch')) return { kind: 'gone' };
  if (REFUSALS.has(status)) return { kind: 'refused', detail };
  return { kind: 'later', pauseMs: readPause(reply.retryAfter, now), detail };
}

const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 405, 411, 413, 415]);

/** Reads `Retry-After`: seconds, or a date. Null if it is missing or no such value. */
function readPause(text: string | null, now: Date): number | null {
  if (text === null) return null;
  const pauseMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(pauseMs) ? null : Math.min(Math.max(pauseMs, 0), MAX_ASKED_PAUSE_MS);
}
