import { writeFile } from 'node:fs/promises';
import { DOCUMENTED_SERVER } from '../src/cli/openapi.ts';
import { renderOpenapi } from '../src/http/openapi.ts';
import { ROUTES } from '../src/http/routes.ts';

/** Writes `openapi.json`, the document of the routes as they are. */
export async function writeOpenapi(): Promise<void> {
  await writeFile(
    new URL('../openapi.json', import.meta.url),
    await renderOpenapi(ROUTES, DOCUMENTED_SERVER),
  );
}

if (import.meta.main) await writeOpenapi();
