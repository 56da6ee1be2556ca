import type { AccountRefusal } from '../../../account/account-refusals.ts';
import { type PageAnswer, refusePage } from '../kit/page.ts';
import type { PageProblem } from '../kit/page-problem.ts';

/** What people are told. A refusal that has words of its own comes with them. */
const TEXTS: Readonly<Record<AccountRefusal['kind'], string>> = {
  wrong_credentials: 'The e-mail address or the password is not right.',
  user_disabled: 'This account was switched off. Ask the operator of this site.',
  wrong_code: 'This code is not right, or it was used before. Wait for the next one and try again.',
  wrong_passkey:
    'That did not work: the passkey is not known here, or it took too long. Try again, or use ' +
    'your password.',
  passkey_known: 'This passkey is known here already.',
  too_many_passkeys: 'There are many passkeys already. Remove one first.',
  too_many_attempts: 'There were too many attempts.',
  busy: 'Many people are signing in at this moment.',
  session_over: 'You were signed out meanwhile. Sign in again.',
  link_over: 'This link was used before, or it is too old.',
  email_taken: 'This e-mail address cannot be used.',
  authenticator_present: 'An authenticator app is set up already.',
  authenticator_gone: 'No authenticator app is set up.',
  own_account: 'You cannot do this to your own account.',
  bad_email: 'This is not an e-mail address.',
  bad_password: 'Choose a password of 8 to 256 characters.',
  bad_name: 'This name holds characters that cannot be seen. Type it again.',
  bad_profile: 'This cannot be used.',
};

export function refusalText(refusal: AccountRefusal): string {
  return refusal.kind === 'bad_profile' ? refusal.message : TEXTS[refusal.kind];
}

/** A page of its own where the form would not help; null where it shall come back. */
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

/** The problem's own page, or the form again with what was wrong. */
export function answerRefusal(
  refusal: AccountRefusal,
  showAgain: (problem: string) => PageAnswer,
): PageAnswer {
  const problem = refusalProblem(refusal);
  return problem === null ? showAgain(refusalText(refusal)) : refusePage(problem);
}

export const tooManyProblem = (retryAfterSec: number): PageProblem => ({
  status: 429,
  words: () => ({
    title: 'Too many attempts',
    message:
      'To keep strangers from guessing, this is possible again in ' + `${inWords(retryAfterSec)}.`,
  }),
  retryAfterSec,
});

const BUSY_PROBLEM: PageProblem = {
  status: 503,
  words: () => ({
    title: 'One moment, please',
    message: 'Many people are signing in at this moment. Go back and try again in a few seconds.',
  }),
  retryAfterSec: 2,
};

export const LINK_OVER_PROBLEM: PageProblem = {
  status: 410,
  words: () => ({
    title: 'This link does not work any more',
    message: 'It was used before, or it is too old. Ask for a new one where you got this one.',
  }),
};

const SESSION_OVER_PROBLEM: PageProblem = {
  status: 403,
  words: () => ({
    title: 'You were signed out',
    message: 'Your session ended while you were here. Sign in again and repeat what you wanted.',
  }),
};

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} second${seconds === 1 ? '' : 's'}`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
