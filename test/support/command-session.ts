import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { programVariables } from './program-variables.ts';

/**
 * Many commands in one process, one after the other, and the sessions of a file and the next files
 * share it: starting one for each takes its time.
 */
export interface CommandSession {
  run(...args: string[]): Promise<CommandAnswer>;
  end(): Promise<void>;
}

/** A function that runs commands, in a file beside this one. */
interface Program {
  readonly file: string;
  readonly name: string;
}

const PROGRAM: Program = { file: '../../src/app/commands/program.ts', name: 'runCommand' };

export interface CommandAnswer {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Reads lines of JSON; ends each answer, on both outputs, with a line of its own. */
const SCRIPT = `
  import { createInterface } from 'node:readline';
  const { [process.argv[2]]: runCommand } = await import(process.argv[1]);
  for await (const line of createInterface({ input: process.stdin })) {
    const { args, env, cwd } = JSON.parse(line);
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    process.chdir(cwd);
    const status = await runCommand(args);
    process.stdout.write('--answered ' + status + '\\n');
    process.stderr.write('--answered\\n');
  }`;

export function openCommandSession(
  env: NodeJS.ProcessEnv,
  cwd = process.cwd(),
  program: Program = PROGRAM,
): CommandSession {
  const own = takeProcess(program);
  return {
    async run(...args) {
      const order = { args, env: { ...programVariables(), ...env }, cwd };
      own.child.stdin.write(`${JSON.stringify(order)}\n`);
      const [[text, status], [words]] = await Promise.all([own.out(), own.err()]);
      return { status: Number(status), out: text, err: words };
    },
    end: async () => giveBack(program, own),
  };
}

interface CommandProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly out: () => Promise<[string, string]>;
  readonly err: () => Promise<[string, string]>;
}

/** By program: a process whose session has ended serves the next one. */
const free = new Map<Program, CommandProcess[]>();

function takeProcess(program: Program): CommandProcess {
  const found = free.get(program)?.pop();
  if (found !== undefined) {
    for (const part of partsOf(found)) part.ref();
    return found;
  }
  const file = new URL(program.file, import.meta.url).href;
  const script = ['--input-type=module', '-e', SCRIPT, file, program.name];
  const env = { ...process.env, ...programVariables() };
  const child = spawn(process.execPath, script, { env, stdio: 'pipe' });
  return { child, out: answersOf(child.stdout), err: answersOf(child.stderr) };
}

/** Keeps the process for the next call. It delays no one, and ends when this process does. */
function giveBack(program: Program, own: CommandProcess): void {
  if (own.child.exitCode !== null || own.child.signalCode !== null) return;
  for (const part of partsOf(own)) part.unref();
  free.set(program, [...(free.get(program) ?? []), own]);
}

/** What keeps this process from its end. */
function partsOf({ child }: CommandProcess): readonly { ref(): void; unref(): void }[] {
  const pipes = [child.stdin, child.stdout, child.stderr];
  return [child, ...pipes.filter((pipe) => pipe instanceof Socket)];
}

function answersOf(stream: NodeJS.ReadableStream): () => Promise<[string, string]> {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk) => {
    text += String(chunk);
  });
  return async () => {
    for (;;) {
      const found = /^(.*?)--answered ?([^\n]*)\n/s.exec(text);
      if (found !== null) {
        text = text.slice(found[0].length);
        return [found[1] ?? '', found[2] ?? ''];
      }
      assert(stream.readable, 'the session is open');
      await once(stream, 'data');
    }
  };
}
