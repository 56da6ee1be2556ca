import { VARIABLES } from '../src/config/variables.ts';

/** Renders `.env.example`: every variable that has an effect, commented out, with its default. */
export async function renderEnvExample(): Promise<string> {
  const entries = Object.values(VARIABLES)
    .filter(({ description }) => description !== null)
    .map(
      ({ name, fallback, form, description }) =>
        `# ${description}\n# Accepted: ${form.accepted}.\n#${name}=${showDefault(fallback)}\n`,
    );
  return [HEADER, ...entries].join('\n');
}

const HEADER = `\
# Settings of Satchel, all optional. Copy this file to .env and remove the # from settings that you
# change. Environment variables override the file.
# Written by "npm run generate" from src/config/variables.ts.
`;

function showDefault(fallback: unknown): string {
  if (typeof fallback === 'boolean') return fallback ? 'on' : 'off';
  if (fallback === null || fallback === undefined) return '';
  return Array.isArray(fallback) ? fallback.join(', ') : String(fallback);
}
