import { requireStepUp } from '../../accounts/pages/require-step-up.ts';
import { allowsMore, type Budget } from '../../authorization/budget.ts';
import { accept, type Result } from '../../base/result.ts';
import { readBalance } from '../../ledger/read-balance.ts';
import { facts } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import type { FormatterSet } from '../../web/pages/formatters.ts';
import {
  type Page,
  type PageAnswer,
  redirectTo,
  refusePage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { type PageProblem, STALE_FORM_PROBLEM } from '../../web/pages/page-problem.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import {
  type ConsentDetails,
  type ConsentOutcome,
  consentPath,
} from '../oauth/routes/authorization.ts';
import { allowText } from './allow-bar.ts';
import type { AppPageDeps } from './app-page-deps.ts';
import { browserOf } from './browser.ts';
import { budgetFacts } from './budget-facts.ts';
import {
  BUDGET_FIELD_NAMES,
  type BudgetFields,
  type BudgetProblem,
  chosenBudget,
  presentBudgetFields,
  readBudgetFields,
  suggestedBudgetFields,
} from './budget-fields.ts';
import { limitNewAccess } from './limit-new-access.ts';
import { scopeList } from './scope-words.ts';
import { asksToSpend, showConsent } from './show-consent.ts';

const PATH = consentPath(':id');

/** The page on which an app asks for access. It shows the user who the app is and what it wants. */
const ask: UserPage<AppPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'signed_in',
  leavesSite: true,
  handle: async (deps, request) => {
    const details = await readDetails(deps, request);
    if (details === null) return refusePage(REQUEST_GONE);
    const { format } = request.texts;
    const balanceSat = await readBalance(deps, request.user.id);
    const resumed = readResumedForm(request);
    const budget =
      resumed === null ? proposeBudget(format, details, balanceSat) : readBudgetFields(resumed);
    return showConsent(request, { details, balanceSat, budget });
  },
};

/**
 * Answers the consent page. The form says only yes or no and the limit; which app and scopes are
 * allowed is read again from the stored request.
 */
const answer: UserPage<AppPageDeps> = {
  method: 'POST',
  path: PATH,
  access: 'signed_in',
  leavesSite: true,
  resumable: { fields: BUDGET_FIELD_NAMES },
  handle: async (deps, request) => {
    const { form, user, params, texts } = request;
    const given = { userId: user.id, ticket: form.text('ticket') };
    const browser = browserOf(request);
    if (form.text('decision') !== 'allow') {
      return conclude(await deps.authorization.deny(browser, params.text('id'), given));
    }
    const details = await readDetails(deps, request);
    if (details === null) return refusePage(REQUEST_GONE);
    const fields = readBudgetFields(form);
    const budget = readChoice(texts.format, details, fields, deps.clock.now());
    if (!budget.ok) {
      const balanceSat = await readBalance(deps, user.id);
      const again = { ...fields, problem: budget.refusal };
      return showConsent(request, { details, balanceSat, budget: again });
    }
    const approve = async (): Promise<PageAnswer> => {
      const refused = await limitNewAccess(deps, request.user.id);
      if (refused !== null) return refused;
      const choice = { ...given, budget: budget.value };
      return conclude(await deps.authorization.approve(browser, params.text('id'), choice));
    };
    if (budget.value === 'keep' || !allowsMoreThanBefore(details, budget.value)) {
      return await approve();
    }
    const path = consentPath(params.text('id'));
    const act = {
      section: null,
      title: texts.consent.heading({ name: details.client.name }),
      about: [scopeList(texts.scopes, details.scopes), facts(budgetFacts(texts, budget.value))],
      submit: allowText(texts, budget.value),
      back: linkButton(texts.frame.cancel, path),
      address: path,
    };
    return await requireStepUp(deps, request, act, approve);
  },
};

const switchAccount: UserPage<AppPageDeps> = {
  method: 'POST',
  path: `${PATH}/switch-account`,
  access: 'signed_in',
  handle: async (_, { session, params }) => {
    await session.signOut();
    session.rememberReturn(consentPath(params.text('id')));
    return redirectTo('/sign-in');
  },
};

export const consentPages: readonly Page<AppPageDeps>[] = [ask, answer, switchAccount];

const readDetails = (deps: AppPageDeps, request: UserPageRequest): Promise<ConsentDetails | null> =>
  deps.authorization.details(browserOf(request), request.params.text('id'), request.user.id);

/**
 * Proposes a limit: an app that can already spend keeps its own, and any other gets a suggestion.
 */
function proposeBudget(
  format: FormatterSet,
  details: ConsentDetails,
  balanceSat: bigint,
): BudgetFields {
  const { appGrant } = details;
  return appGrant !== null && asksToSpend(appGrant)
    ? presentBudgetFields(format, appGrant.budget)
    : suggestedBudgetFields(format, balanceSat);
}

/**
 * Whether a consent allows more spending than the app's present grant. If not, one click is enough,
 * and the user need not prove who they are.
 */
const allowsMoreThanBefore = ({ appGrant }: ConsentDetails, wanted: Budget | null): boolean =>
  appGrant === null || !asksToSpend(appGrant) || allowsMore(wanted, appGrant.budget);

function readChoice(
  format: FormatterSet,
  details: ConsentDetails,
  fields: BudgetFields,
  now: Date,
): Result<'keep' | Budget | null, BudgetProblem> {
  if (!asksToSpend(details)) return accept('keep');
  const presentEnd = details.appGrant?.budget?.expiresAt ?? null;
  return chosenBudget(format, fields, { presentEnd }, now);
}

function conclude(outcome: ConsentOutcome): PageAnswer {
  if (outcome.ok) return redirectTo(outcome.value.to);
  return refusePage(outcome.refusal.kind === 'wrong_ticket' ? STALE_FORM_PROBLEM : REQUEST_GONE);
}

const REQUEST_GONE: PageProblem = {
  status: 400,
  words: ({ consent }) => consent.gone,
};
