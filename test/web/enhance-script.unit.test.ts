import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { createContext, runInContext } from 'node:vm';

const SCRIPT = readFileSync(new URL('../../src/web/assets/enhance.js', import.meta.url), 'utf8');

const nothing = (): void => undefined;
const GLOBALS = {
  setTimeout: nothing,
  setInterval: nothing,
  clearInterval: nothing,
  addEventListener: nothing,
  TextEncoder,
};

/** Runs the script in a page with one such button, as the page comes: hidden. */
function openPage(
  navigator: object,
  more: Readonly<Record<string, readonly object[]>> = {},
  byId: Readonly<Record<string, object>> = {},
) {
  const presses: (() => Promise<void>)[] = [];
  const button = {
    hidden: true,
    textContent: 'Copy',
    dataset: { copy: 'a secret', copied: 'It is copied' },
    addEventListener: (_: string, press: () => Promise<void>) => presses.push(press),
  };
  const found: Readonly<Record<string, readonly object[]>> = {
    'button[data-copy]': [button],
    ...more,
  };
  const all = (selector: string) => found[selector] ?? [];
  const document = {
    querySelectorAll: all,
    querySelector: () => null,
    getElementById: (id: string) => byId[id] ?? null,
    cookie: '',
    addEventListener: () => undefined,
    createElement: () => ({}),
    documentElement: { lang: 'en' },
    body: { append: () => undefined },
  };
  runInContext(SCRIPT, createContext({ ...GLOBALS, document, navigator }));
  return { button, presses, document };
}

describe('buttons that copy', () => {
  test('are shown where the browser lends its clipboard, and copy', async () => {
    const copied: string[] = [];
    const clipboard = { writeText: async (text: string) => void copied.push(text) };
    const { button, presses } = openPage({ clipboard });
    assert.equal(button.hidden, false);
    for (const press of presses) await press();
    assert.deepEqual([copied, button.textContent], [['a secret'], 'It is copied']);
  });

  test('stay hidden where it lends none, as over plain http', () => {
    const { button, presses } = openPage({});
    assert.deepEqual([button.hidden, presses.length], [true, 0]);
  });
});

test('a password is shown while its button is pressed, and is hidden when it is sent', () => {
  const events: Record<string, () => void> = {};
  const listen = (name: string, does: () => void): void => {
    events[name] = does;
  };
  const pressed: string[] = [];
  const field = { type: 'password', form: { addEventListener: listen } };
  const button = {
    hidden: true,
    dataset: { reveal: 'field-password' },
    addEventListener: listen,
    setAttribute: (name: string, value: string) => void pressed.push(`${name}=${value}`),
  };
  openPage({}, { 'button[data-reveal]': [button] }, { 'field-password': field });
  assert.equal(button.hidden, false);
  const seen = ['click', 'click', 'click', 'submit'].map((name) => {
    events[name]?.();
    return field.type;
  });
  assert.deepEqual(seen, ['text', 'password', 'text', 'password']);
  assert.deepEqual(
    pressed,
    ['true', 'false', 'true', 'false'].map((is) => `aria-pressed=${is}`),
  );
});

test('letters that are too many are counted as such', () => {
  const typed: (() => void)[] = [];
  const field = {
    value: '',
    addEventListener: (_: string, does: () => void) => void typed.push(does),
  };
  const left = {
    hidden: true,
    textContent: '',
    dataset: { most: '639', lettersLeft: '{} letters left', lettersOver: '{} letters too many' },
    closest: () => ({ querySelector: () => field }),
  };
  openPage({}, { '[data-letters-left]': [left] });
  const said = [100, 600, 639, 769].map((count) => {
    field.value = 'x'.repeat(count);
    for (const does of typed) does();
    return left.hidden ? null : left.textContent;
  });
  assert.deepEqual(said, [null, '39 letters left', '0 letters left', '130 letters too many']);
});

test('what is left of more than a day is told in days', () => {
  const left = (seconds: number): string => {
    const line = { textContent: '', dataset: { left: '{} left', leftSec: String(seconds) } };
    openPage({}, { '[data-left]': [line] });
    return line.textContent;
  };
  assert.equal(left(86_400), '1 day left');
  assert.equal(left(86_400 + 5 * 3600), '1 day 5 hours left');
  assert.equal(left(3 * 86_400 + 59), '3 days left');
  assert.equal(left(86_399), '23 h 59 min left');
  assert.equal(left(61), '1:01 left');
});

test('it tells in which time zone the browser is', () => {
  const { cookie } = openPage({}).document;
  const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);
  assert.equal(cookie, `time_zone=${zone}; Path=/; Max-Age=31536000; SameSite=Lax`);
});
