import { findPersonalToken } from '../../usecases/apps/revoke-personal-token.ts';
import { askForBudget, type BudgetSubject, changeBudget } from './edit-budget.ts';
import { notFoundPage, type Page, type PageAnswer, type UserPageRequest } from './kit/page.ts';
import type { PageDeps } from './page-deps.ts';
import { maySpend, TOKENS_PATH } from './tokens.ts';

const BUDGET_PATH = `${TOKENS_PATH}/:id/budget`;

export const askPage: Page = {
  method: 'GET',
  path: BUDGET_PATH,
  access: 'signed_in',
  handle: (deps, request) => withToken(deps, request, askForBudget),
};

export const page: Page = {
  method: 'POST',
  path: BUDGET_PATH,
  access: 'signed_in',
  handle: (deps, request) => withToken(deps, request, changeBudget),
};

async function withToken(
  deps: PageDeps,
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
