import type { Formatters } from '../../web/pages/formatters.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { DepositProgress } from '../deposit-progress.ts';

/** What an open deposit waits for, in a few words. */
export function progressWords(
  { deposit: words, format }: PageTexts,
  { confirmations, needed, missingSat }: DepositProgress,
  amounts: Pick<Formatters, 'sat'> = format,
): string {
  return missingSat > 0n
    ? words.tooLittle({ missing: amounts.sat(missingSat) })
    : words.progress({ count: format.digits(confirmations), needed });
}

/** The page of a deposit, which is a record of Activity once it is credited. */
export const depositPath = (identifier: string): string => `/activity/${identifier}`;
