import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Clock } from '../base/clock.ts';
import { restoreBackup, writeBackup } from '../compose/backup.ts';
import { readAppContext, withContext } from './context.ts';
import { printAnswer, printProgress } from './print.ts';
import { AnsweredNoError, RefusedError } from './refused.ts';

export function addBackupCommands(program: Command): void {
  program
    .command('backup <to>')
    .description('write a backup of the database; the service may keep running')
    .option('--without-secret-key', 'leave out the key that decrypts secrets in the database')
    .action(async (to: string, options: { withoutSecretKey?: true }, command: Command) => {
      const written = await withContext(async (context) => {
        const path = fileOf(to, context.clock);
        const backup = await writeBackup(context, path, options.withoutSecretKey !== true);
        return { ...backup, path };
      });
      const { path, rows, takenAt, hasSecretKey, sha256 } = written;
      const answer = { file: path, rows, tables: written.tables, taken_at: takenAt, sha256 };
      printAnswer(command, { ...answer, secret_key: hasSecretKey }, [
        `${path} contains ${rows} rows as of ${takenAt}`,
        hasSecretKey
          ? 'It contains the secret key as well: anyone who has this file has everything.'
          : 'It does not contain the secret key: keep the key elsewhere, a restore needs it.',
      ]);
    });
  program
    .command('restore <file>')
    .description('restore a backup into an empty database; the service must not run')
    .action(async (file: string, _options: unknown, command: Command) => {
      if (!existsSync(file)) throw new RefusedError(`there is no file ${file}`);
      printProgress('restoring, this may take a while');
      const restored = await restoreBackup(await readAppContext(), file);
      const { rows, tables, manifest, books } = restored;
      const findings = books.findings.length;
      printAnswer(
        command,
        { rows, tables, taken_at: manifest.taken_at, books_ok: findings === 0 },
        [
          `restored ${rows} rows as of ${manifest.taken_at}; ` +
            (findings === 0 ? 'the books balance' : 'the books do not balance'),
          'No payment leaves over the node before its payments have been compared. Start the',
          'service, then run `satchel node`.',
        ],
      );
      if (findings > 0) throw new AnsweredNoError(`the books do not balance: ${findings} findings`);
    });
}

/** In a folder, a name that sorts by time. Existing files are never overwritten. */
function fileOf(to: string, clock: Clock): string {
  const isFolder = existsSync(to) && statSync(to).isDirectory();
  const time = clock
    .now()
    .toISOString()
    .replaceAll(/[-:]|\.\d+/g, '');
  const path = isFolder ? join(to, `satchel-${time}.backup.gz`) : to;
  if (existsSync(path)) throw new RefusedError(`${path} already exists`);
  return path;
}
