import type { Html } from '../../i18n/html.ts';
import { textField } from '../../web/pages/controls.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { Endpoint } from '../endpoint.ts';

type Words = PageTexts['webhooks']['recovering'];

/** A field for the day from which missed messages are sent again; days begin and end in UTC. */
export const sinceField = (words: Words, value: string, isBad: boolean): Html =>
  textField({
    name: 'since',
    label: words.since,
    type: 'date',
    value,
    problem: isBad ? words.noSuchDay : undefined,
    hint: words.sinceHint,
  });

/** Proposes the day of the last successful delivery, as the endpoint missed nothing before it. */
export const suggestedSince = ({ health, createdAt }: Endpoint): string =>
  (health.lastSuccessAt ?? createdAt).toISOString().slice(0, 10);

export function readSince(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const time = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}
