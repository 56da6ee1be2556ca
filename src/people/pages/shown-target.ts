import { decodeLnurl } from '../../lnurl/lnurl-text.ts';

/** What stands for a target on pages: an address itself, the domain of an LNURL, a short key. */
export function shownTarget(target: string): string {
  if (NODE_KEY.test(target)) return keyEnds(target);
  if (target.includes('@') && !target.includes('/')) return target;
  return URL.parse(decodeLnurl(target) ?? target)?.host ?? target;
}

const NODE_KEY = /^0[23][0-9a-f]{64}$/;

/** Enough of a node's key to tell it from others. */
export const keyEnds = (pubkey: string): string => `${pubkey.slice(0, 8)}…${pubkey.slice(-8)}`;
