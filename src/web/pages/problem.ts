import type { FastifyRequest } from 'fastify';
import { NoAdminError } from '../../alarms/operator-log/operator-action.ts';
import { awayPart, isLockedDown } from '../../base/fault.ts';
import type { Log } from '../../base/log.ts';
import { type Content, html } from '../../i18n/html.ts';
import { BodyRefusedError } from '../body-refused.ts';
import type { PageTexts } from '../texts/page-texts.ts';
import { hiddenField, postForm } from './controls.ts';
import { readForm } from './forms.ts';
import { type ShownPage, showPage } from './page.ts';
import {
  AWAY_PROBLEM,
  FAULT_PROBLEM,
  LOCKED_DOWN_PROBLEM,
  NODE_AWAY_PROBLEM,
  NOT_FOUND_PROBLEM,
  type PageProblem,
  TOO_OFTEN_PROBLEM,
} from './page-problem.ts';

/**
 * Shows a problem. `again` is a form that sends the same request once more, where that may help.
 */
export function showProblem(
  { status, words }: PageProblem,
  texts: PageTexts,
  again: Content = null,
): ShownPage {
  const { title, message } = words(texts);
  return showPage({
    status,
    title,
    width: 'narrow',
    main: html`
      <p class="eyebrow">${texts.problems.error({ status: String(status) })}</p>
      <h1>${title}</h1>
      <p>${message}</p>
      ${again}
      <p><a href="/">${texts.problems.toStart}</a></p>`,
  });
}

/**
 * Turns an error in a page into a problem to show. What was wrong is explained only for mistakes in
 * the request, as other errors may contain internal details.
 */
export function problemOf(error: unknown, { method, routeOptions }: FastifyRequest, log: Log) {
  if (error instanceof BodyRefusedError) {
    if (error.statusCode === 429)
      return { ...TOO_OFTEN_PROBLEM, retryAfterSec: error.retryAfterSec };
    if (error.statusCode === 503) return AWAY_PROBLEM;
  }
  const status = statusOf(error);
  if (status >= 400 && status < 500) return BY_STATUS.get(status) ?? { ...UNUSABLE, status };
  if (isLockedDown(error)) return LOCKED_DOWN_PROBLEM;
  log.error({ error, method, route: routeOptions.url }, 'a page failed');
  if (isNodeAway(error)) return NODE_AWAY_PROBLEM;
  return awayPart(error) === null ? FAULT_PROBLEM : AWAY_PROBLEM;
}

/** Whether something failed only because the Lightning node cannot be reached. */
export const isNodeAway = (error: unknown): boolean => awayPart(error) === 'node';

/**
 * Runs the work of a form. If the node is away, the result is `node_away`, so that the page can
 * show the form as it was filled in.
 */
export async function unlessNodeAway<Done>(work: () => Promise<Done>): Promise<Done | 'node_away'> {
  try {
    return await work();
  } catch (error) {
    if (isNodeAway(error)) return 'node_away';
    throw error;
  }
}

/**
 * HTTP statuses of problems that may pass: the database or node was away, or too much was asked for
 * at once.
 */
const AGAIN: ReadonlySet<number> = new Set([429, 503]);

/**
 * A form that sends the same fields once more, so that nothing typed is lost; none where a secret
 * was typed. The token of the form is checked again then.
 */
export function formAgain(
  { problems }: PageTexts,
  { status }: PageProblem,
  { body, method, url }: FastifyRequest,
): Content {
  const form = readForm(body);
  const names = form.names();
  if (!AGAIN.has(status) || method !== 'POST' || names.length === 0) return null;
  if (names.some((name) => SECRET_FIELDS.has(name))) return null;
  return postForm({
    action: url,
    csrfToken: null,
    fields: names.map((name) => form.all(name).map((text) => hiddenField(name, text))),
    submit: { label: problems.again },
  });
}

const SECRET_FIELDS: ReadonlySet<string> = new Set(['password', 'new_password', 'code', 'answer']);

function statusOf(error: unknown): number {
  // Someone who is no admin any more gets the answer of all other users. They are not told which
  // pages of operators exist.
  if (error instanceof NoAdminError) return 404;
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500;
}

const UNUSABLE: PageProblem = { status: 400, words: ({ problems }) => problems.unusable };

const BY_STATUS: ReadonlyMap<number, PageProblem> = new Map([
  [404, NOT_FOUND_PROBLEM],
  [413, { status: 413, words: ({ problems }) => problems.tooLarge }],
]);
