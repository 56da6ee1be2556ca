import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../base/limits.ts';
import type { Result } from '../../base/result.ts';
import { type PageAnswer, refusePage } from '../../web/pages/page.ts';
import type { PageProblem } from '../../web/pages/page-problem.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { AccountRefusal } from '../account-refusals.ts';

/**
 * A problem with a form, and the field that has it; `field` is null if the problem concerns the
 * whole form.
 */
export interface FormProblem {
  readonly text: string;
  readonly field: FieldName | null;
}

export type FieldName =
  | 'email'
  | 'name'
  | 'password'
  | 'new_password'
  | 'address_name'
  | 'avatar'
  | 'nostr_key';

/**
 * Finds all problems in the fields of a form together, so that people do not have to send the form
 * again for each problem.
 */
export const problemsIn = (
  words: PageTexts['refusals'],
  checked: readonly Result<unknown, AccountRefusal>[],
): readonly FormProblem[] =>
  checked.flatMap((one) =>
    one.ok ? [] : [{ text: refusalText(words, one.refusal), field: refusedField(one.refusal) }],
  );

/**
 * Answers a refused form: with the form again and what was wrong with it, or with a page of its own
 * where trying again would not help.
 */
export function answerRefusal(
  words: PageTexts['refusals'],
  refusal: AccountRefusal,
  showAgain: (problem: string, field: FieldName | null) => PageAnswer,
): PageAnswer {
  const problem = refusalProblem(refusal);
  return problem === null
    ? showAgain(refusalText(words, refusal), refusedField(refusal))
    : refusePage(problem);
}

function refusedField(refusal: AccountRefusal): FieldName | null {
  switch (refusal.kind) {
    case 'bad_email':
    case 'email_taken':
      return 'email';
    case 'bad_name':
    case 'name_like_address':
      return 'name';
    case 'bad_password':
      return 'new_password';
    case 'bad_profile':
      return refusal.field === 'avatar' ? 'avatar' : 'nostr_key';
    default:
      return null;
  }
}

export function refusalText(words: PageTexts['refusals'], refusal: AccountRefusal): string {
  switch (refusal.kind) {
    case 'bad_password':
      return words.bad_password({
        minLength: String(MIN_PASSWORD_LENGTH),
        maxLength: String(MAX_PASSWORD_LENGTH),
      });
    case 'bad_profile':
      return words.bad_profile[refusal.field];
    default:
      return words[refusal.kind];
  }
}

/**
 * Finds the problem to show on a page of its own; null if the form should be shown again instead.
 */
export function refusalProblem(refusal: AccountRefusal): PageProblem | null {
  switch (refusal.kind) {
    case 'too_many_attempts':
      return tooManyProblem(Math.ceil(refusal.waitMs / 1000));
    case 'busy':
      return BUSY_PROBLEM;
    case 'link_over':
      return LINK_OVER_PROBLEM;
    case 'session_over':
      return SESSION_OVER_PROBLEM;
    default:
      return null;
  }
}

export const tooManyProblem = (retryAfterSec: number): PageProblem => ({
  status: 429,
  words: ({ accountProblems: { tooMany } }) => ({
    title: tooMany.title,
    message: tooMany.message({ wait: waitText(tooMany, retryAfterSec) }),
  }),
  retryAfterSec,
});

const waitText = (
  { seconds, minutes }: PageTexts['accountProblems']['tooMany'],
  waitSec: number,
): string =>
  waitSec < 90 ? seconds({ count: waitSec }) : minutes({ count: Math.ceil(waitSec / 60) });

const BUSY_PROBLEM: PageProblem = {
  status: 503,
  words: ({ accountProblems }) => accountProblems.busy,
  retryAfterSec: 2,
};

export const LINK_OVER_PROBLEM: PageProblem = {
  status: 410,
  words: ({ accountProblems }) => accountProblems.linkOver,
};

const SESSION_OVER_PROBLEM: PageProblem = {
  status: 403,
  words: ({ accountProblems }) => accountProblems.sessionOver,
};
