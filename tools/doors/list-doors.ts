import type { Command } from 'commander';
import { LNURL_ROUTES } from '../../src/address/lnurl/register-lnurl.ts';
import { buildProgram } from '../../src/app/commands/program.ts';
import { ROUTES } from '../../src/app/http/routes.ts';
import { PAGES } from '../../src/app/pages/pages.ts';
import { isPermitted, NWC_METHODS, NWC_NOTIFICATIONS } from '../../src/apps/nwc-keys/method.ts';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { LNDHUB_ROUTES } from '../../src/lndhub/lndhub-routes.ts';
import type { Page } from '../../src/web/pages/page.ts';
import type { RouteDescription } from '../../src/web/route.ts';
import type { Door, DoorKind } from './door.ts';

/** All doors that the code declares. Ports, files and single addresses are declared nowhere. */
export const listDoors = (): readonly Door[] => [
  ...PAGES.map(({ method, path, access }) => door('page', `${method} ${path}`, WHO_SEES[access])),
  ...ROUTES.map(({ method, path, access }) =>
    door('route', `${method} ${path}`, whoCalls(access, 'a token')),
  ),
  ...LNURL_ROUTES.map(({ path }) => door('lnurl', `GET ${path}`, 'anyone')),
  ...LNDHUB_ROUTES.map(({ method, path, access }) =>
    door('lndhub', `${method} ${path}`, whoCalls(access, 'a device')),
  ),
  ...[...NWC_METHODS, ...NWC_NOTIFICATIONS].map((name) => door('nwc', name, whoAsks(name))),
  ...commandsOf(buildProgram()).map((name) => door('command', name, 'the account of the service')),
];

const door = (kind: DoorKind, name: string, who: string | null): Door => ({ kind, name, who });

const WHO_SEES: Readonly<Record<Page['access'], string>> = {
  anyone: 'anyone',
  signed_in: 'a signed-in user',
  admin: 'an admin',
};

function whoCalls(access: RouteDescription['access'], holder: string): string {
  if (access === 'public') return 'anyone';
  if (access === 'client') return 'an app, by its own credentials';
  return access === 'any_token' ? holder : `${holder} with \`${access}\``;
}

function whoAsks(name: Parameters<typeof isPermitted>[0]): string {
  if (isPermitted(name, new Set())) return 'a connection';
  const scopes = ALL_SCOPES.filter((scope) => isPermitted(name, new Set([scope])))
    .map((scope) => `\`${scope}\``)
    .join(' or ');
  return `a connection with ${scopes}`;
}

/** The commands that do something, by all their names; a group alone only shows its help. */
function commandsOf(program: Command, parents: readonly string[] = []): readonly string[] {
  return program.commands.flatMap((command) => {
    const names = [...parents, command.name()];
    return [...(acts(command) ? [names.join(' ')] : []), ...commandsOf(command, names)];
  });
}

/** Commander keeps what a command does in a field that its types leave out. */
const acts = (command: Command): boolean => Reflect.get(command, '_actionHandler') !== null;

/** The doors that a key stands for: one for each method before its path, or else one name. */
export function methodsOf(key: string): readonly string[] {
  const [path = '', ...methods] = key.split(' ').toReversed();
  const isRoute = methods.length > 0 && methods.every((word) => /^[A-Z]+$/.test(word));
  return isRoute ? methods.toReversed().map((method) => `${method} ${path}`) : [key];
}
