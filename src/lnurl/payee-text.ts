import { accept, type Result, refuse } from '../base/result.ts';
import type { UnpayableText } from './lnurl-refusals.ts';
import { encodeLnurl } from './lnurl-text.ts';
import { writePayAddress } from './pay-address.ts';
import { type PayTarget, type PayTextRules, readPayText } from './pay-text.ts';

export type PayeeTextRefusal = UnpayableText | 'pays_once';

/**
 * Reads a payee whom users can pay again and again, and returns the one form in which it is stored:
 * a lightning address or a node's key in lower case, or an LNURL. A mere name is that of someone
 * here.
 */
export function readPayeeText(text: string, rules: PayTextRules): Result<string, PayeeTextRefusal> {
  const read = readPayText(text, rules);
  if (!read.ok) return read;
  const target = read.value;
  switch (target.kind) {
    case 'bolt11':
    case 'own_invoice':
      return refuse('pays_once');
    case 'address':
      return accept(writePayAddress(target.address));
    case 'name':
      return accept(writePayAddress({ name: target.name, domain: rules.ownDomain }));
    case 'node':
      return accept(target.pubkey);
    case 'lnurl':
      return target.expects === 'withdrawRequest'
        ? refuse('withdraw_link')
        : accept(writePayLink(target));
  }
}

type PayLink = Pick<Extract<PayTarget, { kind: 'lnurl' }>, 'url' | 'isSchemeOpen'>;

/** Writes a link so that, when it is read again, it leads to the same place in the same way. */
export const writePayLink = ({ url, isSchemeOpen }: PayLink): string =>
  isSchemeOpen ? url.replace(/^https:/, 'lnurlp:') : encodeLnurl(url);
