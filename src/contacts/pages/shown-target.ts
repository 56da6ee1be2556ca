import { decodeLnurl } from '../../lnurl/lnurl-text.ts';

/**
 * Shows what is paid to reach someone: an address itself, of an LNURL the domain, of a key its
 * ends.
 */
export function shownTarget(target: string): string {
  if (NODE_KEY.test(target)) return keyEnds(target);
  if (target.includes('@') && !target.includes('/')) return target;
  // An LNURL's domain with a port would read as a scheme, without a host.
  return URL.parse(decodeLnurl(target) ?? target)?.host || target;
}

const NODE_KEY = /^0[23][0-9a-f]{64}$/;

/** Both ends of a node's key, by which people tell it from others. */
export const keyEnds = (pubkey: string): string => `${pubkey.slice(0, 8)}…${pubkey.slice(-8)}`;
