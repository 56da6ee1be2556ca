import { type PageProblem, TOO_OFTEN_PROBLEM } from '../../web/pages/page-problem.ts';
import type { SearchRefusal } from '../activity-store.ts';

/** The problem of a search that should have given a file and not a page of Activity. */
export const searchProblem = (refusal: SearchRefusal): PageProblem =>
  refusal === 'too_many' ? TOO_OFTEN_PROBLEM : TOO_SLOW_PROBLEM;

const TOO_SLOW_PROBLEM: PageProblem = { status: 503, words: ({ activity }) => activity.tooSlow };
