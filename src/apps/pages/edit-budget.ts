import { requireStepUp } from '../../accounts/pages/require-step-up.ts';
import { allowsMore } from '../../authorization/budget.ts';
import { html } from '../../i18n/html.ts';
import { readBalance } from '../../ledger/read-balance.ts';

import { facts } from '../../web/pages/components.ts';
import { linkButton, postForm } from '../../web/pages/controls.ts';
import type { Section } from '../../web/pages/nav-items.ts';
import {
  notFoundPage,
  type Page,
  type PageAnswer,
  redirectTo,
  showPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import type { AppPageDeps } from './app-page-deps.ts';
import { budgetFacts } from './budget-facts.ts';
import {
  BUDGET_FIELD_NAMES,
  type BudgetFields,
  budgetFields,
  chosenBudget,
  presentBudgetFields,
  readBudgetFields,
} from './budget-fields.ts';
import { budgetMeter } from './budget-meter.ts';

/** The app or token whose spending limit a page is about. */
interface BudgetSubject {
  readonly grantId: string;
  readonly name: string;
  readonly section: Section;
  /** The path of the form for the spending limit. */
  readonly path: string;
  /** The path of the page that lists the apps or tokens, to which the user returns. */
  readonly listPath: string;
}

/**
 * Makes the pages of a form for the limit of an app or token. They answer 404 if `find` returns
 * null.
 */
export function budgetPages(
  path: string,
  find: (deps: AppPageDeps, request: UserPageRequest) => Promise<BudgetSubject | null>,
): readonly Page<AppPageDeps>[] {
  const about =
    (act: typeof askForBudget) => async (deps: AppPageDeps, request: UserPageRequest) => {
      const subject = await find(deps, request);
      return subject === null ? notFoundPage() : await act(deps, request, subject);
    };
  const access = 'signed_in';
  const resumable = { fields: BUDGET_FIELD_NAMES };
  return [
    { method: 'GET', path, access, handle: about(askForBudget) },
    { method: 'POST', path, access, resumable, handle: about(changeBudget) },
  ];
}

async function askForBudget(
  deps: AppPageDeps,
  request: UserPageRequest,
  subject: BudgetSubject,
): Promise<PageAnswer> {
  const budget = await readBudget(deps, request, subject);
  const resumed = readResumedForm(request);
  const fields =
    resumed === null
      ? presentBudgetFields(request.texts.format, budget)
      : readBudgetFields(resumed);
  return showBudgetForm(deps, request, subject, fields);
}

async function changeBudget(
  deps: AppPageDeps,
  request: UserPageRequest,
  subject: BudgetSubject,
): Promise<PageAnswer> {
  const now = deps.clock.now();
  const present = await readBudget(deps, request, subject);
  const fields = readBudgetFields(request.form);
  const context = { presentEnd: present?.expiresAt ?? null };
  const budget = chosenBudget(request.texts.format, fields, context, now);
  if (!budget.ok) {
    return showBudgetForm(deps, request, subject, { ...fields, problem: budget.refusal });
  }
  const change = async (): Promise<PageAnswer> => {
    const grant = { userId: request.user.id, grantId: subject.grantId };
    await deps.budgets.setBudget(grant, budget.value, now);
    const text = request.texts.budget.editing.done({ name: subject.name });
    request.session.keepNotice({ kind: 'done', text });
    return redirectTo(subject.listPath);
  };
  // A user need not prove who they are to allow less. To allow more requires a proof.
  if (!allowsMore(budget.value, present)) return await change();
  const { budget: words, frame } = request.texts;
  const act = {
    section: subject.section,
    title: words.editing.heading({ name: subject.name }),
    about: facts(budgetFacts(request.texts, budget.value)),
    submit: words.editing.submit,
    back: linkButton(frame.cancel, subject.listPath, 'quiet'),
  };
  return await requireStepUp(deps, request, act, change);
}

async function readBudget(
  deps: AppPageDeps,
  { user }: UserPageRequest,
  { grantId }: BudgetSubject,
) {
  const budgets = await deps.budgets.readBudgets(user.id, [grantId], deps.clock.now());
  return budgets.get(grantId) ?? null;
}

async function showBudgetForm(
  deps: AppPageDeps,
  request: UserPageRequest,
  subject: BudgetSubject,
  fields: BudgetFields,
): Promise<PageAnswer> {
  const now = deps.clock.now();
  const [balanceSat, present] = await Promise.all([
    readBalance(deps, request.user.id),
    readBudget(deps, request, subject),
  ]);
  const { section, name, path, listPath } = subject;
  const words = request.texts.budget.editing;
  return showPage({
    title: words.title,
    section,
    width: 'narrow',
    status: fields.problem === undefined ? 200 : 400,
    main: html`
      <h1>${words.heading({ name })}</h1>
      <section class="card">
        ${budgetMeter(request.texts.budget, request.texts.format, present, now)}
        ${postForm({
          action: path,
          csrfToken: request.session.csrfToken(),
          fields: budgetFields(request.texts, fields, {
            balanceSat,
            presentEnd: present?.expiresAt ?? null,
          }),
          submit: { label: words.submit },
          others: linkButton(request.texts.frame.cancel, listPath, 'quiet'),
        })}
      </section>`,
  });
}
