/**
 * Compares another version of this program with this one by GET /balance with a token, in turns.
 *
 *     node bench/against.ts FOLDER [--rounds N] [--callers N]
 *
 * FOLDER is another checkout with its packages installed, which must have a bench/stage.ts as well.
 */
import { isAbsolute, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bearer } from './http-client.ts';
import { roundRobin } from './people.ts';
import { openStage, type Stage } from './stage.ts';
import { median, runWindow, type WindowResult } from './window.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '10' },
    callers: { type: 'string', default: '16' },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('name the folder of the other checkout');

const CALLS = 5000;

async function openOther(path: string): Promise<Stage> {
  const place = isAbsolute(path) ? path : resolve(path);
  const other: { openStage: typeof openStage } = await import(join(place, 'bench', 'stage.ts'));
  return await other.openStage({});
}

async function play({ http, payers }: Stage): Promise<WindowResult> {
  const headers = payers.map(({ token }) => bearer(token));
  const act = (n: number) => http.get('/balance', roundRobin(headers, n));
  return await runWindow({ calls: CALLS, callers: Number(values.callers) }, async (n) => {
    await act(n);
  });
}

const ours = await openStage({});
const theirs = await openOther(folder);
const ratios: number[] = [];
for (let round = 0; round <= Number(values.rounds); round += 1) {
  const pair = { ours: await play(ours), theirs: await play(theirs) };
  // The first windows only warm up both programs.
  if (round === 0) continue;
  ratios.push(pair.ours.perSec / pair.theirs.perSec);
  process.stdout.write(
    `${pair.ours.perSec.toFixed(0)}/s against ${pair.theirs.perSec.toFixed(0)}/s\n`,
  );
}
process.stdout.write(`median of ${ratios.length} ratios: ${median(ratios).toFixed(2)}\n`);
await ours.close();
await theirs.close();
