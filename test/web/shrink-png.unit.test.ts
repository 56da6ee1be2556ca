import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import { describe, test } from 'node:test';
import { encodePng } from '../../src/web/png.ts';
import { QUESTIONS } from '../../tools/pictures/action-pictures.ts';
import { EMPTY_PATHS, nameOf, PICTURED_PATHS } from '../../tools/pictures/operate-pictures.ts';
import { readPng, shrinkPng } from '../../tools/shrink-png.ts';

const FOLDER = new URL('../../docs/screenshots/', import.meta.url).pathname;
const PICTURES = globSync(`${FOLDER}*.png`);

describe('pictures of pages', () => {
  test('with few colours lose nothing', () => {
    const png = readFileSync(`${FOLDER}sign-in-390-light.png`);
    const [before, after] = [readPng(png), readPng(shrinkPng(png))];
    assert.deepEqual([after.width, after.height], [before.width, before.height]);
    assert.ok(Buffer.from(after.pixels.buffer).equals(Buffer.from(before.pixels.buffer)));
  });

  test('of another kind are refused, not spoiled', () => {
    assert.throws(() => shrinkPng(Buffer.from(encodePng([[true]], 8))), /eight bits/);
    assert.throws(() => shrinkPng(Buffer.from('GIF89a and more bytes')), /a PNG/);
  });

  test('show each page on a phone and a desk, in light and dark, and are small', () => {
    const names = [
      'first-page',
      'sign-in',
      'home',
      'home-empty',
      'receive',
      'receive-invoice',
      'receive-paid',
      'send',
      'send-contacts',
      'contacts',
      'send-scan',
      'send-refused',
      'send-review',
      'send-on-its-way',
      'send-paid',
      'send-failed',
      'activity',
      'activity-empty',
      'activity-payment',
      'activity-nothing-found',
      'statements',
      'statement',
      'preferences',
      'notices',
      'notices-empty',
      'leave',
      'leave-close',
      'play',
      'address',
      'address-print',
      'pay',
      'pay-invoice',
      'pay-paid',
      'consent',
      'connected-apps',
      'apps-new',
      'apps-link',
      'apps-link-used',
      'apps-connection',
      'apps-pairing',
      'apps-pairing-refused',
      'apps-pairing-done',
      'clients',
      'tokens',
      'webhooks',
      'webhooks-new',
      'webhooks-endpoint',
      'webhooks-delivery',
      'webhooks-signature-help',
      ...['proof', 'proof-none', 'proof-mine', 'proof-mine-refused', 'proof-stale'],
      ...OPERATE,
    ];
    const wanted = [
      ...names.flatMap((name) => picturesOf(name, ['light', 'dark'])),
      ...OPERATE_LIGHT.flatMap((name) => picturesOf(name, ['light'])),
      `${FOLDER}operate-menu-390-light.png`,
    ];
    assert.deepEqual(PICTURES.sort(), wanted.sort());
    for (const path of wanted) {
      assert.ok(path.includes(`-${readFileSync(path).readUInt32BE(16)}-`), path);
      assert.ok(statSync(path).size < 80_000, path);
    }
  });
});

const picturesOf = (name: string, schemes: readonly string[]): readonly string[] =>
  ['390', '1280'].flatMap((width) =>
    schemes.map((scheme) => `${FOLDER}${name}-${width}-${scheme}.png`),
  );

const operate = (states: readonly string[]): readonly string[] =>
  states.map((state) => `operate-${state}`);

const OPERATE = [
  ...PICTURED_PATHS.map(nameOf),
  ...operate(['trouble', 'node-trouble', 'books-trouble', 'away', 'node-away']),
];

/** States in which little stands on the page. */
const OPERATE_LIGHT = [
  ...EMPTY_PATHS.map((path) => `${nameOf(path)}-empty`),
  ...QUESTIONS.map(({ name }) => `operate-action-${name}`),
  ...operate(['action-allow', 'action-assign-refused', 'alarms-acknowledged', 'jobs-waiting']),
  ...operate(['log-none', 'node-stopped', 'payments-stranded', 'settings-none']),
  ...operate(['user', 'user-switched-off']),
];
