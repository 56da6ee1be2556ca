import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Names and texts as the process found them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment, and below it what `.env` in the working folder says. */
export function readEnvironment(): Environment {
  return { ...readDotEnv(), ...process.env };
}

function readDotEnv(): Environment {
  try {
    return parseEnv(readFileSync('.env', 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}
