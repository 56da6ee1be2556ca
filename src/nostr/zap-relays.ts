import type { NostrEvent } from './event.ts';
import { MAX_RELAY_URL_LENGTH, MAX_ZAP_RELAYS } from './limits.ts';
import { tagsOf } from './tags.ts';

/**
 * Relays to which a zap request wants its receipt sent, the first distinct ones; a stranger has
 * chosen them. With `withPlain`, addresses with `ws` are among them, which only lead into networks
 * that the operator lists.
 */
export function zapRelaysOf(event: NostrEvent, withPlain: boolean): readonly string[] {
  const relays = tagsOf(event, 'relays')
    .flatMap(([, ...urls]) => urls)
    .map((text) => readRelayUrl(text, withPlain))
    .filter((url) => url !== null);
  return [...new Set(relays)].slice(0, MAX_ZAP_RELAYS);
}

function readRelayUrl(text: string, withPlain: boolean): string | null {
  const url = URL.parse(text);
  if (url === null || url.href.length > MAX_RELAY_URL_LENGTH) return null;
  if (url.protocol !== 'wss:' && !(withPlain && url.protocol === 'ws:')) return null;
  if (url.username !== '' || url.password !== '') return null;
  // A web socket has no use for the part behind `#` (RFC 6455, 3).
  url.hash = '';
  return url.href;
}
