import type { Content } from '../../texts/html.ts';
import type { State } from '../../web/pages/components.ts';
import { code } from '../../web/pages/message-tags.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { SignatureFinding } from '../signature-case.ts';

/** What a finding means, and what to do about it. `nameOf`: what people call their endpoint. */
export function findingWords(
  texts: PageTexts,
  finding: SignatureFinding,
  nameOf: (endpointId: string) => string,
): { readonly title: string; readonly text: Content } {
  const { format, signatures: words } = texts;
  const { details } = words;
  switch (finding.kind) {
    case 'timestamp_old':
    case 'timestamp_ahead': {
      const { title, text } = details[finding.kind];
      return { title: title({ duration: durationText(texts, finding.byMs) }), text };
    }
    case 'body_changed': {
      const { index, received, sent } = finding;
      const { title, text } = details.body_changed;
      const position = format.digits(index + 1);
      return { title, text: text({ position, received, sent, code }) };
    }
    case 'secret_old':
    case 'secret_over':
    case 'signed_with_old':
    case 'signed_with_over': {
      const { title, text } = details[finding.kind];
      return { title, text: text({ until: format.moment(finding.until) }) };
    }
    case 'secret_of_other':
    case 'signed_for_other': {
      const { title, text } = details[finding.kind];
      return { title, text: text({ name: nameOf(finding.endpointId) }) };
    }
    default: {
      const { title, text } = words.findings[finding.kind];
      return { title, text: typeof text === 'string' ? text : text({ code }) };
    }
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

function durationText({ format, signatures: words }: PageTexts, durationMs: number): string {
  const minutes = Math.floor(durationMs / 60_000);
  if (minutes < 120) return words.minutes({ count: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return words.hours({ count: hours });
  const days = Math.floor(hours / 24);
  return words.days({ count: days, shown: format.digits(days) });
}
