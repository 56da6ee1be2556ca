import type { SignatureFinding } from '../../../webhook/signature-case.ts';
import { groupDigits, moment } from '../kit/figures.ts';
import type { Content } from '../kit/html.ts';
import type { State } from '../kit/pieces.ts';
import type { PageTexts } from '../texts/page-texts.ts';

type Words = PageTexts['signatures'];

/** What a finding means, and what to do about it. `nameOf`: what people call their endpoint. */
export function findingWords(
  words: Words,
  finding: SignatureFinding,
  nameOf: (endpointId: string) => string,
): { readonly title: string; readonly text: Content } {
  const { details } = words;
  switch (finding.kind) {
    case 'timestamp_old':
    case 'timestamp_ahead':
      return details[finding.kind](durationText(words, finding.byMs));
    case 'body_changed': {
      const { index, received, sent } = finding;
      return details.body_changed(groupDigits(index + 1), received, sent);
    }
    case 'secret_old':
    case 'secret_over':
    case 'signed_with_old':
    case 'signed_with_over':
      return details[finding.kind](moment(finding.until));
    case 'secret_of_other':
    case 'signed_for_other':
      return details[finding.kind](nameOf(finding.endpointId));
    default:
      return words.findings[finding.kind];
  }
}

/** Whether it is right, a hint, or wrong. */
export function findingLook({ kind }: SignatureFinding): State {
  switch (kind) {
    case 'genuine':
    case 'secret_right':
      return 'good';
    case 'recognized':
    case 'timestamp_old':
    case 'timestamp_of_no_attempt':
    case 'secret_old':
    case 'signed_with_old':
      return 'waiting';
    default:
      return 'bad';
  }
}

function durationText(words: Words, durationMs: number): string {
  const minutes = Math.floor(durationMs / 60_000);
  if (minutes < 120) return words.minutes(String(minutes));
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return words.hours(String(hours));
  return words.days(groupDigits(Math.floor(hours / 24)));
}
