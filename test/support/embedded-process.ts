import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { eventually } from './eventually.ts';
import { programVariables } from './program-variables.ts';

/** A process that uses the embedded database of a data folder. */
export interface EmbeddedProcess {
  /** The output of the process so far. */
  output(): string;
  /** Resolves when the process uses the database; rejects when the process has ended instead. */
  untilReady(): Promise<EmbeddedUrls>;
  untilEnd(): Promise<void>;
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface EmbeddedUrls {
  readonly serviceUrl: string;
  readonly ownerUrl: string;
}

const PROGRAM = fileURLToPath(new URL('./embedded-program.ts', import.meta.url));

/** Starts a process. A second service on the same folder is refused and ends by itself. */
export function launchEmbedded(role: 'service' | 'command', dataFolder: string): EmbeddedProcess {
  const env = { ...process.env, ...programVariables() };
  const child = spawn(process.execPath, [PROGRAM, role, dataFolder], { env });
  const ended = once(child, 'exit');
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return {
    output: () => text,
    untilReady: async () => {
      const [, serviceUrl = '', ownerUrl = ''] = await eventually('the database is ready', () => {
        assert(child.exitCode === null, text);
        return /^ready (\S+) (\S+)$/m.exec(text);
      });
      return { serviceUrl, ownerUrl };
    },
    untilEnd: async () => {
      await ended;
    },
    end: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}
