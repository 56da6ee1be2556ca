import type { Budget } from '../../access/budget.ts';
import { accept, type Result } from '../../base/result.ts';
import { type ConsentDetails, type ConsentOutcome, consentPath } from '../oauth/authorization.ts';
import { browserOf } from './kit/browser.ts';
import {
  type BudgetFields,
  type BudgetProblem,
  chosenBudget,
  presentBudgetFields,
  readBudgetFields,
  suggestedBudgetFields,
} from './kit/budget-fields.ts';
import {
  type Page,
  type PageAnswer,
  redirectTo,
  refusePage,
  type UserPageRequest,
} from './kit/page.ts';
import { type PageProblem, STALE_FORM_PROBLEM } from './kit/page-problem.ts';
import type { PageDeps } from './page-deps.ts';
import { readBalance } from './read-balance.ts';
import { showConsent } from './show-consent.ts';

const PATH = consentPath(':id');

/** An app asks; the user sees who it is and what it wants. */
export const askPage: Page = {
  method: 'GET',
  path: PATH,
  access: 'signed_in',
  leavesSite: true,
  handle: async (deps, request) => {
    const details = await readDetails(deps, request);
    if (details === null) return refusePage(QUESTION_GONE);
    const balanceSat = await readBalance(deps, request.user.id);
    return showConsent(request, {
      details,
      balanceSat,
      budget: proposeBudget(details, balanceSat),
    });
  },
};

/** What the app asked is read again from where it is kept: the form says yes or no, and a limit. */
export const page: Page = {
  method: 'POST',
  path: PATH,
  access: 'signed_in',
  leavesSite: true,
  handle: async (deps, request) => {
    const { form, user, params } = request;
    const answer = { userId: user.id, ticket: form.text('ticket') };
    const browser = browserOf(request);
    if (form.text('decision') !== 'allow') {
      return conclude(await deps.authorization.deny(browser, params.text('id'), answer));
    }
    const details = await readDetails(deps, request);
    if (details === null) return refusePage(QUESTION_GONE);
    const fields = readBudgetFields(form);
    const budget = readChoice(details, fields, deps.clock.now());
    if (!budget.ok) {
      const balanceSat = await readBalance(deps, user.id);
      const again = { ...fields, problem: budget.refusal };
      return showConsent(request, { details, balanceSat, budget: again });
    }
    const choice = { ...answer, budget: budget.value };
    return conclude(await deps.authorization.approve(browser, params.text('id'), choice));
  },
};

export const switchPage: Page = {
  method: 'POST',
  path: `${PATH}/switch-account`,
  access: 'signed_in',
  handle: async (_, { session, params }) => {
    await session.signOut();
    session.rememberReturn(consentPath(params.text('id')));
    return redirectTo('/sign-in');
  },
};

const readDetails = (deps: PageDeps, request: UserPageRequest): Promise<ConsentDetails | null> =>
  deps.authorization.details(browserOf(request), request.params.text('id'), request.user.id);

export const asksToSpend = ({ scopes }: Pick<ConsentDetails, 'scopes'>): boolean =>
  scopes.includes('payments:send');

/** What there is goes on; who may not spend yet gets a suggestion. */
function proposeBudget(details: ConsentDetails, balanceSat: bigint): BudgetFields {
  const { connection } = details;
  return connection !== null && asksToSpend(connection)
    ? presentBudgetFields(connection.budget)
    : suggestedBudgetFields(balanceSat);
}

function readChoice(
  details: ConsentDetails,
  fields: BudgetFields,
  now: Date,
): Result<'keep' | Budget | null, BudgetProblem> {
  if (!asksToSpend(details)) return accept('keep');
  return chosenBudget(fields, { presentEnd: details.connection?.budget?.expiresAt ?? null }, now);
}

function conclude(outcome: ConsentOutcome): PageAnswer {
  if (outcome.ok) return redirectTo(outcome.value.to);
  return refusePage(outcome.refusal.kind === 'wrong_ticket' ? STALE_FORM_PROBLEM : QUESTION_GONE);
}

const QUESTION_GONE: PageProblem = {
  status: 400,
  title: 'This question is no longer open',
  message:
    'It was answered already, it is too old, or it was asked in another browser. ' +
    'Go back to the app and connect again.',
};
