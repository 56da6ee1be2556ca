import type { PageTexts } from '../../web/texts/page-texts.ts';

/** As short as it can be said, rounded down. */
export function durationText(
  { figures: { digits }, overview: words }: PageTexts,
  seconds: number,
): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return words.lessThanMinute;
  if (minutes < 60) return words.minutes(digits(minutes));
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? words.hours(digits(hours)) : words.days(digits(Math.floor(hours / 24)));
}
