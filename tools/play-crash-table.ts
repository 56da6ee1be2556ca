/**
 * `npm run test:table`: lets each movement of money crash at each of its steps, with each possible
 * answer of the outside world and each earlier state of the database, and once more during
 * recovery. Nothing is random.
 *
 *     npm run test:table
 *     npm run test:table -- --answer 'done, answer lost'
 *
 * Prints how all combinations ended. Exits with status 1 when one of them ended wrong.
 */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { MOVEMENTS } from '../test/simulation/crash-table/movements.ts';
import {
  describeWrong,
  FATE_NAMES,
  playRows,
  type Row,
  renderTable,
} from '../test/simulation/crash-table/table.ts';

/** The combinations that one thread plays. */
interface Share {
  readonly movement: number;
  readonly answer: string;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { answer: { type: 'string' } } });
  const shares = MOVEMENTS.flatMap(({ answers }, movement) =>
    answers
      .filter((answer) => values.answer === undefined || answer === values.answer)
      .map((answer): Share => ({ movement, answer })),
  );
  const rows = new Map<Share, readonly Row[]>();
  const waiting = [...shares];
  const playAll = async (): Promise<void> => {
    for (let share = waiting.shift(); share !== undefined; share = waiting.shift()) {
      rows.set(share, await playOnThread(share));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, playAll));
  for (const [index, { name }] of MOVEMENTS.entries()) {
    const own = shares.filter(({ movement }) => movement === index);
    report(
      name,
      own.flatMap((share) => rows.get(share) ?? []),
    );
  }
}

async function playOnThread(share: Share): Promise<readonly Row[]> {
  const [rows] = await once(new Worker(new URL(import.meta.url), { workerData: share }), 'message');
  return rows;
}

function report(name: string, rows: readonly Row[]): void {
  say(`\n${name}\n`);
  for (const line of renderTable(rows, 'fate')) say(line);
  say('');
  for (const line of renderTable(rows, 'answer')) say(line);
  const wrong = rows.flatMap((row) => row.wrong);
  for (const one of wrong) say(describeWrong(one));
  if (wrong.length > 0) process.exitCode = 1;
}

async function play({ movement, answer }: Share): Promise<readonly Row[]> {
  const played = MOVEMENTS[movement];
  return played === undefined ? [] : await playRows(played, answer, FATE_NAMES);
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

if (isMainThread) await main();
else parentPort?.postMessage(await play(workerData));
