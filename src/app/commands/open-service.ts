import type { RestoredBackup } from '../../backups/backup.ts';
import type { Open } from '../../cli/command-kit.ts';
import { restoreBackup as restoreInto } from '../backup/backup.ts';
import { type CommandDeps, composeCommandDeps } from '../compose/compose-command-deps.ts';
import { readAppContext, withContext, withNewContext } from './context.ts';

export const open: Open<CommandDeps> = (work) =>
  withContext((context) => work(composeCommandDeps(context)));

export const openNew: Open<CommandDeps> = (work) =>
  withNewContext((context) => work(composeCommandDeps(context)));

export const restoreBackup = async (path: string): Promise<RestoredBackup> =>
  restoreInto(await readAppContext(), path);
