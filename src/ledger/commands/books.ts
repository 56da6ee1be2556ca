import type { Command } from 'commander';
import {
  type AuditedActionDeps,
  newAction,
  runAudited,
  THE_COMMAND_LINE,
} from '../../alarms/audited-action.ts';
import type { CommandKit } from '../../cli/command-kit.ts';
import { printAnswer } from '../../cli/print.ts';
import { AnsweredNoError } from '../../cli/refused.ts';
import type { BooksReport, BooksStore } from '../books/books-store.ts';

export interface BooksCommandDeps extends AuditedActionDeps {
  readonly books: Pick<BooksStore, 'checkBooks'>;
}

export function addBooksCommands(program: Command, kit: CommandKit<BooksCommandDeps>): void {
  const books = program.command('books').description('the double-entry books');
  books
    .command('check')
    .description('recompute the books from zero; exits with status 1 if they do not balance')
    .action(async (_options: unknown, command: Command) => {
      const report = await kit.open(checkAndLog);
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

/**
 * Checks the books and logs the result. The result does not stop payments or allow them again; the
 * service decides that by checks of its own.
 */
async function checkAndLog(deps: BooksCommandDeps): Promise<BooksReport> {
  const action = newAction(deps, THE_COMMAND_LINE, { kind: 'books_check', subject: '' });
  return await runAudited(
    deps,
    action,
    () => deps.books.checkBooks(),
    ({ findings }) => ({ result: 'done', outcome: { findings: String(findings.length) } }),
  );
}
