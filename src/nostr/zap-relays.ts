import type { NostrEvent } from './event.ts';
import { MAX_RELAY_URL_LENGTH, MAX_ZAP_RELAYS } from './limits.ts';
import { tagsOf } from './tags.ts';

/**
 * The first few distinct relays to which a zap request wants its receipt sent. A stranger has
 * chosen them. With `withPlain`, addresses with `ws` are included; the connection is then still
 * limited to networks that the operator lists.
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
  // The part behind `#` is removed, because a web socket URL must not have one (RFC 6455, 3).
  url.hash = '';
  return url.href;
}
