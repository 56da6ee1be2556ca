import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { HOME_RECORDS } from '../../src/activity/limits.ts';
import { STYLE_SHEETS } from '../../src/app/pages/style-sheets.ts';
import { loadAssets } from '../../src/web/pages/assets.ts';
import { startPages } from '../support/page-world.ts';

const world = await startPages({ after });

describe('assets', () => {
  test('are served under names that change with them, and kept for ever', async () => {
    const page = await world.app.inject({ method: 'GET', url: '/sign-in' });
    const paths = [...page.body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(
      ([, path]) => path,
    );
    assert.equal(new Set(paths).size, 4);
    for (const path of new Set(paths)) {
      const file = await world.app.inject({ method: 'GET', url: path ?? '' });
      assert.equal(file.statusCode, 200);
      assert.match(path ?? '', /\.[0-9a-f]{16}\.(css|js|png|svg)$/);
      assert.equal(file.headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.match(
        String(file.headers['content-type']),
        /^(text\/(css|javascript)|image\/(png|svg))/,
      );
    }
  });

  test('21 and Home together take at most 60 kB, packed as a proxy packs them', async () => {
    const visitor = await world.addVisitor();
    for (let count = 1; count <= HOME_RECORDS; count += 1) await visitor.api.receive(count);
    const { body } = await visitor.get('/');
    const found = body.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:css|js|svg))"/g);
    const paths = new Set([...found].map(([, path]) => path ?? ''));
    assert.ok(paths.size >= 4);
    let size = gzipSync(body).length;
    for (const url of paths) {
      const { rawPayload } = await world.app.inject({ method: 'GET', url });
      size += gzipSync(rawPayload).length;
    }
    assert.ok(size <= 60_000, `${size} bytes`);
    assert.doesNotMatch(body, /scan\.|qr-/);
  });

  test('hold at most 50 KB of script in all, and speak with nobody else', async () => {
    const { files } = await loadAssets(STYLE_SHEETS);
    const scripts = files.filter(({ name }) => name.endsWith('.js'));
    const size = scripts.reduce((sum, { content }) => sum + content.length, 0);
    assert.ok(size > 0 && size <= 50 * 1024, `${size} bytes`);
    for (const { content } of files.filter(({ name }) => !name.endsWith('.png'))) {
      const text = content.toString().replaceAll('http://www.w3.org/2000/svg', '');
      assert.doesNotMatch(text, /https?:|\/\/\w+\./);
    }
  });
});
