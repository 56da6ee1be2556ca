import type { Command } from 'commander';
import type { AppGrant, AppGrantStore } from '../../authorization/app-grant.ts';
import type { BudgetView } from '../../authorization/budget.ts';
import type { BudgetStore } from '../../authorization/budget-store.ts';
import { parseScopes } from '../../authorization/personal-token.ts';
import { ALL_SCOPES } from '../../authorization/scope.ts';
import type { CommandKit } from '../../cli/command-kit.ts';
import { printAnswer } from '../../cli/print.ts';
import { orRefused } from '../../cli/refused.ts';
import { parseWholeSeconds } from '../../cli/whole-seconds.ts';
import { findUser } from '../../users/find-user.ts';
import type { UserStore } from '../../users/user-store.ts';
import { type AddConnectionDeps, addConnection } from '../add-connection.ts';
import type { ConnectionKind, DeviceSecret } from '../connection-kind.ts';
import type { ConnectionStore, Device } from '../connection-store.ts';
import { type RevokeConnectionDeps, revokeConnection } from '../revoke-connection.ts';
import {
  addBudgetOptions,
  type BudgetOptions,
  budgetInWords,
  presentBudget,
  readBudgetOptions,
} from './token-budget.ts';

export interface ConnectionCommandDeps extends AddConnectionDeps, RevokeConnectionDeps {
  readonly users: UserStore;
  readonly appGrants: Pick<AppGrantStore, 'listAppGrants' | 'revokeAppGrant'>;
  readonly budgets: Pick<BudgetStore, 'readBudgets'>;
  readonly connections: ConnectionStore;
}

/**
 * What the commands need to know about a protocol that connects apps without OAuth. `Deps` is what
 * opening it needs.
 */
export interface ConnectionProtocol<Deps, Secret extends DeviceSecret = DeviceSecret> {
  readonly name: ConnectionKind['name'];
  /** The name of the protocol for messages of commands, as in "connections over NAME". */
  readonly title: string;
  open(deps: Deps): ConnectionKind<Secret>;
  /**
   * The fields that describe a secret in output for programs, in addition to the id of the
   * connection.
   */
  present(secret: Secret): Readonly<Record<string, string>>;
}

export function addConnectionCommands<Deps, Secret extends DeviceSecret>(
  program: Command,
  kit: CommandKit<ConnectionCommandDeps & Deps>,
  protocol: ConnectionProtocol<Deps, Secret>,
): void {
  const { name, title } = protocol;
  const group = program.command(name).description(`connections over ${title}`);
  addAddCommand(group, kit, protocol);
  addListCommand(group, kit, name);
  addRevokeCommand(group, kit, name);
}

interface AddOptions extends BudgetOptions {
  readonly user: string;
  readonly name: string;
  readonly scopes: string;
  readonly expiresIn?: number;
}

function addAddCommand<Deps, Secret extends DeviceSecret>(
  group: Command,
  kit: CommandKit<ConnectionCommandDeps & Deps>,
  protocol: ConnectionProtocol<Deps, Secret>,
): void {
  addBudgetOptions(group.command('add'))
    .description('connect an app; what it needs is shown once')
    .requiredOption('--user <user>', 'owner of the wallet')
    .option('--name <text>', 'which app it is', 'command line')
    .option('--scopes <names>', 'what it may do (default: everything)', ALL_SCOPES.join(' '))
    .option('--expires-in <seconds>', 'lifetime (default: until it is revoked)', parseWholeSeconds)
    .action(async (options: AddOptions, command: Command) => {
      const { name, expiresIn } = options;
      const { connection, secret } = await kit.open(async (deps) => {
        const nowMs = deps.clock.now().getTime();
        const owner = orRefused(await findUser(deps, options.user));
        const input = {
          userId: owner.id,
          name,
          scopes: orRefused(parseScopes(options.scopes)),
          budget: readBudgetOptions(options, deps.clock),
          expiresAt: expiresIn === undefined ? null : new Date(nowMs + expiresIn * 1000),
        };
        return orRefused(await addConnection(deps, protocol.open(deps), input));
      });
      printAnswer(command, { id: connection.id, ...protocol.present(secret) }, [secret.link]);
    });
}

function addListCommand(group: Command, kit: Kit, kind: ConnectionKind['name']): void {
  group
    .command('list')
    .description('list the connections of a user that are not revoked')
    .requiredOption('--user <user>', 'the user')
    .action(async ({ user }: { user: string }, command: Command) => {
      const listed = await kit.open(async (deps) => {
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

function addRevokeCommand(group: Command, kit: Kit, kind: ConnectionKind['name']): void {
  group
    .command('revoke <id>')
    .description('end a connection immediately, with all its devices')
    .action(async (appGrantId: string, _options: unknown, command: Command) => {
      const which = { userId: null, appGrantId, kind };
      await kit.open(async (deps) => orRefused(await revokeConnection(deps, which)));
      printAnswer(command, { id: appGrantId, revoked: true }, [`revoked ${appGrantId}`]);
    });
}

type Kit = CommandKit<ConnectionCommandDeps>;

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
