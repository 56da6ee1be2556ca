import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { systemRandom } from '../../src/system/system-random.ts';
import { startAccounts } from '../support/account-world.ts';
import { newAppKey } from '../support/nwc/test-pairing.ts';
import { readText } from '../support/page-visitor.ts';
import { hiddenFields } from '../support/submit-form.ts';

const world = await startAccounts({ after });
const LIMITED = { limit: 'some', amount: '5000', interval: 'month', end: 'never' };

/** A browser in which someone signed in a moment ago, for something else. */
async function leftOpen() {
  const person = await world.addPerson();
  return { person, browser: await world.signedIn(person) };
}

describe('apps that bring their own key', () => {
  const ASKED = {
    pubkey: '',
    name: 'till & shop',
    return_to: 'https://shop.example/back',
    state: 'a b',
  };
  const pairing = (methods: string) => ({
    ...ASKED,
    pubkey: newAppKey(systemRandom),
    request_methods: methods,
  });
  const CHOSEN = { ...LIMITED, connection_end: '365', decision: 'allow', form_id: 'ab' };

  test('ask who sits there, and the answer connects the app', async () => {
    const { person, browser } = await leftOpen();
    const asked = pairing('pay_invoice');
    const sent = await browser.post('/apps/new', { ...asked, ...CHOSEN });
    assert.match(readText(sent), /Is it you\? .*“till & shop” .*5,000 sat per month/);
    const apps = () => world.deps.appGrants.listAppGrants(person.user.id);
    assert.deepEqual(await apps(), []);
    const hidden = hiddenFields(sent, '/apps/new');
    const answer = await browser.post('/apps/new', { ...hidden, password: person.password });
    assert.match(answer.headers.location ?? '', /^https:\/\/shop\.example\/back\?.*state=a\+b$/);
    assert.equal((await apps()).length, 1);
  });

  test('every key that may spend asks, also for what is suggested: none gets in unasked', async () => {
    const { person, browser } = await leftOpen();
    for (const chosen of [{ amount: '1000' }, { amount: '1' }, { limit: 'none', amount: '' }]) {
      const asked = await browser.post('/apps/new', {
        ...pairing('pay_invoice'),
        ...CHOSEN,
        ...chosen,
      });
      assert.match(readText(asked), /Is it you\?/);
    }
    assert.deepEqual(await world.deps.appGrants.listAppGrants(person.user.id), []);
    const sent = await browser.post('/apps/new', { ...pairing('get_balance'), ...CHOSEN });
    assert.match(sent.headers.location ?? '', /^https:\/\/shop\.example\/back/);
  });

  test('one who signed in for it is asked nothing more, once', async () => {
    const { person } = await leftOpen();
    const browser = world.browser();
    const asked = pairing('pay_invoice');
    await browser.get(`/apps/new?${new URLSearchParams(asked)}`);
    await browser.post('/sign-in', { email: person.email, password: person.password });
    const first = await browser.post('/apps/new', { ...asked, ...CHOSEN });
    assert.match(first.headers.location ?? '', /^https:\/\/shop\.example\/back/);
    const next = await browser.post('/apps/new', { ...pairing('pay_invoice'), ...CHOSEN });
    assert.match(readText(next), /Is it you\?/);
  });

  test('who signs in, or uses another account, comes back to the request', async () => {
    const { person, browser } = await leftOpen();
    const asked = pairing('get_balance');
    const path = `/apps/new?${new URLSearchParams({ ...asked, metadata: 'x'.repeat(4000) })}`;
    const guest = world.browser();
    const referer = 'https://opener.example/some/page';
    assert.equal((await guest.get(path, { referer })).headers.location, '/sign-in');
    for (const one of [guest, browser]) {
      if (one === browser) {
        const other = { ...asked, opener: 'https://opener.example' };
        const left = await one.post('/apps/new/switch-account', other);
        assert.equal(left.headers.location, '/sign-in');
      }
      const back = await one.post('/sign-in', { email: person.email, password: person.password });
      const { pathname, searchParams } = new URL(back.headers.location ?? '', 'https://x.example');
      assert.equal(pathname, '/apps/new');
      assert.deepEqual(Object.fromEntries(searchParams), {
        ...asked,
        opener: 'https://opener.example',
      });
    }
  });
});
