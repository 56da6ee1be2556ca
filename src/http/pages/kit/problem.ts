import type { FastifyRequest } from 'fastify';
import { awayPart } from '../../../base/fault.ts';
import type { Log } from '../../../base/log.ts';
import { NoAdminError } from '../../../base/operate/operator-action.ts';
import { BodyRefusedError } from '../../wire/body-refused.ts';
import type { PageTexts } from '../texts/page-texts.ts';
import { html } from './html.ts';
import { type ShownPage, showPage } from './page.ts';
import {
  AWAY_PROBLEM,
  FAULT_PROBLEM,
  NOT_FOUND_PROBLEM,
  type PageProblem,
  TOO_OFTEN_PROBLEM,
} from './page-problem.ts';

export function showProblem({ status, words }: PageProblem, texts: PageTexts): ShownPage {
  const { title, message } = words(texts);
  return showPage({
    status,
    title,
    width: 'narrow',
    main: html`
      <p class="eyebrow">${texts.problems.error(status)}</p>
      <h1>${title}</h1>
      <p>${message}</p>
      <p><a href="/">${texts.problems.toStart}</a></p>`,
  });
}

/** What broke before or in a page. Only what the browser sent wrong is told to it. */
export function problemOf(error: unknown, { method, routeOptions }: FastifyRequest, log: Log) {
  if (error instanceof BodyRefusedError) {
    if (error.statusCode === 429)
      return { ...TOO_OFTEN_PROBLEM, retryAfterSec: error.retryAfterSec };
    if (error.statusCode === 503) return AWAY_PROBLEM;
  }
  const status = statusOf(error);
  if (status >= 400 && status < 500) return BY_STATUS.get(status) ?? { ...UNUSABLE, status };
  log.error({ error, method, route: routeOptions.url }, 'a page failed');
  return awayPart(error) === null ? FAULT_PROBLEM : AWAY_PROBLEM;
}

function statusOf(error: unknown): number {
  // As for all others: they do not learn what is there.
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
