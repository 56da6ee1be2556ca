import type { Endpoint } from '../../../webhook/endpoint.ts';
import { textField } from '../kit/controls.ts';
import type { Html } from '../kit/html.ts';

/** From which day on what was missed is sent; days begin and end in UTC. */
export const sinceField = (value: string, problem?: string): Html =>
  textField({
    name: 'since',
    label: 'Since the beginning of',
    type: 'date',
    value,
    problem,
    hint: 'The day in UTC.',
  });

/** The day of the last success: nothing that came before it was missed for longer. */
export const suggestedSince = ({ health, createdAt }: Endpoint): string =>
  (health.lastSuccessAt ?? createdAt).toISOString().slice(0, 10);

export function readSince(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const time = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}

export const NO_SUCH_DAY = 'Name a day, such as 2026-03-01.';
