import type { Command } from 'commander';
import type { PersonalToken } from '../access/token-store.ts';
import { createTokenStore } from '../adapters/postgres/token-store.ts';
import { createUserStore } from '../adapters/postgres/user-store.ts';
import { addPersonalToken } from '../usecases/add-personal-token.ts';
import { findUser } from '../usecases/find-user.ts';
import { type Context, withContext } from './context.ts';
import { printAnswer } from './print.ts';
import { orRefused, RefusedError } from './refused.ts';
import { parseWholeSeconds } from './whole-seconds.ts';

export function addTokenCommands(program: Command): void {
  const token = program.command('token').description('personal access tokens');
  addAddCommand(token);
  addListCommand(token);
  addRevokeCommand(token);
}

interface AddOptions {
  readonly user: string;
  readonly scopes: string;
  readonly expiresIn?: number;
  readonly name: string;
}

function addAddCommand(token: Command): void {
  token
    .command('add')
    .description('make a token for the API; it is shown once')
    .requiredOption('--user <email>', 'whose wallet it opens')
    .requiredOption('--scopes <names>', 'what it may do, such as "balance:read payments:send"')
    .option('--expires-in <seconds>', 'until it is revoked when left out', parseWholeSeconds)
    .option('--name <text>', 'what it is for', 'command line')
    .action(async (options: AddOptions, command: Command) => {
      const { user, scopes, name, expiresIn = null } = options;
      const input = { email: user, scopes, name, expiresInSec: expiresIn };
      const { token: text, stored } = await withContext(async (context) =>
        orRefused(await addPersonalToken(depsOf(context), input)),
      );
      printAnswer(command, { token: text, ...presentToken(stored) }, [text]);
    });
}

function addListCommand(token: Command): void {
  token
    .command('list')
    .description('list the tokens of a user')
    .requiredOption('--user <email>', 'the user')
    .action(async ({ user }: { user: string }, command: Command) => {
      const tokens = await withContext(async (context) => {
        const deps = depsOf(context);
        const owner = orRefused(await findUser(deps, user));
        return await deps.tokens.listPersonalTokens(owner.id);
      });
      printAnswer(
        command,
        tokens.map(presentToken),
        tokens.map((one) => `${one.id}  ${one.name}  ${one.scopes.join(' ')}${stateOf(one)}`),
      );
    });
}

function addRevokeCommand(token: Command): void {
  token
    .command('revoke <id>')
    .description('end a token at once')
    .action(async (id: string, _options: unknown, command: Command) => {
      const isRevoked = await withContext((context) =>
        depsOf(context).tokens.revokeToken(id, context.clock.now()),
      );
      if (!isRevoked) throw new RefusedError(`there is no token ${id} that could be revoked`);
      printAnswer(command, { id, revoked: true }, [`revoked ${id}`]);
    });
}

const depsOf = ({ storage, clock, random }: Context) => ({
  users: createUserStore(storage.database),
  tokens: createTokenStore(storage.database),
  clock,
  random,
});

const presentToken = (token: PersonalToken) => ({
  id: token.id,
  name: token.name,
  scopes: token.scopes.join(' '),
  created_at: token.createdAt.toISOString(),
  expires_at: token.expiresAt?.toISOString() ?? null,
  revoked: token.revokedAt !== null,
});

function stateOf(token: PersonalToken): string {
  if (token.revokedAt !== null) return '  revoked';
  return token.expiresAt === null ? '' : `  until ${token.expiresAt.toISOString()}`;
}
