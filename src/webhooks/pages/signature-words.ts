import type { Content } from '../../i18n/html.ts';
import type { State } from '../../web/pages/components.ts';
import { durationText } from '../../web/pages/duration-text.ts';
import { code } from '../../web/pages/message-tags.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { SignatureFinding } from '../signature-case.ts';

/** Explains a finding about a signature, and what to do. `nameOf` gives the name of an endpoint. */
export function findingWords(
  { format, signatures: { details, findings } }: PageTexts,
  finding: SignatureFinding,
  nameOf: (endpointId: string) => string,
): { readonly title: string; readonly text: Content } {
  switch (finding.kind) {
    case 'timestamp_old':
    case 'timestamp_ahead': {
      const { title, text } = details[finding.kind];
      return { title: title({ duration: durationText(format.locale, finding.byMs) }), text };
    }
    case 'body_changed': {
      const { title, text } = details.body_changed;
      const position = format.digits(finding.index + 1);
      return { title, text: text({ ...finding, position, code }) };
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
      const { title, text } = findings[finding.kind];
      return { title, text: typeof text === 'string' ? text : text({ code }) };
    }
  }
}

/**
 * Colours of findings about a signature that are no mistakes: those that mean that something is
 * right, and hints. All others are shown as mistakes.
 */
export const FINDING_LOOKS: Partial<Record<SignatureFinding['kind'], State>> = {
  genuine: 'good',
  secret_right: 'good',
  recognized: 'waiting',
  timestamp_old: 'waiting',
  timestamp_of_no_attempt: 'waiting',
  secret_old: 'waiting',
  signed_with_old: 'waiting',
};
