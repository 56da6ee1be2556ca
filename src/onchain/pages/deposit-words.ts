import type { Formatters } from '../../web/pages/formatters.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { DepositProgress } from '../deposit-progress.ts';

/** Says in a few words what an open deposit waits for. */
export function progressWords(
  { deposit: words, format }: PageTexts,
  { confirmations, needed, missingSat }: DepositProgress,
  amounts: Pick<Formatters, 'sat'> = format,
): string {
  return missingSat > 0n
    ? words.tooLittle({ missing: amounts.sat(missingSat) })
    : words.progress({ count: format.digits(confirmations), needed });
}

/**
 * The path of a deposit's page, which is also the page of its record in Activity after it is
 * credited.
 */
export const depositPath = (identifier: string): string => `/activity/${identifier}`;
