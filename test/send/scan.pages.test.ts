import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { startSendPages } from '../support/lnurl/send-pages.ts';
import { readText } from '../support/page-visitor.ts';

const world = await startSendPages({ after });

const field = (body: string): string => /name="to"[^>]*>\n([^<]*)</.exec(body)?.[1] ?? '';

describe('the page that scans', () => {
  test('names its reader, two files that browsers keep for ever', async () => {
    const visitor = await world.addVisitor();
    const { body } = await visitor.get('/send/scan');
    const reader = /data-reader="([^"]*)"/.exec(body)?.[1] ?? '';
    assert.match(reader, /^\/assets\/qr-\d+\.\d+\.\d+\/decode\.js$/);
    const other = reader.replace('decode.js', 'index.js');
    for (const url of [reader, other]) {
      const plain = await world.app.inject({ method: 'GET', url });
      assert.equal(plain.statusCode, 200, url);
      assert.match(String(plain.headers['content-type']), /^text\/javascript/);
      assert.match(String(plain.headers['cache-control']), /immutable/);
      assert.doesNotMatch(plain.body, /\beval\(|new Function|WebAssembly/);
      for (const [, name] of plain.body.matchAll(/^import .* from '([^']+)'/gm)) {
        assert.equal(name, './index.js');
      }
      const headers = { 'accept-encoding': 'gzip' };
      const packed = await world.app.inject({ method: 'GET', url, headers });
      assert.equal(packed.headers['content-encoding'], 'gzip');
      assert.ok(packed.rawPayload.length < 40_000, `${packed.rawPayload.length} bytes`);
    }
  });

  test('says what to do where no script runs, and has the form of Send', async () => {
    const visitor = await world.addVisitor();
    const page = await visitor.get('/send/scan');
    assert.equal(page.statusCode, 200);
    assert.match(readText(page), /Scanning needs JavaScript/);
    assert.match(page.body, /href="\/send">Paste instead/);
    assert.match(page.body, /<form method="post" action="\/send" id="scanned"[^>]* hidden>/);
    const guest = await world.guest().get('/send/scan');
    assert.deepEqual([guest.statusCode, guest.headers.location], [303, '/sign-in']);
  });

  test('is offered on Send, hidden until a script has found that a camera may be asked for', async () => {
    const visitor = await world.addVisitor();
    const { body } = await visitor.get('/send');
    assert.match(body, /href="\/send\/scan" data-scan hidden>Scan</);
  });
});

describe('what browsers may lend', () => {
  test('is the camera on the page that scans; no other page gets anything', async () => {
    const visitor = await world.addVisitor();
    const policyOf = async (path: string): Promise<string> =>
      String((await visitor.get(path)).headers['permissions-policy']);
    for (const path of ['/', '/send', '/send/nonsense', '/profile', '/worker.js']) {
      const policy = await policyOf(path);
      assert.match(policy, /^camera=\(\), /, path);
      assert.doesNotMatch(policy, /self|\*/, path);
    }
    const policy = await policyOf('/send/scan');
    assert.match(policy, /^camera=\(self\), /);
    assert.equal(policy.match(/self/g)?.length, 1);
    for (const name of ['microphone', 'geolocation', 'payment', 'usb']) {
      assert.ok(policy.includes(`${name}=()`), name);
    }
    // Passkeys, copying and sharing are used.
    assert.doesNotMatch(policy, /publickey|clipboard|web-share/);
    const { headers } = await visitor.get('/send/scan');
    assert.match(
      String(headers['content-security-policy']),
      /default-src 'none';script-src 'self';/,
    );
  });
});

describe('what another app shares with the installed wallet', () => {
  test('goes to Send, as the manifest says', async () => {
    const answer = await world.app.inject({ method: 'GET', url: '/manifest.webmanifest' });
    const manifest = answer.json();
    assert.deepEqual(manifest.share_target, {
      action: '/send',
      method: 'GET',
      params: { title: 'title', text: 'text', url: 'url' },
    });
    const places = manifest.shortcuts.map(({ url }: { url: string }) => url);
    assert.deepEqual(places, ['/receive', '/send']);
  });

  test('only fills the field: nobody is asked, and the log does not hold it', async () => {
    const visitor = await world.addPayer();
    world.offer();
    const asked = world.payee.asked.length;
    const shared = new URLSearchParams({ title: 'The shop', text: `Pay ${world.shop}, please` });
    const page = await visitor.get(`/send?${shared}`);
    assert.equal(field(page.body), world.shop);
    const both = await visitor.get(`/send?to=x&text=${world.shop}`);
    assert.equal(field(both.body), 'x');
    const strange = await visitor.get('/send?title=A+story&url=https%3A%2F%2Fnews.example%2Fs');
    assert.equal(field(strange.body), 'https://news.example/s');
    assert.equal(strange.statusCode, 200);
    assert.equal(field((await visitor.get('/send?text=%22%3Cb%3E')).body), '&#34;&#60;b&#62;');
    assert.equal(field((await visitor.get('/send')).body), '');
    assert.equal(world.payee.asked.length, asked);
    assert.doesNotMatch(world.logged(), /shop@|news\.example/);
  });
});
