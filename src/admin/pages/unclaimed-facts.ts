import type { UnclaimedMoney } from '../../receipts/unclaimed-store.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';

/** Lists the facts by which an operator can find out whose unclaimed money it is. */
export function unclaimedFacts(
  { bitcoin, operateLists: { unclaimed: words } }: PageTexts,
  { id, arrival }: UnclaimedMoney,
): readonly (readonly [name: string, code: string])[] {
  if (arrival.rail === 'lightning')
    return [
      [words.id, id],
      [words.hash, arrival.paymentHash],
    ];
  return [
    [words.id, id],
    [bitcoin.facts.address, arrival.address],
    [bitcoin.facts.txid, `${arrival.txid}:${arrival.outputIndex}`],
  ];
}
