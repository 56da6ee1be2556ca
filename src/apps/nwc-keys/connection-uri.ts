import { assert } from '../../base/assert.ts';
import { MAX_NWC_RELAYS } from '../../base/limits.ts';
import { removeSuffix } from '../../base/text.ts';

export interface ConnectionUri {
  /**
   * The public key that the wallet uses for this connection alone: X-only, 64 hex digits in lower
   * case.
   */
  readonly walletPubkey: string;
  /** Addresses of Nostr relays, at least one. Many apps use only the first. */
  readonly relays: readonly string[];
  /** The app's private key, 64 hex digits in lower case; null if the app keeps a key of its own. */
  readonly secret: string | null;
  /**
   * The user's lightning address, which an app may put into their Nostr profile; null if the app
   * may not know it.
   */
  readonly lud16: string | null;
}

/**
 * Writes the URI that an app pastes or scans (NIP-47, Nostr Wallet Connect URI). Keys are in lower
 * case, because SDKs refuse others. Relays have no slash at the end, because some clients cannot
 * cope with one.
 */
export function writeConnectionUri(connection: ConnectionUri): string {
  const { walletPubkey, relays, secret, lud16 } = connection;
  assert(
    isKey(walletPubkey) && (secret === null || isKey(secret)),
    'keys are 64 hex digits in lower case',
  );
  const isCounted = relays.length > 0 && relays.length <= MAX_NWC_RELAYS;
  assert(isCounted, 'a connection has a relay, and not too many');
  const parameters = [
    ...relays.map((relay) => ['relay', removeSuffix(relay, '/')] as const),
    ...(secret === null ? [] : [['secret', secret] as const]),
    ...(lud16 === null ? [] : [['lud16', lud16] as const]),
  ];
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `nostr+walletconnect://${walletPubkey}?${query.join('&')}`;
}

const isKey = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
