import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type AccountWorld, startAccounts } from '../support/account-world.ts';
import { asApiUser } from '../support/api-user.ts';
import type { Browser } from '../support/browser.ts';

const world = await startAccounts({ after }, { config: { baseUrl: null } });
await world.app.listen({ host: '127.0.0.1', port: 0 });

const streamOf = (browser: Browser, headers: Readonly<Record<string, string>> = {}) =>
  openEvents(world, browser, headers);

/** The events of one browser, over the network. */
async function openEvents(
  { app }: AccountWorld,
  browser: Browser,
  headers: Readonly<Record<string, string>>,
) {
  const page = await browser.get('/');
  const path = /data-live="([^"]+)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&') ?? '/live';
  const stop = new AbortController();
  const answer = await fetch(app.listeningOrigin + path, {
    headers: { ...headers, cookie: cookieOf(browser) },
    signal: stop.signal,
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  /** Reads until this has come; null when the stream ended before. */
  const until = async (pattern: RegExp): Promise<string | null> => {
    while (!pattern.test(text)) {
      const part = await reader?.read();
      if (part === undefined || part.done) return null;
      text += part.value;
    }
    return text;
  };
  return { answer, until, close: () => stop.abort() };
}

function cookieOf(browser: Browser): string {
  const name = '__Host-satchel_session';
  const value = browser.cookie(name);
  assert(value !== null, 'they are signed in');
  return `${name}=${value}`;
}

describe('GET /live', () => {
  test('tells a browser of money that came, without saying what', async () => {
    const person = await world.addPerson();
    const { answer, until, close } = await streamOf(await world.signedIn(person));
    assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    assert.equal(answer.headers.get('cache-control'), 'no-store, no-transform');
    assert.match((await until(/retry: \d{4}\n\n/)) ?? '', /^retry/);
    await (await asApiUser(world, person.user)).receive(777);
    const heard = await until(/event: change/);
    assert.doesNotMatch(heard ?? '', /777/);
    close();
  });

  test('tells at once what a browser missed', async () => {
    const browser = await world.signedIn(await world.addPerson());
    const { until, close } = await streamOf(browser, { 'last-event-id': '9.9.9.9.9' });
    assert.notEqual(await until(/id: 0\.0\.0\.0\.0\nevent: change/), null);
    close();
  });

  test('ends when its user signs out elsewhere', async () => {
    const person = await world.addPerson();
    const browser = await world.signedIn(person);
    const { until } = await streamOf(browser);
    await until(/retry/);
    await browser.copy().post('/sign-out');
    assert.equal(await until(/never/), null);
  });

  test('is nothing for guests, who do not come back', async () => {
    const answer = await world.browser().get('/live');
    assert.deepEqual([answer.statusCode, answer.body], [204, '']);
  });

  test('the ninth of one user is refused', async () => {
    const browser = await world.signedIn(await world.addPerson());
    const open = [];
    for (let count = 0; count < 8; count += 1) open.push(await streamOf(browser));
    const { answer } = await streamOf(browser);
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '60']);
    for (const { close } of open) close();
  });
});

test('streams do not hold up the end of the service', async () => {
  const ending = await startAccounts({ after }, { config: { baseUrl: null } });
  await ending.app.listen({ host: '127.0.0.1', port: 0 });
  const browser = await ending.signedIn(await ending.addPerson());
  const { until } = await openEvents(ending, browser, {});
  await until(/retry/);
  await ending.app.close();
  assert.equal(await until(/never/), null);
});
