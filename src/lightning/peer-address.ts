/**
 * The address of a node to which a channel is opened, written as nodes announce themselves:
 * `pubkey@host:port`.
 */
export interface PeerAddress {
  readonly pubkey: string;
  /**
   * The host with its port; null where only the key is known, which suffices when our node is
   * already connected to the peer.
   */
  readonly host: string | null;
}

const MAX_HOST_LENGTH = 255;

/**
 * Reads the address of a peer; null for any other text. A missing port is left out of the result,
 * and LND then takes 9735.
 */
export function parsePeerAddress(text: string): PeerAddress | null {
  const [, pubkey, , host] = /^(0[23][0-9a-f]{64})(@([\w.:[\]-]+))?$/i.exec(text.trim()) ?? [];
  if (pubkey === undefined || (host !== undefined && host.length > MAX_HOST_LENGTH)) return null;
  return { pubkey: pubkey.toLowerCase(), host: host ?? null };
}
