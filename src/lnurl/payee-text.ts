import { accept, type Result, refuse } from '../base/result.ts';
import type { UnpayableText } from './lnurl-refusals.ts';
import { encodeLnurl } from './lnurl-text.ts';
import { writePayAddress } from './pay-address.ts';
import { type LightningTarget, type PayTextRules, readPayText } from './pay-text.ts';

export type PayeeTextRefusal = UnpayableText | 'pays_once';

/**
 * Reads a payee who can be paid repeatedly, and returns the form in which payees are stored: a
 * lightning address or node key in lower case, or an LNURL. A mere name is that of a user of this
 * service.
 */
export function readPayeeText(text: string, rules: PayTextRules): Result<string, PayeeTextRefusal> {
  const read = readPayText(text, rules);
  if (!read.ok) return read;
  const target = read.value.kind === 'both' ? read.value.lightning : read.value;
  switch (target.kind) {
    // A bitcoin address is refused: paying it twice would show everyone that both payments are for
    // the same person.
    case 'chain':
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

type PayLink = Pick<Extract<LightningTarget, { kind: 'lnurl' }>, 'url' | 'isSchemeOpen'>;

/**
 * Writes a link in one fixed form. Reading that form again leads to the same URL and the same form.
 */
export const writePayLink = ({ url, isSchemeOpen }: PayLink): string =>
  isSchemeOpen ? url.replace(/^https:/, 'lnurlp:') : encodeLnurl(url);
