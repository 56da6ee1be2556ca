import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { eventually } from './eventually.ts';

/** A program in a terminal of its own, which `script` of util-linux makes. */
export interface TerminalProgram {
  output(): string;
  /**
   * Types a text. Control characters become signals. If the program has ended, which this process
   * may not have noticed yet, the text is not read.
   */
  type(text: string): void;
  /** All processes with this mark in their environment, and their descendants. */
  processes(): ReadonlySet<number>;
  /** Resolves with the exit status when the program has ended. */
  readonly ended: Promise<number | null>;
}

export const CTRL_C = '\x03';

export function runInTerminal(
  command: string,
  options: { readonly env: NodeJS.ProcessEnv; readonly cwd: string; readonly mark: string },
): TerminalProgram {
  const { env, cwd, mark } = options;
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env,
    cwd,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  // The terminal closes when the program ends, and writing to it fails then.
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'exit').then(([status]) =>
    typeof status === 'number' ? status : null,
  );
  return {
    ended,
    output: () => output,
    processes: () => processesWith(mark),
    type: (text) => void child.stdin.write(text),
  };
}

/** Waits until none of these processes is alive. */
export async function untilGone(pids: ReadonlySet<number>, limitMs: number): Promise<void> {
  await eventually(
    `the end of ${[...pids].join(', ')}`,
    () => ([...pids].some((pid) => parentOf(pid) !== null) ? null : true),
    limitMs,
  );
}

/** Finds all processes with this mark in their environment, and their descendants. */
export function processesWith(mark: string): ReadonlySet<number> {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const found = new Set(all.filter((pid) => readProcess(pid, 'environ').includes(mark)));
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const pid of all) if (found.has(parentOf(pid) ?? -1)) found.add(pid);
  }
  return found;
}

/** The parent of a process; null when it has ended, even if its parent has not noticed that yet. */
function parentOf(pid: number): number | null {
  const [state, parent] = readProcess(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return parent === undefined || state === 'Z' ? null : Number(parent);
}

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
