import { AWAY_RETRY_SEC, LOCKDOWN_RETRY_SEC } from '../../base/fault.ts';
import type { PageTexts } from '../texts/page-texts.ts';

/** A problem that is shown as a page of its own, such as one for an unknown address. */
export interface PageProblem {
  readonly status: number;
  readonly words: (texts: PageTexts) => ProblemWords;
  readonly retryAfterSec?: number;
}

export interface ProblemWords {
  readonly title: string;
  /** A sentence that says what happened, and what to do now. */
  readonly message: string;
}

export const NOT_FOUND_PROBLEM: PageProblem = {
  status: 404,
  words: ({ problems }) => problems.notFound,
};

export const METHOD_PROBLEM: PageProblem = {
  status: 405,
  words: ({ problems }) => problems.method,
};

export const STALE_FORM_PROBLEM: PageProblem = {
  status: 403,
  words: ({ problems }) => problems.staleForm,
};

/** The problem when a browser keeps no cookies, so that no one can sign in with it. */
export const NO_COOKIE_PROBLEM: PageProblem = {
  status: 403,
  words: ({ problems }) => problems.noCookie,
};

export const TOO_OFTEN_PROBLEM: PageProblem = {
  status: 429,
  words: ({ problems }) => problems.tooOften,
};

export const TOO_MUCH_AT_ONCE_PROBLEM: PageProblem = {
  status: 429,
  words: ({ problems }) => problems.tooMuchAtOnce,
  retryAfterSec: 1,
};

export const AWAY_PROBLEM: PageProblem = {
  status: 503,
  words: ({ problems }) => problems.away,
  retryAfterSec: AWAY_RETRY_SEC,
};

/** The problem when a form waits until operators lift a lockdown. */
export const LOCKED_DOWN_PROBLEM: PageProblem = {
  status: 503,
  words: ({ problems }) => problems.lockedDown,
  retryAfterSec: LOCKDOWN_RETRY_SEC,
};

/** The problem when the node does not answer, although the database does. */
export const NODE_AWAY_PROBLEM: PageProblem = {
  status: 503,
  words: ({ problems }) => problems.nodeAway,
  retryAfterSec: AWAY_RETRY_SEC,
};

export const FAULT_PROBLEM: PageProblem = {
  status: 500,
  words: ({ problems }) => problems.fault,
};
