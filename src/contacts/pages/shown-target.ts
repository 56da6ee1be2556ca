import { decodeLnurl } from '../../lnurl/lnurl-text.ts';

/**
 * Shows a payee in a short form: a lightning address as it is, the domain of an LNURL, or both ends
 * of a node's key.
 */
export function shownTarget(target: string): string {
  if (NODE_KEY.test(target)) return keyEnds(target);
  if (target.includes('@') && !target.includes('/')) return target;
  // The host is shown without `https:`, as a domain with a port would otherwise be read as a
  // scheme.
  return URL.parse(decodeLnurl(target) ?? target)?.host || target;
}

const NODE_KEY = /^0[23][0-9a-f]{64}$/;

/**
 * Shortens a node's public key to its first and last eight digits, by which people tell it from
 * others.
 */
export const keyEnds = (pubkey: string): string => `${pubkey.slice(0, 8)}…${pubkey.slice(-8)}`;
