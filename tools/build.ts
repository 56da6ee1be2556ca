/**
 * `npm run build`: joins the modules of src/ into a few files in dist/, and copies the other files
 * that pages and the API reference need. Node strips no types below node_modules, so an installed
 * package runs dist/. Its packages stay outside: docs/decisions/0015-package.md.
 */
import { cpSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { STYLE_SHEETS } from '../src/app/pages/style-sheets.ts';
import { findReferenceScript, REFERENCE_SCRIPT } from '../src/web/reference-page.ts';
import { keepLinesOnly } from './build/keep-lines-only.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const SRC = join(ROOT, 'src');
const DIST = join(ROOT, 'dist');
const ASSETS = 'web/assets';
/** The programs: the service with its commands, and what it starts beside itself. */
const PROGRAMS = ['main.ts', 'backup-main.ts', 'checkpoint-main.ts', 'simulator/main.ts'];
/** The address of dist/, wherever in it the code is. */
const DIST_URL = `import.meta.url.replace(/^(.*\\/dist\\/).*$/, '$1')`;

/**
 * Tells each module the address that it would have in dist/ if it were a file of its own. From
 * there, modules find files beside them, programs, and packages.
 */
const ownAddresses: Plugin = {
  name: 'own-addresses',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const address = JSON.stringify(relative(SRC, path).replace(/\.ts$/, '.js'));
      const parts = (await readFile(path, 'utf8')).split('import.meta.url');
      if (parts.some((part) => part.includes('import.meta.'))) {
        throw new Error(`${path}: only import.meta.url keeps its meaning in a joined file`);
      }
      return { loader: 'ts', contents: parts.join(`new URL(${address}, ${DIST_URL}).href`) };
    }),
};

rmSync(DIST, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: PROGRAMS.map((program) => join(SRC, program)),
  outbase: SRC,
  outdir: DIST,
  chunkNames: 'parts/[hash]',
  bundle: true,
  // What only some commands need, stays in files that only they load.
  splitting: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node24.12',
  sourcemap: 'linked',
  sourcesContent: false,
  metafile: true,
  plugins: [ownAddresses],
  logLevel: 'warning',
});
const maps = Object.keys(metafile.outputs).filter((path) => path.endsWith('.map'));
for (const map of maps) {
  const path = join(ROOT, map);
  await writeFile(path, keepLinesOnly(await readFile(path, 'utf8')));
}
cpSync(join(SRC, ASSETS), join(DIST, ASSETS), { recursive: true });
for (const path of Object.values(STYLE_SHEETS).flat()) cpSync(join(SRC, path), join(DIST, path));
cpSync(findReferenceScript(), join(DIST, 'web', REFERENCE_SCRIPT));
