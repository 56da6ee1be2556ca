import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { compileCache } from './compile-cache.ts';

/** Many commands in one process, one after the other: starting one for each takes its time. */
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

/** Reads lines of JSON arguments; ends each answer, on both outputs, with a line of its own. */
const SCRIPT = `
  import { createInterface } from 'node:readline';
  const { [process.argv[2]]: runCommand } = await import(process.argv[1]);
  for await (const line of createInterface({ input: process.stdin })) {
    const status = await runCommand(JSON.parse(line));
    process.stdout.write('--answered ' + status + '\\n');
    process.stderr.write('--answered\\n');
  }`;

export function openCommandSession(
  env: NodeJS.ProcessEnv,
  cwd?: string,
  program: Program = PROGRAM,
): CommandSession {
  const file = new URL(program.file, import.meta.url).href;
  const script = ['--input-type=module', '-e', SCRIPT, file, program.name];
  const child = spawn(process.execPath, script, {
    env: { ...compileCache(), ...env },
    cwd,
    stdio: 'pipe',
  });
  const out = answersOf(child.stdout);
  const err = answersOf(child.stderr);
  return {
    async run(...args) {
      child.stdin.write(`${JSON.stringify(args)}\n`);
      const [[text, status], [words]] = await Promise.all([out(), err()]);
      return { status: Number(status), out: text, err: words };
    },
    async end() {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
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
