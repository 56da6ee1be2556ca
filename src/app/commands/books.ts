import type { Command } from 'commander';
import { newAction, runAudited, THE_COMMAND_LINE } from '../../alarms/audited-action.ts';
import { createOperatorActionStore } from '../../alarms/operator-log/sql/action-store.ts';
import type { BooksReport } from '../../ledger/books/books-store.ts';
import { createBooksStore } from '../../ledger/books/sql/books-store.ts';
import { type Context, withContext } from './context.ts';
import { printAnswer } from './print.ts';
import { AnsweredNoError } from './refused.ts';

export function addBooksCommands(program: Command): void {
  const books = program.command('books').description('the double-entry books');
  books
    .command('check')
    .description('recompute the books from zero; exits with status 1 if they do not balance')
    .action(async (_options: unknown, command: Command) => {
      const report = await withContext(checkAndLog);
      const { findings } = report;
      const answer = {
        ok: findings.length === 0,
        transfers: Number(report.transfersCount),
        liabilities_msat: String(report.liabilitiesMsat),
        node_msat: String(report.nodeMsat),
        ...(findings.length === 0 ? {} : { findings }),
      };
      printAnswer(command, answer, [
        ...findings.map((one) => `${one.rule}: ${one.subject}: ${one.detail}`),
        `${answer.transfers} transfers, liabilities ${answer.liabilities_msat} msat, ` +
          `node account ${answer.node_msat} msat`,
      ]);
      if (!answer.ok)
        throw new AnsweredNoError(`the books do not balance: ${findings.length} findings`);
    });
}

/** The service stops and allows payments by what it finds itself; this only looks. */
async function checkAndLog({ storage, ...context }: Context): Promise<BooksReport> {
  const actions = createOperatorActionStore(storage.database);
  const action = newAction(context, THE_COMMAND_LINE, { kind: 'books_check', subject: '' });
  return await runAudited(
    { ...context, actions },
    action,
    () => createBooksStore(storage.database).checkBooks(),
    ({ findings }) => ({ result: 'done', outcome: { findings: String(findings.length) } }),
  );
}
