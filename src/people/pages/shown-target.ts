import { decodeLnurl } from '../../lnurl/lnurl-text.ts';

/** What stands for a target on pages: an address itself, and the domain of an LNURL. */
export function shownTarget(target: string): string {
  if (target.includes('@') && !target.includes('/')) return target;
  return URL.parse(decodeLnurl(target) ?? target)?.host ?? target;
}
