import assert from 'node:assert/strict';
import type { LightMyRequestResponse } from 'fastify';
import { REPEATED_FORM_MS } from '../../src/base/limits.ts';
import { times } from './money-model/many-at-once.ts';
import type { MovableClock } from './movable-clock.ts';
import type { Person } from './oauth-world.ts';
import { type FormFields, readText } from './page-visitor.ts';
import { hiddenFields } from './submit-form.ts';

/** Helpers for forms that are sent twice, as by someone who clicks twice. */

export type Send = () => Promise<LightMyRequestResponse>;

/** Opens a page once, and returns a function that sends its form as often as it is called. */
export async function fillIn(
  { browser }: Pick<Person, 'browser'>,
  path: string,
  fields: FormFields = {},
): Promise<{ readonly send: Send; readonly form: FormFields }> {
  const form = { ...hiddenFields(await browser.get(path), path), ...fields };
  return { form, send: () => browser.post(path, form) };
}

/** Sends a form several times at once, and asserts that all answers are the same page. */
export async function sendAtOnce(send: Send, count = 5): Promise<LightMyRequestResponse> {
  const answers = await Promise.all(times(count, send));
  const [first] = answers;
  assert(first !== undefined);
  assert.equal(first.statusCode, 200, readText(first));
  for (const answer of answers) assert.equal(readText(answer), readText(first));
  return first;
}

/**
 * Asserts that a repeated form leads back to a page which says that nothing was done, and which
 * shows no secret.
 */
export async function assertDoneBefore(
  { browser }: Person,
  send: Send,
  path: string,
): Promise<void> {
  const answer = await send();
  assert.deepEqual([answer.statusCode, answer.headers.location], [303, path]);
  const page = readText(await browser.get(path));
  assert.match(page, DONE_BEFORE);
  assert.doesNotMatch(page, /Client secret|whsec_/);
}

/**
 * Moves the clock to the beginning of a time slot, so that a whole slot lies ahead, however slow
 * the machine is.
 */
export function moveToSlot(clock: MovableClock): void {
  clock.move(REPEATED_FORM_MS - (clock.now().getTime() % REPEATED_FORM_MS));
}

/** Moves the clock beyond the next time slot, when no form is remembered any more. */
export const laterThanARepeat = (clock: MovableClock): void => clock.move(2 * REPEATED_FORM_MS);

export const readSecret = (answer: LightMyRequestResponse): string =>
  /(?:Client|Signing) secret (\S{38,43}) /.exec(readText(answer))?.[1] ?? '';

const DONE_BEFORE = /Nothing was done\. .* A secret is shown only once\./;
