/**
 * Decodes any BOLT11 invoice, no matter who made it, and adds the aliases of the nodes that it
 * mentions.
 */

import { accept, type Result } from '../base/result.ts';
import { cleanText } from '../base/text.ts';
import type { DecodeRefusal } from '../ledger/wallet-refusals.ts';
import type { Bolt11 } from '../lightning/bolt11.ts';
import { decodeBolt11 } from '../lightning/bolt11-decode.ts';
import { normalizeBolt11 } from '../lightning/bolt11-prefix.ts';
import type { AliasCache } from './alias-cache.ts';
import { MAX_ALIAS_HINTS } from './limits.ts';

export interface DecodedInvoice {
  readonly invoice: Bolt11;
  readonly payeeAlias: string | null;
  /** Aliases of the first nodes of the route hints, as far as the network graph has them. */
  readonly routeHintAliases: readonly string[];
}

export async function decodeInvoice(
  deps: { readonly aliases: AliasCache },
  text: string,
): Promise<Result<DecodedInvoice, DecodeRefusal>> {
  const decoded = decodeBolt11(normalizeBolt11(text));
  if (!decoded.ok) return decoded;
  const { description } = decoded.value;
  const shown = description === null ? null : cleanText(description, description.length);
  const invoice = { ...decoded.value, description: shown };
  const firstHops = invoice.routeHints
    .slice(0, MAX_ALIAS_HINTS)
    .flatMap((hint) => hint.slice(0, 1));
  const [payeeAlias, ...hintAliases] = await Promise.all([
    deps.aliases.aliasOf(invoice.payee),
    ...firstHops.map((hop) => deps.aliases.aliasOf(hop.pubkey)),
  ]);
  return accept({
    invoice,
    payeeAlias: payeeAlias ?? null,
    routeHintAliases: hintAliases.filter((alias) => alias !== null),
  });
}
