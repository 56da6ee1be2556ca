import { VARIABLES } from '../src/config/variables.ts';

/** `.env.example`: every variable with its default, commented out. */
export async function renderEnvExample(): Promise<string> {
  const entries = Object.values(VARIABLES).map(
    ({ name, fallback, form, description }) =>
      `# ${description}\n# Accepted: ${form.accepted}.\n#${name}=${showDefault(fallback)}\n`,
  );
  return [HEADER, ...entries].join('\n');
}

const HEADER = `\
# Settings of Satchel, all optional. Copy this file to .env and take the # away where a value
# shall differ. Variables of the environment win over the file.
# Written by "npm run generate" from src/config/variables.ts.
`;

function showDefault(fallback: unknown): string {
  if (typeof fallback === 'boolean') return fallback ? 'on' : 'off';
  if (fallback === null || fallback === undefined) return '';
  return Array.isArray(fallback) ? fallback.join(', ') : String(fallback);
}
