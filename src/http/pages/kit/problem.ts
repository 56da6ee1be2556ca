import type { FastifyRequest } from 'fastify';
import type { Log } from '../../../base/log.ts';
import { html } from './html.ts';
import { type ShownPage, showPage } from './page.ts';
import { FAULT_PROBLEM, NOT_FOUND_PROBLEM, type PageProblem } from './page-problem.ts';

export const showProblem = ({ status, title, message }: PageProblem): ShownPage =>
  showPage({
    status,
    title,
    width: 'narrow',
    main: html`
      <p class="eyebrow">Error ${status}</p>
      <h1>${title}</h1>
      <p>${message}</p>
      <p><a href="/">Go to the start page</a></p>`,
  });

/** What broke before or in a page. Only what the browser sent wrong is told to it. */
export function problemOf(error: unknown, { method, routeOptions }: FastifyRequest, log: Log) {
  const status = statusOf(error);
  if (status >= 400 && status < 500) return BY_STATUS.get(status) ?? { ...UNUSABLE, status };
  log.error({ error, method, route: routeOptions.url }, 'a page failed');
  return FAULT_PROBLEM;
}

const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500;

const UNUSABLE: PageProblem = {
  status: 400,
  title: 'This request cannot be used',
  message: 'What the browser sent is not what a form of ours sends. Go back and try again.',
};

const BY_STATUS: ReadonlyMap<number, PageProblem> = new Map([
  [404, NOT_FOUND_PROBLEM],
  [413, { ...UNUSABLE, status: 413, title: 'This is too much at once' }],
]);
