import type { State } from '../../web/pages/components.ts';
import type { Content } from '../../web/pages/html.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { SignatureFinding } from '../signature-case.ts';

/** What a finding means, and what to do about it. `nameOf`: what people call their endpoint. */
export function findingWords(
  texts: PageTexts,
  finding: SignatureFinding,
  nameOf: (endpointId: string) => string,
): { readonly title: string; readonly text: Content } {
  const { figures, signatures: words } = texts;
  const { details } = words;
  switch (finding.kind) {
    case 'timestamp_old':
    case 'timestamp_ahead':
      return details[finding.kind](durationText(texts, finding.byMs));
    case 'body_changed': {
      const { index, received, sent } = finding;
      return details.body_changed(figures.digits(index + 1), received, sent);
    }
    case 'secret_old':
    case 'secret_over':
    case 'signed_with_old':
    case 'signed_with_over':
      return details[finding.kind](figures.moment(finding.until));
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

function durationText({ figures, signatures: words }: PageTexts, durationMs: number): string {
  const minutes = Math.floor(durationMs / 60_000);
  if (minutes < 120) return words.minutes(String(minutes));
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return words.hours(String(hours));
  return words.days(figures.digits(Math.floor(hours / 24)));
}
