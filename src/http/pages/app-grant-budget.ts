import { CONNECTED_APPS_PATH } from './connected-apps.ts';
import { askForBudget, type BudgetSubject, changeBudget } from './edit-budget.ts';
import {
  notFoundPage,
  type Page,
  type PageAnswer,
  type UserPage,
  type UserPageRequest,
} from './kit/page.ts';
import type { PageDeps } from './page-deps.ts';

const BUDGET_PATH = `${CONNECTED_APPS_PATH}/:id/budget`;

const show: UserPage = {
  method: 'GET',
  path: BUDGET_PATH,
  access: 'signed_in',
  handle: (deps, request) => withConnection(deps, request, askForBudget),
};

const send: UserPage = {
  method: 'POST',
  path: BUDGET_PATH,
  access: 'signed_in',
  handle: (deps, request) => withConnection(deps, request, changeBudget),
};

export const appGrantBudgetPages: readonly Page[] = [show, send];

async function withConnection(
  deps: PageDeps,
  request: UserPageRequest,
  act: typeof askForBudget,
): Promise<PageAnswer> {
  const id = request.params.text('id');
  const appGrant = await deps.appGrants.findAppGrant(request.user.id, id);
  if (appGrant === null || !appGrant.scopes.includes('payments:send')) return notFoundPage();
  const subject: BudgetSubject = {
    grantId: id,
    name: appGrant.client.name,
    section: 'apps',
    listPath: CONNECTED_APPS_PATH,
    path: `${CONNECTED_APPS_PATH}/${id}/budget`,
  };
  return act(deps, request, subject);
}
