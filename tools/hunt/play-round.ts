import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { type Round, showCommand } from './suites.ts';

export interface PlayedRound {
  readonly isGreen: boolean;
  readonly tookSec: number;
  /**
   * The commands that repeat what has failed. If the suite names a single case, they repeat only
   * that case.
   */
  readonly again: readonly string[];
}

/** A line with which a suite says how to repeat a failure. */
const AGAIN = /^.*?((?:TEST_CASE=\S+ )npm test -- \S+|npm run sim -- --seed .*)$/gm;

/** Plays a round to its end. The output of a failed round is written to a file. */
export async function playRound(round: Round, keepIn: string): Promise<PlayedRound> {
  const command = showCommand(round);
  const begunMs = performance.now();
  const child = spawn('npm', round.words, { env: { ...process.env, ...round.env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [status] = await once(child, 'close');
  const tookSec = Math.round((performance.now() - begunMs) / 1000);
  if (status === 0) return { isGreen: true, tookSec, again: [] };
  appendFileSync(keepIn, `\n=== ${command}\n${output}`);
  return { isGreen: false, tookSec, again: findAgain(output, command) };
}

export function findAgain(output: string, command: string): readonly string[] {
  const named = new Set([...output.matchAll(AGAIN)].flatMap(([, found]) => found ?? []));
  return named.size === 0 ? [command] : [...named];
}
