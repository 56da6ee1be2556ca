/** A node to open a channel to, as nodes announce themselves: `pubkey@host:port`. */
export interface PeerAddress {
  readonly pubkey: string;
  /**
   * The host with its port; null where only the key is known, and we must be connected to the node
   * already.
   */
  readonly host: string | null;
}

const MAX_HOST_LENGTH = 255;

/**
 * Reads the address of a peer; null for anything else. Without a port, LND takes the usual one,
 * 9735.
 */
export function parsePeerAddress(text: string): PeerAddress | null {
  const [, pubkey, , host] = /^(0[23][0-9a-f]{64})(@([\w.:[\]-]+))?$/i.exec(text.trim()) ?? [];
  if (pubkey === undefined || (host !== undefined && host.length > MAX_HOST_LENGTH)) return null;
  return { pubkey: pubkey.toLowerCase(), host: host ?? null };
}
