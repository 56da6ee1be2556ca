import { type CommandSession, openCommandSession } from './command-session.ts';

export interface Commands {
  /** Runs a command and reads its `--json` answer. */
  cli(...args: readonly string[]): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens a session for all commands of a test. It begins with the first command. */
export function openCommands(env: NodeJS.ProcessEnv, cwd: string): Commands {
  let session: CommandSession | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const runOne = async (args: readonly string[]): Promise<unknown> => {
    session ??= openCommandSession(env, cwd);
    const { status, out, err } = await session.run(...args, '--json');
    if (status === 0) return JSON.parse(out);
    throw Object.assign(new Error(`satchel ${args.join(' ')}: ${err}`), { stderr: err });
  };
  return {
    cli: async (...args) => {
      const answer = last.then(() => runOne(args));
      last = answer.catch(() => undefined);
      return await answer;
    },
    close: async () => {
      await last;
      await session?.end();
      session = null;
    },
  };
}
