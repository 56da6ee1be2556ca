import { maySpend } from '../../authorization/scope.ts';
import { APPS_PATH, appPath } from './app-paths.ts';
import { budgetPages } from './edit-budget.ts';

const budgetPath = (id: string): string => `${appPath(id)}/budget`;

export const appGrantBudgetPages = budgetPages(budgetPath(':id'), async (deps, request) => {
  const id = request.params.text('id');
  const appGrant = await deps.appGrants.findAppGrant(request.user.id, id);
  if (appGrant === null || !maySpend(appGrant)) return null;
  const { name } = appGrant;
  return { grantId: id, name, section: 'apps', listPath: APPS_PATH, path: budgetPath(id) };
});
