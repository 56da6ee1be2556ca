import { readFileSync } from 'node:fs';
import { parseDotEnv } from './dot-env.ts';

/** Environment variables, as names and values. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings from the environment and from `.env` in the working folder. The environment
 * takes precedence.
 */
export function readEnvironment(): Environment {
  return { ...readDotEnv(), ...process.env };
}

/** The names whose values come from `.env`, because the environment does not set them. */
export function readNamesOfFile(): ReadonlySet<string> {
  return new Set(Object.keys(readDotEnv()).filter((name) => process.env[name] === undefined));
}

/**
 * Removes environment variables that platforms and shell profiles set for other programs. The
 * database driver, Node's TLS and the programs that this service starts would silently obey them,
 * so they are removed before anything else happens.
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
