/**
 * `npm run locales`: lists the messages that a language lacks, which pages then show in English,
 * and messages with faults because of which no page could show them.
 */
import { LANGUAGES } from '../src/i18n/language.ts';
import { readCatalogues, SOURCE_LANGUAGE } from './locales/catalogue-files.ts';
import { compareCatalogues } from './locales/compare-catalogues.ts';

const root = new URL('..', import.meta.url).pathname;
const english = readCatalogues(root, SOURCE_LANGUAGE);
for (const language of LANGUAGES) {
  const own = readCatalogues(root, language);
  const { missing, faults } = compareCatalogues(english, own, language);
  process.stdout.write(`${language}: ${missing.length} missing, ${faults.length} wrong\n`);
  for (const path of missing) process.stdout.write(`  ${path} is missing\n`);
  for (const fault of faults) process.stdout.write(`  ${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
