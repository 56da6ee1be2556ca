import { maySpend } from '../../access/scope.ts';
import {
  notFoundPage,
  type Page,
  type PageAnswer,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { findPersonalToken } from '../revoke-personal-token.ts';
import type { AppPageDeps } from './app-page-deps.ts';
import { askForBudget, type BudgetSubject, changeBudget, RESUMABLE_BUDGET } from './edit-budget.ts';
import { TOKENS_PATH } from './tokens.ts';

const BUDGET_PATH = `${TOKENS_PATH}/:id/budget`;

const show: UserPage<AppPageDeps> = {
  method: 'GET',
  path: BUDGET_PATH,
  access: 'signed_in',
  handle: (deps, request) => withToken(deps, request, askForBudget),
};

const send: UserPage<AppPageDeps> = {
  method: 'POST',
  path: BUDGET_PATH,
  access: 'signed_in',
  resumable: RESUMABLE_BUDGET,
  handle: (deps, request) => withToken(deps, request, changeBudget),
};

export const tokenBudgetPages: readonly Page<AppPageDeps>[] = [show, send];

async function withToken(
  deps: AppPageDeps,
  request: UserPageRequest,
  act: typeof askForBudget,
): Promise<PageAnswer> {
  const tokenId = request.params.text('id');
  const found = await findPersonalToken(deps, { userId: request.user.id, tokenId });
  if (!found.ok || !maySpend(found.value)) return notFoundPage();
  const subject: BudgetSubject = {
    grantId: tokenId,
    name: found.value.name,
    section: 'tokens',
    listPath: TOKENS_PATH,
    path: `${TOKENS_PATH}/${tokenId}/budget`,
  };
  return act(deps, request, subject);
}
