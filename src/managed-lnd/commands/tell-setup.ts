import { askYes } from '../../cli/ask.ts';
import { printProgress } from '../../cli/print.ts';
import { RefusedError } from '../../cli/refused.ts';
import { type DotEnvPlan, dotEnvLine, type NewSettings } from '../../config/dot-env-lines.ts';
import { readEnvironment } from '../../config/env.ts';
import type { SetUpWallet } from '../set-up-wallet.ts';
import { linesOfWords } from './confirm-words.ts';

interface SettingsFile {
  readonly addToDotEnv: (settings: NewSettings) => Promise<DotEnvPlan>;
}

export type WrittenSettings =
  | { readonly kind: 'there_already' }
  | { readonly kind: 'written' }
  | { readonly kind: 'to_write'; readonly lines: readonly string[] };

/**
 * Offers to write the settings by which the service finds its node into `.env`. Settings that are
 * there with another value are left to the person who wrote them.
 */
export async function offerSettings(
  settings: NewSettings,
  { addToDotEnv }: SettingsFile,
  { asks, writes }: { readonly asks: boolean; readonly writes: boolean },
): Promise<WrittenSettings> {
  const environment = readEnvironment();
  const missing = Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => environment[name] !== value),
  );
  const lines = Object.entries(missing).map(([name, value]) => dotEnvLine(name, value));
  if (lines.length === 0) return { kind: 'there_already' };
  const toWrite = { kind: 'to_write', lines } as const;
  if (!writes) {
    if (!asks) return toWrite;
    printProgress('The service finds the node by these settings:');
    for (const line of lines) printProgress(`  ${line}`);
    if (!(await askYes('Write them into the file .env of this folder?'))) return toWrite;
  }
  const why = await tryToWrite(addToDotEnv, missing);
  if (why === null) return { kind: 'written' };
  if (writes) throw new RefusedError(why);
  printProgress(why);
  return toWrite;
}

/** Tries to write settings; returns why they could not be written, or null when they were. */
async function tryToWrite(
  addToDotEnv: SettingsFile['addToDotEnv'],
  settings: NewSettings,
): Promise<string | null> {
  try {
    const { conflicts } = await addToDotEnv(settings);
    if (conflicts.length === 0) return null;
    return `the file .env sets ${conflicts.join(' and ')} to something else: change it there`;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `the file .env cannot be written: ${why}`;
  }
}

interface Told {
  readonly setup: SetUpWallet;
  readonly seed: readonly string[] | null;
  readonly written: WrittenSettings;
  readonly version: string;
  readonly network: string;
}

export function describeSetup(told: Told): readonly string[] {
  const { setup, seed, written, version, network } = told;
  return [
    ...(seed === null ? [] : ['The 24 words of the wallet (aezeed: only LND takes them):']),
    ...linesOfWords(seed ?? []),
    `${HOW[setup.kind]} node ${setup.pubkey} on ${network}, with LND ${version}`,
    ...(written.kind === 'written' ? ['The settings are in the file .env now.'] : []),
    ...(written.kind === 'to_write'
      ? ['Put these lines into .env:', ...indent(written.lines)]
      : []),
    ...(setup.kind === 'restored' ? AFTER_RESTORE : []),
    'Next: `satchel start`. docs/managed-node.md shows the way to the first payment.',
  ];
}

const HOW = {
  made: 'set up:',
  completed: 'what was missing is done, and the words are those that were written down then:',
  restored: 'restored:',
  was_complete: 'nothing to do, there is',
} as const;

const indent = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);

const AFTER_RESTORE: readonly string[] = [
  'Keep it running: its peers close the channels as they connect, and what was in them comes to',
  'the wallet of the node when the closings are final: after some blocks, or after up to two',
  'weeks where a peer is away or a closing has a lock. `satchel node` shows what is pending.',
  'The node knows no earlier payments: after the start, go by "After a restore" of',
  'docs/operating.md.',
];
