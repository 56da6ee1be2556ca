import type { PageTexts } from '../../web/texts/page-texts.ts';

/** Writes a duration in as few words as possible, rounded down. */
export function shortDurationText(
  { format: { digits }, overview: words }: PageTexts,
  seconds: number,
): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return words.lessThanMinute;
  if (minutes < 60) return words.minutes({ count: digits(minutes) });
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return words.hours({ count: digits(hours) });
  return words.days({ count: digits(Math.floor(hours / 24)) });
}
