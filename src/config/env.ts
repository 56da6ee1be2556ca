import { readFileSync } from 'node:fs';
import { parseDotEnv } from './dot-env.ts';

/** Names and values as the process found them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment, which takes precedence over `.env` in the working folder. */
export function readEnvironment(): Environment {
  return { ...readDotEnv(), ...process.env };
}

/** Names whose values come from `.env`. */
export function readNamesOfFile(): ReadonlySet<string> {
  return new Set(Object.keys(readDotEnv()).filter((name) => process.env[name] === undefined));
}

/**
 * Platforms and profiles set variables for other programs. The database driver, Node's TLS and the
 * programs that we start would obey these without a word, so they are taken out of the environment
 * before anything else happens.
 */
export function dropForeignVariables(): void {
  for (const name of Object.keys(process.env)) {
    if (/^(?:PG[A-Z]|NODE_PG_|NODE_TLS_REJECT_UNAUTHORIZED$)/.test(name)) delete process.env[name];
  }
}

function readDotEnv(): Environment {
  try {
    return parseDotEnv(readFileSync('.env'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}
