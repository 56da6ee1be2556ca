/**
 * `npm run build`: compiles src/ into dist/, and copies the other files that pages and the API
 * reference need. Node strips no types below node_modules, so an installed package runs dist/. Both
 * folders have the same layout.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { STYLE_SHEETS } from '../src/app/pages/style-sheets.ts';
import { findReferenceScript, REFERENCE_SCRIPT } from '../src/web/reference-page.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const ASSETS = 'web/assets';

rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
const compiler = join(ROOT, 'node_modules/.bin/tsc');
const { status } = spawnSync(compiler, ['--project', 'tsconfig.build.json'], {
  cwd: ROOT,
  stdio: 'inherit',
});
if (status === 0) {
  cpSync(join(ROOT, 'src', ASSETS), join(ROOT, 'dist', ASSETS), { recursive: true });
  for (const path of Object.values(STYLE_SHEETS).flat()) {
    cpSync(join(ROOT, 'src', path), join(ROOT, 'dist', path));
  }
  cpSync(findReferenceScript(), join(ROOT, 'dist/web', REFERENCE_SCRIPT));
}
process.exitCode = status ?? 1;
