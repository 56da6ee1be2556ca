/** Something that did not go well, as a page of its own. */
export interface PageProblem {
  readonly status: number;
  readonly title: string;
  /** What happened and what to do now. */
  readonly message: string;
  readonly retryAfterSec?: number;
}

export const NOT_FOUND_PROBLEM: PageProblem = {
  status: 404,
  title: 'There is nothing here',
  message: 'The address may be mistyped, or what it showed is gone.',
};

export const METHOD_PROBLEM: PageProblem = {
  status: 405,
  title: 'This does not work here',
  message: 'The page exists, but not for this kind of request.',
};

export const STALE_FORM_PROBLEM: PageProblem = {
  status: 403,
  title: 'This form is no longer valid',
  message:
    'You may have signed in or out since it was opened, or another site sent it. ' +
    'Nothing was changed. Go back, reload the page and try again.',
};

export const TOO_OFTEN_PROBLEM: PageProblem = {
  status: 429,
  title: 'Too many requests',
  message: 'Pages are asked for very often from your network. Wait a moment and try again.',
};

export const FAULT_PROBLEM: PageProblem = {
  status: 500,
  title: 'Something went wrong on our side',
  message: 'Nothing that you see here was done by you. Please try again in a moment.',
};
