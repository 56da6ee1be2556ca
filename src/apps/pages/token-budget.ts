import { maySpend } from '../../authorization/scope.ts';
import { TOKENS_PATH } from '../../web/pages/paths.ts';
import { findPersonalToken } from '../revoke-personal-token.ts';
import { budgetPages } from './edit-budget.ts';

const budgetPath = (id: string): string => `${TOKENS_PATH}/${id}/budget`;

export const tokenBudgetPages = budgetPages(budgetPath(':id'), async (deps, request) => {
  const id = request.params.text('id');
  const found = await findPersonalToken(deps, { userId: request.user.id, tokenId: id });
  if (!found.ok || !maySpend(found.value)) return null;
  const { name } = found.value;
  return { grantId: id, name, section: 'tokens', listPath: TOKENS_PATH, path: budgetPath(id) };
});
