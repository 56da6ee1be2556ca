import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Catalogue } from '../../src/i18n/catalogue.ts';

/** The language whose catalogues have all messages. */
export const SOURCE_LANGUAGE = 'en';

export type Catalogues = ReadonlyMap<string, Catalogue>;

/** Reads the catalogues of a language, by the names of their files. */
export function readCatalogues(root: string, language: string): Catalogues {
  const folder = join(root, 'locales', language);
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return new Map(
    files
      .sort()
      .map((file) => [
        basename(file, '.json'),
        JSON.parse(readFileSync(join(folder, file), 'utf8')),
      ]),
  );
}
