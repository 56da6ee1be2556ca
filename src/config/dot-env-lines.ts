import { parseDotEnv } from './dot-env.ts';

export type NewSettings = Readonly<Record<string, string>>;

export interface DotEnvPlan {
  /** The lines to append to the file `.env`; empty when the file has all settings already. */
  readonly addition: string;
  /**
   * Names that the file already sets to another value. The program leaves such a line alone, and a
   * person has to change it.
   */
  readonly conflicts: readonly string[];
}

/** Plans how to add settings to a file `.env` without changing its present lines. */
export function planDotEnv(bytes: Uint8Array, settings: NewSettings): DotEnvPlan {
  const present = parseDotEnv(bytes);
  const isSet = (name: string): boolean => (present[name] ?? '') !== '';
  const conflicts = Object.keys(settings).filter(
    (name) => isSet(name) && present[name] !== settings[name],
  );
  const missing = Object.entries(settings).filter(([name]) => !isSet(name));
  if (conflicts.length > 0 || missing.length === 0) return { addition: '', conflicts };
  const isOpen = bytes.length > 0 && bytes.at(-1) !== LINE_END;
  const lines = missing.map(([name, value]) => dotEnvLine(name, value));
  return { addition: `${isOpen ? '\n' : ''}${lines.join('\n')}\n`, conflicts };
}

const LINE_END = 0x0a;

/**
 * Writes a line of `.env`. A value with unusual characters is put in quotes, as a `#` would begin a
 * comment otherwise.
 */
export const dotEnvLine = (name: string, value: string): string =>
  `${name}=${/^[\w./:@%+,-]*$/.test(value) ? value : quoted(value)}`;

function quoted(value: string): string {
  const quote = ["'", '"', '`'].find((candidate) => !value.includes(candidate)) ?? "'";
  return `${quote}${value}${quote}`;
}
