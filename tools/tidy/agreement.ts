import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Finding } from './finding.ts';
import type { SourceFile } from './source-files.ts';

const ROUTE = /^src\/(web|[a-z0-9-]+\/routes)\/[^/]+\.(get|post|put|patch|delete)\.ts$/;
const DOCUMENT = 'openapi.json';

/**
 * Checks that each operation of the API has one route file, one test file and one entry in the
 * OpenAPI document.
 */
export function findAgreements(root: string, files: readonly SourceFile[]): readonly Finding[] {
  const paths = files.map((file) => file.path);
  const tested = new Set(paths.map((path) => basename(path)));
  const routes = paths
    .filter((path) => ROUTE.test(path))
    .map((path) => ({ path, name: basename(path, '.ts') }));
  if (routes.length === 0) return [];
  const documented = readOperations(join(root, DOCUMENT));
  return [
    ...routes
      .filter(({ name }) => !tested.has(`${name}.http.test.ts`))
      .map(({ name, path }) => complain(path, `there is no ${name}.http.test.ts`)),
    ...routes
      .filter(({ name }) => !documented.includes(name))
      .map(({ path }) => complain(path, `${DOCUMENT} does not have this operation`)),
    ...documented
      .filter((name) => !routes.some((route) => route.name === name))
      .map((name) => complain(DOCUMENT, `no file of src/ is ${name}.ts`)),
  ];
}

const complain = (path: string, message: string): Finding => ({ path, line: 1, message });

/**
 * Reads the operations in a route file, by the names that their files must have: `GET
 * /qr/{identifier}.png` is `qr.identifier.png.get`. A dot at the beginning is left out, as it would
 * hide the file.
 */
function readOperations(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  const document: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return entriesOf(entriesOf(document).find(([name]) => name === 'paths')?.[1]).flatMap(
    ([path, operations]) =>
      entriesOf(operations).map(
        ([method]) =>
          `${path
            .replace(/^\/\.?/, '')
            .replaceAll(/[{}]/g, '')
            .replaceAll('/', '.')}.${method}`,
      ),
  );
}

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];
