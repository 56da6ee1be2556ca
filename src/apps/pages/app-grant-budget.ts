import { maySpend } from '../../access/scope.ts';
import {
  notFoundPage,
  type Page,
  type PageAnswer,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import type { AppPageDeps } from './app-page-deps.ts';
import { APPS_PATH, appPath } from './app-paths.ts';
import { askForBudget, type BudgetSubject, changeBudget, RESUMABLE_BUDGET } from './edit-budget.ts';

const BUDGET_PATH = `${appPath(':id')}/budget`;

const show: UserPage<AppPageDeps> = {
  method: 'GET',
  path: BUDGET_PATH,
  access: 'signed_in',
  handle: (deps, request) => withApp(deps, request, askForBudget),
};

const send: UserPage<AppPageDeps> = {
  method: 'POST',
  path: BUDGET_PATH,
  access: 'signed_in',
  resumable: RESUMABLE_BUDGET,
  handle: (deps, request) => withApp(deps, request, changeBudget),
};

export const appGrantBudgetPages: readonly Page<AppPageDeps>[] = [show, send];

async function withApp(
  deps: AppPageDeps,
  request: UserPageRequest,
  act: typeof askForBudget,
): Promise<PageAnswer> {
  const id = request.params.text('id');
  const appGrant = await deps.appGrants.findAppGrant(request.user.id, id);
  if (appGrant === null || !maySpend(appGrant)) return notFoundPage();
  const subject: BudgetSubject = {
    grantId: id,
    name: appGrant.name,
    section: 'apps',
    listPath: APPS_PATH,
    path: `${appPath(id)}/budget`,
  };
  return act(deps, request, subject);
}
