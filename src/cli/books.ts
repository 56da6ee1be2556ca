import type { Command } from 'commander';
import { createBooksStore } from '../adapters/postgres/operations/books-store.ts';
import { withContext } from './context.ts';
import { printAnswer } from './print.ts';
import { AnsweredNoError } from './refused.ts';

export function addBooksCommands(program: Command): void {
  const books = program.command('books').description('the double-entry books');
  books
    .command('check')
    .description('recompute the books from zero; exits with status 1 if they do not balance')
    .action(async (_options: unknown, command: Command) => {
      const report = await withContext(({ storage }) =>
        createBooksStore(storage.database).checkBooks(),
      );
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
