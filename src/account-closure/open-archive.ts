import type { AccountDeps } from '../accounts/account-deps.ts';
import type { TooManyRefusal } from '../accounts/account-refusals.ts';
import { takeAttempt } from '../accounts/limit-attempts.ts';
import { assert } from '../base/assert.ts';
import type { KeyLimit } from '../base/key-limit.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { beginFile } from '../statements/begin-file.ts';
import { bringUpToDate } from '../statements/read-statements.ts';
import type { StatementStore } from '../statements/statement.ts';
import type { StatementFormat } from '../statements/write-statement.ts';
import type { User } from '../users/user-store.ts';
import { ARCHIVE_ATTEMPTS, ARCHIVED_MONTHS } from './limits.ts';
import { type WriteArchiveDeps, writeArchive } from './write-archive.ts';

export type OpenArchiveDeps = WriteArchiveDeps & {
  readonly statements: StatementStore;
  readonly accounts: Pick<AccountDeps, 'attempts' | 'clock'>;
  /** Counts the archives that are being written for each user, against MAX_ARCHIVE_FILES. */
  readonly archiveFiles: KeyLimit;
};

export type OpenArchiveRefusal = TooManyRefusal | { readonly kind: 'too_many_files' };

/**
 * Opens an archive of everything that is kept about a user, as one file. If something fails early,
 * this function throws, so that the caller can show an error page; if it fails later, the file ends
 * incomplete. Callers must read the archive to its end or call `return` on it: until then it counts
 * against the user's limit.
 */
export async function openArchive(
  deps: OpenArchiveDeps,
  user: User,
  currency: string | null,
  format: StatementFormat,
): Promise<Result<AsyncGenerator<string, void>, OpenArchiveRefusal>> {
  if (!deps.archiveFiles.acquire(user.id)) return refuse({ kind: 'too_many_files' });
  let isReleased = false;
  const release = (): void => {
    if (!isReleased) deps.archiveFiles.release(user.id);
    isReleased = true;
  };
  try {
    const counted = { what: `archive ${user.id}`, rate: ARCHIVE_ATTEMPTS };
    const taken = await takeAttempt(deps.accounts, counted);
    if (!taken.ok) {
      release();
      return taken;
    }
    await bringUpToDate(deps, user.id);
    const months = await deps.statements.listMonths(user.id, ARCHIVED_MONTHS);
    const person = await deps.archives.readPerson(user.id);
    assert(person !== null, 'a signed-in user exists');
    const timeZone = user.preferences.timeZone ?? 'UTC';
    const owner = { userId: user.id, currency, timeZone, months, person };
    return accept(await beginFile(writeArchive(deps, owner, format), release));
  } catch (error) {
    release();
    throw error;
  }
}
