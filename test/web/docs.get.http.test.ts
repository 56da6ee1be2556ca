import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, test } from 'node:test';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });
const page = await api.call('GET', '/docs');

test('a page that loads our script and our document, and nothing from elsewhere', () => {
  assert.equal(page.status, 200);
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  assert.match(page.text, /<script src="\/docs\/reference\.js"/);
  assert.match(page.text, /"url":"\/openapi\.json"/);
  assert.doesNotMatch(page.text, /https?:\/\//);
});

test('a link leads back to the wallet', () => {
  assert.match(page.text, /<a href="\/">← Back to the wallet<\/a>/);
});

test('the browser is told to refuse all else', () => {
  const policy = String(page.headers['content-security-policy']);
  const [, inline] = /<script>([\s\S]*?)<\/script>/.exec(page.text) ?? [];
  assert(inline !== undefined);
  assert(policy.includes(`script-src 'self' 'sha256-${hash('sha256', inline, 'base64')}'`));
  assert(policy.includes("default-src 'none'"));
  assert(policy.includes("connect-src 'self'"));
  assert(policy.includes("frame-ancestors 'none'"));
  assert.doesNotMatch(policy, /https?:|\*|unsafe-eval/);
});

test('the renderer neither reports home nor fetches fonts', () => {
  assert.match(page.text, /"withDefaultFonts":false/);
  assert.match(page.text, /"telemetry":false/);
  assert.match(page.text, /"proxyUrl":""/);
});

test('only this one address is the page', async () => {
  for (const path of ['/docs/openapi.json', '/docs/openapi.yaml', '/docs/js/scalar.js']) {
    assert.equal((await api.call('GET', path)).status, 404, path);
  }
});
