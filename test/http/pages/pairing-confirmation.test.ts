import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { systemRandom } from '../../../src/adapters/system-random.ts';
import { CONFIRMATION_MS } from '../../../src/base/limits.ts';
import { startAccounts } from '../../support/account-world.ts';
import { newAppKey } from '../../support/nwc/test-pairing.ts';
import { readText } from '../../support/page-visitor.ts';
import { hiddenFields } from '../../support/submit-form.ts';

const world = await startAccounts({ after });
const LIMITED = { limit: 'some', amount: '5000', interval: 'month', end: 'never' };

/** A browser that its user left open. */
async function leftOpen() {
  const person = await world.addPerson();
  const browser = await world.signedIn(person);
  world.clock.move(CONFIRMATION_MS);
  return { person, browser };
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

  test('ask who sits there for more than is suggested, and the request comes back', async () => {
    const { person, browser } = await leftOpen();
    const asked = pairing('pay_invoice');
    const sent = await browser.post('/apps/new', { ...asked, ...CHOSEN });
    assert.equal(sent.headers.location, '/confirm');
    const confirmed = await browser.post('/confirm', { password: person.password });
    const page = await browser.get(confirmed.headers.location ?? '');
    assert.match(readText(page), /Let “till & shop” use your wallet\?/);
    assert.match(page.body, /name="amount" type="text" value="5000"/);
    const hidden = hiddenFields(page, '/apps/new');
    assert.deepEqual({ ...hidden, ...asked }, hidden);
    const answer = await browser.post('/apps/new', { ...hidden, ...CHOSEN });
    assert.match(answer.headers.location ?? '', /^https:\/\/shop\.example\/back\?.*state=a\+b$/);
    assert.equal((await world.deps.appGrants.listAppGrants(person.user.id)).length, 1);
  });

  test('what is suggested, and what cannot spend, takes a press', async () => {
    const { browser } = await leftOpen();
    for (const [methods, chosen] of [
      ['pay_invoice', { amount: '1000' }],
      ['get_balance', {}],
    ] as const) {
      const sent = await browser.post('/apps/new', { ...pairing(methods), ...CHOSEN, ...chosen });
      assert.match(sent.headers.location ?? '', /^https:\/\/shop\.example\/back/);
    }
    for (const more of [
      { amount: '1000', interval: 'day' },
      { amount: '1000', connection_end: 'never' },
      { limit: 'none', amount: '' },
    ]) {
      const sent = await browser.post('/apps/new', {
        ...pairing('pay_invoice'),
        ...CHOSEN,
        ...more,
      });
      assert.equal(sent.headers.location, '/confirm');
    }
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
