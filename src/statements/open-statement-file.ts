import type { KeyLimit } from '../base/key-limit.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { beginFile } from './begin-file.ts';
import { bringUpToDate, type ReadStatementsDeps } from './read-statements.ts';
import type { StatementMonth } from './statement.ts';
import {
  type StatementFormat,
  type WriteStatementDeps,
  writeStatement,
} from './write-statement.ts';

export type OpenFileDeps = ReadStatementsDeps &
  WriteStatementDeps & {
    /** Counts files of each user that are being written. */
    readonly statementFiles: KeyLimit;
  };

export interface OpenFileInput {
  readonly userId: string;
  readonly currency: string | null;
  readonly month: string;
  readonly format: StatementFormat;
}

export type OpenFileRefusal =
  | { readonly kind: 'month_absent' }
  | { readonly kind: 'too_many_files' };

export interface StatementFile {
  readonly month: StatementMonth;
  /**
   * The parts of the file. The caller must read them to their end or end the generator: until then
   * the file counts against the user's limit.
   */
  readonly parts: AsyncGenerator<string, void>;
}

/**
 * Opens a statement as a file. An error before the first part is thrown here; a later one breaks
 * the file off.
 */
export async function openStatementFile(
  deps: OpenFileDeps,
  { userId, currency, month: name, format }: OpenFileInput,
): Promise<Result<StatementFile, OpenFileRefusal>> {
  if (!deps.statementFiles.acquire(userId)) return refuse({ kind: 'too_many_files' });
  let isReleased = false;
  const release = (): void => {
    if (!isReleased) deps.statementFiles.release(userId);
    isReleased = true;
  };
  try {
    await bringUpToDate(deps, userId);
    const month = await deps.statements.findMonth(userId, name);
    if (month === null) {
      release();
      return refuse({ kind: 'month_absent' });
    }
    const parts = writeStatement(deps, { userId, currency }, month, format);
    return accept({ month, parts: await beginFile(parts, release) });
  } catch (error) {
    release();
    throw error;
  }
}
