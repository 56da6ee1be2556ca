import type { Command } from 'commander';
import { type NotifyUserByMailDeps, notifyUserByMail } from '../../accounts/notify-user-by-mail.ts';
import type { BudgetView } from '../../authorization/budget.ts';
import type { PersonalToken } from '../../authorization/token-store.ts';
import { assert } from '../../base/assert.ts';
import type { CommandKit } from '../../cli/command-kit.ts';
import { printAnswer } from '../../cli/print.ts';
import { orRefused, RefusedError } from '../../cli/refused.ts';
import { parseWholeSeconds } from '../../cli/whole-seconds.ts';
import { findUser } from '../../users/find-user.ts';
import type { UserStore } from '../../users/user-store.ts';
import { type AddPersonalTokenDeps, addPersonalToken } from '../add-personal-token.ts';
import { type SetTokenBudgetDeps, setTokenBudget } from '../set-token-budget.ts';
import {
  addBudgetOptions,
  type BudgetOptions,
  budgetInWords,
  presentBudget,
  readBudgetOptions,
} from './token-budget.ts';

export type TokenCommandDeps = AddPersonalTokenDeps &
  SetTokenBudgetDeps &
  NotifyUserByMailDeps & { readonly users: UserStore };

type Kit = CommandKit<TokenCommandDeps>;

export function addTokenCommands(program: Command, kit: Kit): void {
  const token = program.command('token').description('personal access tokens');
  addAddCommand(token, kit);
  addListCommand(token, kit);
  addSetBudgetCommand(token, kit);
  addRevokeCommand(token, kit);
}

interface AddOptions extends BudgetOptions {
  readonly user: string;
  readonly scopes: string;
  readonly expiresIn?: number;
  readonly name: string;
}

function addAddCommand(token: Command, kit: Kit): void {
  addBudgetOptions(token.command('add'))
    .description('create an API token; it is shown once')
    .requiredOption('--user <user>', 'owner of the wallet')
    .requiredOption('--scopes <names>', 'scopes, such as "balance:read payments:send"')
    .option('--expires-in <seconds>', 'lifetime (default: until it is revoked)', parseWholeSeconds)
    .option('--name <text>', 'what the token is for', 'command line')
    .action(async (options: AddOptions, command: Command) => {
      const { user, scopes, name, expiresIn = null } = options;
      const { token: text, stored } = await kit.open(async (deps) => {
        const budget = readBudgetOptions(options, deps.clock);
        const owner = orRefused(await findUser(deps, user));
        const input = { userId: owner.id, scopes, name, expiresInSec: expiresIn };
        const added = orRefused(await addPersonalToken(deps, input));
        // The budget is set before the token is printed, so that nothing can be spent without it.
        if (budget !== null) orRefused(await setTokenBudget(deps, added.stored.id, budget));
        if (added.stored.scopes.includes('payments:send')) {
          const event = { kind: 'spending_token_added', name: added.stored.name } as const;
          await notifyUserByMail(deps, owner, event);
        }
        return { token: added.token, stored: await withBudget(deps, added.stored) };
      });
      printAnswer(command, { token: text, ...presentToken(stored) }, [text]);
    });
}

function addListCommand(token: Command, kit: Kit): void {
  token
    .command('list')
    .description('list the tokens of a user')
    .requiredOption('--user <user>', 'the user')
    .action(async ({ user }: { user: string }, command: Command) => {
      const tokens = await kit.open(async (deps) => {
        const owner = orRefused(await findUser(deps, user));
        return await withBudgets(deps, owner.id, await deps.tokens.listPersonalTokens(owner.id));
      });
      printAnswer(command, tokens.map(presentToken), tokens.map(inWords));
    });
}

function addRevokeCommand(token: Command, kit: Kit): void {
  token
    .command('revoke <id>')
    .description('revoke a token immediately')
    .action(async (id: string, _options: unknown, command: Command) => {
      const isRevoked = await kit.open(({ tokens, clock }) =>
        tokens.revokeToken({ id, userId: null }, clock.now()),
      );
      if (!isRevoked) throw new RefusedError(`there is no token ${id} that can be revoked`);
      printAnswer(command, { id, revoked: true }, [`revoked ${id}`]);
    });
}

function addSetBudgetCommand(token: Command, kit: Kit): void {
  addBudgetOptions(token.command('set-budget <id>'))
    .description(
      'change the budget of a token; past spending counts, and what is left out does not change',
    )
    .option('--budget-never-expires', 'the budget does not expire')
    .option('--none', 'remove the budget: it may spend the whole balance')
    .action(async (id: string, options: BudgetOptions & { none?: true }, command: Command) => {
      const changed = await kit.open(async (deps) => {
        const budget = readBudgetOptions(options, deps.clock, await presentBudgetOf(deps, id));
        if ((budget === null) !== (options.none === true)) {
          throw new RefusedError('use either --budget <sats>, --ask-above <sats> or --none');
        }
        return await withBudget(deps, orRefused(await setTokenBudget(deps, id, budget)));
      });
      const words = changed.budget === null ? '  no budget' : budgetInWords(changed.budget);
      printAnswer(command, presentToken(changed), [`${id}${words}`]);
    });
}

async function presentBudgetOf(deps: TokenCommandDeps, id: string): Promise<BudgetView | null> {
  const token = await deps.tokens.findPersonalToken(id);
  return token === null ? null : (await withBudget(deps, token)).budget;
}

interface BudgetedToken extends PersonalToken {
  readonly budget: BudgetView | null;
}

async function withBudget(deps: TokenCommandDeps, token: PersonalToken): Promise<BudgetedToken> {
  const [budgeted] = await withBudgets(deps, token.userId, [token]);
  assert(budgeted !== undefined, 'one for each');
  return budgeted;
}

async function withBudgets(
  { budgets, clock }: TokenCommandDeps,
  userId: string,
  tokens: readonly PersonalToken[],
): Promise<readonly BudgetedToken[]> {
  const ids = tokens.map(({ id }) => id);
  const found = await budgets.readBudgets(userId, ids, clock.now());
  return tokens.map((token) => ({ ...token, budget: found.get(token.id) ?? null }));
}

const presentToken = (token: BudgetedToken) => ({
  id: token.id,
  name: token.name,
  scopes: token.scopes.join(' '),
  created_at: token.createdAt.toISOString(),
  expires_at: token.expiresAt?.toISOString() ?? null,
  revoked: token.revokedAt !== null,
  budget: presentBudget(token.budget),
});

const inWords = (token: BudgetedToken): string =>
  `${token.id}  ${token.name}  ${token.scopes.join(' ')}` +
  stateOf(token) +
  budgetInWords(token.budget);

function stateOf(token: PersonalToken): string {
  if (token.revokedAt !== null) return '  revoked';
  return token.expiresAt === null ? '' : `  until ${token.expiresAt.toISOString()}`;
}
