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

function readDotEnv(): Environment {
  try {
    return parseDotEnv(readFileSync('.env'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}
