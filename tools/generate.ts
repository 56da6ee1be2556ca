/**
 * `npm run generate`: writes the files in the repository that are derived from others. A test
 * compares them, so that none of them goes stale.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderProofCases } from '../test/support/proof/forge.ts';
import { startThrowAwayServer, templateUrl } from '../test/support/throw-away-server.ts';
import { renderSchema } from './dump-schema.ts';
import { readCatalogues, SOURCE_LANGUAGE } from './locales/catalogue-files.ts';
import { renderCatalogues, renderMessages } from './locales/render-messages.ts';
import { renderReadmes } from './readme-neighbours.ts';
import { renderDoors } from './write-doors.ts';
import { renderEnvExample } from './write-env-example.ts';
import { renderRevision } from './write-function-revision.ts';
import { renderOpenapiFile } from './write-openapi.ts';
import { renderPaymentStates, renderWithdrawalStates } from './write-states.ts';

export interface GeneratedFile {
  readonly path: string;
  /** Renders the file. `databaseUrl` opens a migrated database as its owner. */
  readonly render: (databaseUrl: string) => Promise<string>;
}

const ROOT = join(import.meta.dirname, '..');
const catalogues = readCatalogues(ROOT, SOURCE_LANGUAGE);
const MESSAGES = 'src/i18n/messages';

export const GENERATED_FILES: readonly GeneratedFile[] = [
  { path: '.env.example', render: renderEnvExample },
  { path: 'docs/doors.md', render: async () => renderDoors() },
  { path: 'docs/payment-states.md', render: async () => renderPaymentStates() },
  { path: 'docs/withdrawal-states.md', render: async () => renderWithdrawalStates() },
  { path: 'openapi.json', render: renderOpenapiFile },
  { path: 'schema.sql', render: renderSchema },
  { path: 'sql/functions/REVISION', render: () => renderRevision() },
  { path: `${MESSAGES}/catalogues.ts`, render: async () => renderCatalogues(catalogues) },
  ...[...catalogues].map(([name, catalogue]) => ({
    path: `${MESSAGES}/${name}.ts`,
    render: async () => renderMessages(name, catalogue),
  })),
  { path: 'test/vectors/owed.json', render: async () => renderProofCases() },
];

async function writeAll(root: string): Promise<void> {
  const server = await startThrowAwayServer();
  try {
    for (const { path, render } of GENERATED_FILES) {
      writeFileSync(join(root, path), await render(templateUrl(server.address)));
      process.stdout.write(`wrote ${path}\n`);
    }
  } finally {
    await server.stop();
  }
  for (const [path, text] of renderReadmes(root)) writeFileSync(join(root, path), text);
}

if (import.meta.main) await writeAll(ROOT);
