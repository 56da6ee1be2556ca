import type { Command } from 'commander';
import type { AppGrant } from '../../access/app-grant.ts';
import type { BudgetView } from '../../access/budget.ts';
import { parseScopes } from '../../access/personal-token.ts';
import { ALL_SCOPES } from '../../access/scope.ts';
import { addConnection } from '../../apps/add-connection.ts';
import type { ConnectionKind, DeviceSecret } from '../../apps/connection-kind.ts';
import type { Device } from '../../apps/connection-store.ts';
import { revokeConnection } from '../../apps/revoke-connection.ts';
import { createAppGrantStore } from '../../apps/sql/app-grant-store.ts';
import { createBudgetStore } from '../../apps/sql/budget-store.ts';
import { createConnectionStore } from '../../apps/sql/connection-store.ts';
import { findUser } from '../../users/find-user.ts';
import { createUserStore } from '../../users/sql/user-store.ts';
import { type Context, withContext } from './context.ts';
import { printAnswer } from './print.ts';
import { orRefused } from './refused.ts';
import {
  addBudgetOptions,
  type BudgetOptions,
  budgetInWords,
  presentBudget,
  readBudgetOptions,
} from './token-budget.ts';
import { parseWholeSeconds } from './whole-seconds.ts';

/** A protocol over which apps are connected without OAuth. */
export interface ConnectionProtocol<Secret extends DeviceSecret = DeviceSecret> {
  readonly name: ConnectionKind['name'];
  /** In a sentence: "connections over …". */
  readonly title: string;
  open(context: Context): ConnectionKind<Secret>;
  /** What programs are told of a secret, beside the id of the connection. */
  present(secret: Secret): Readonly<Record<string, string>>;
}

export function addConnectionCommands<Secret extends DeviceSecret>(
  program: Command,
  protocol: ConnectionProtocol<Secret>,
): void {
  const { name, title } = protocol;
  const group = program.command(name).description(`connections over ${title}`);
  addAddCommand(group, protocol);
  addListCommand(group, protocol);
  addRevokeCommand(group, protocol);
}

interface AddOptions extends BudgetOptions {
  readonly user: string;
  readonly name: string;
  readonly scopes: string;
  readonly expiresIn?: number;
}

function addAddCommand<Secret extends DeviceSecret>(
  group: Command,
  protocol: ConnectionProtocol<Secret>,
): void {
  addBudgetOptions(group.command('add'))
    .description('connect an app; what it needs is shown once')
    .requiredOption('--user <email>', 'owner of the wallet')
    .option('--name <text>', 'which app it is', 'command line')
    .option('--scopes <names>', 'what it may do (default: everything)', ALL_SCOPES.join(' '))
    .option('--expires-in <seconds>', 'lifetime (default: until it is revoked)', parseWholeSeconds)
    .action(async (options: AddOptions, command: Command) => {
      const { name, expiresIn } = options;
      const { connection, secret } = await withContext(async (context) => {
        const deps = depsOf(context);
        const nowMs = deps.clock.now().getTime();
        const owner = orRefused(await findUser(deps, options.user));
        const input = {
          userId: owner.id,
          name,
          scopes: orRefused(parseScopes(options.scopes)),
          budget: readBudgetOptions(options, deps.clock),
          expiresAt: expiresIn === undefined ? null : new Date(nowMs + expiresIn * 1000),
        };
        return orRefused(await addConnection(deps, protocol.open(context), input));
      });
      printAnswer(command, { id: connection.id, ...protocol.present(secret) }, [secret.link]);
    });
}

function addListCommand(group: Command, { name: kind }: Pick<ConnectionProtocol, 'name'>): void {
  group
    .command('list')
    .description('list the connections of a user that are not revoked')
    .requiredOption('--user <email>', 'the user')
    .action(async ({ user }: { user: string }, command: Command) => {
      const listed = await withContext(async (context) => {
        const deps = depsOf(context);
        const owner = orRefused(await findUser(deps, user));
        const all = await deps.appGrants.listAppGrants(owner.id);
        const ofKind = all.filter((app) => app.kind === kind);
        const ids = ofKind.map(({ id }) => id);
        const budgets = await deps.budgets.readBudgets(owner.id, ids, deps.clock.now());
        return await Promise.all(
          ofKind.map(async (app) => ({
            app,
            budget: budgets.get(app.id) ?? null,
            devices: await deps.connections.listDevices(owner.id, app.id),
          })),
        );
      });
      printAnswer(command, listed.map(present), listed.map(inWords));
    });
}

function addRevokeCommand(group: Command, { name: kind }: Pick<ConnectionProtocol, 'name'>): void {
  group
    .command('revoke <id>')
    .description('end a connection immediately, with all its devices')
    .action(async (appGrantId: string, _options: unknown, command: Command) => {
      await withContext(async (context) => {
        const which = { userId: null, appGrantId, kind };
        orRefused(await revokeConnection(depsOf(context), which));
      });
      printAnswer(command, { id: appGrantId, revoked: true }, [`revoked ${appGrantId}`]);
    });
}

const depsOf = ({ storage, clock, random }: Context) => ({
  users: createUserStore(storage.database),
  appGrants: createAppGrantStore(storage.database),
  connections: createConnectionStore(storage.database),
  budgets: createBudgetStore(storage.database),
  clock,
  random,
});

interface Listed {
  readonly app: AppGrant;
  readonly budget: BudgetView | null;
  readonly devices: readonly Device[];
}

const present = ({ app, budget, devices }: Listed) => ({
  id: app.id,
  name: app.name,
  scopes: app.scopes.join(' '),
  created_at: app.createdAt.toISOString(),
  expires_at: app.expiresAt?.toISOString() ?? null,
  last_used_at: app.lastUsedAt?.toISOString() ?? null,
  last_refusal: app.lastRefusal && {
    reason: app.lastRefusal.reason,
    at: app.lastRefusal.at.toISOString(),
  },
  budget: presentBudget(budget),
  devices: devices.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  })),
});

const inWords = ({ app, budget, devices }: Listed): string =>
  `${app.id}  ${app.name}  ${app.scopes.join(' ')}` +
  (app.expiresAt === null ? '' : `  until ${app.expiresAt.toISOString()}`) +
  `${budgetInWords(budget)}  ${devices.length} ${devices.length === 1 ? 'device' : 'devices'}`;
