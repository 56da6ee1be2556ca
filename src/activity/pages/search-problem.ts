import { type PageProblem, TOO_OFTEN_PROBLEM } from '../../web/pages/page-problem.ts';
import type { SearchRefusal } from '../activity-store.ts';

/** The page that says why a search could not be downloaded as a file. */
export const searchProblem = (refusal: SearchRefusal): PageProblem =>
  refusal === 'too_many' ? TOO_OFTEN_PROBLEM : TOO_SLOW_PROBLEM;

const TOO_SLOW_PROBLEM: PageProblem = { status: 503, words: ({ activity }) => activity.tooSlow };
