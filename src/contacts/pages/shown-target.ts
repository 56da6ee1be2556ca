import { decodeLnurl } from '../../lnurl/lnurl-text.ts';

/**
 * Shows a target, also that of a payment: an address itself, the domain of an LNURL, a short key.
 */
export function shownTarget(target: string): string {
  if (NODE_KEY.test(target)) return keyEnds(target);
  if (target.includes('@') && !target.includes('/')) return target;
  // The domain of an LNURL with a port reads as a scheme, without a host.
  return URL.parse(decodeLnurl(target) ?? target)?.host || target;
}

const NODE_KEY = /^0[23][0-9a-f]{64}$/;

/** Both ends of a node's key, which tell it from others. */
export const keyEnds = (pubkey: string): string => `${pubkey.slice(0, 8)}…${pubkey.slice(-8)}`;
