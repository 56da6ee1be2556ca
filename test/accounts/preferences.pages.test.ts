import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { LANGUAGES } from '../../src/i18n/language.ts';
import { DEFAULT_PREFERENCES } from '../../src/users/preferences.ts';
import { startAccounts } from '../support/account-world.ts';
import { type FormFields, readText } from '../support/page-visitor.ts';
import { addPreferencesUser } from '../support/preferences-user.ts';
import { submitForm } from '../support/submit-form.ts';
import { createTestRates } from '../support/test-rates.ts';

const rates = createTestRates(['USD', 'EUR']);
const world = await startAccounts({ after }, { rates });
const someone = () => addPreferencesUser(world);

describe('preferences', () => {
  test('begin as they are described, in the database too', async () => {
    const { stored, browser } = await someone();
    assert.deepEqual(await stored(), DEFAULT_PREFERENCES);
    const { body } = await browser.get('/');
    assert.match(body, /1,234,567 <span class="unit">sat/);
    assert.match(body, /<html lang="en">/);
    assert.doesNotMatch(body, /≈/);
  });

  test('are saved, and stay as they were chosen', async () => {
    const { stored, save, browser } = await someone();
    const chosen = {
      language: 'en',
      unit: 'bip177',
      currency: 'EUR',
      time_zone: 'America/Sao_Paulo',
      theme: 'dark',
      hides_amounts: 'on',
      shows_name: 'on',
    };
    assert.equal((await save(chosen)).statusCode, 303);
    assert.deepEqual(await stored(), {
      language: 'en',
      unit: 'bip177',
      currency: 'EUR',
      timeZone: 'America/Sao_Paulo',
      theme: 'dark',
      hidesAmounts: true,
      showsName: true,
      confirmAboveSat: DEFAULT_PREFERENCES.confirmAboveSat,
    });
    const { body } = await browser.get('/preferences');
    assert.match(body, /<html lang="en" data-theme="dark"/);
    assert.match(body, /Your preferences are saved/);
    assert.match(body, /value="America\/Sao_Paulo" selected/);
  });

  test('tell statements since when a time zone counts, and other changes do not', async () => {
    const { person, save } = await someone();
    const since = async () => {
      const [row] = await world.database.sql<{ since: Date | null }[]>`
        select time_zone_since as since from wallet_user where id = ${person.user.id}`;
      return row?.since;
    };
    await save({ theme: 'dark' });
    assert.equal(await since(), null);
    await save({ time_zone: 'Europe/Vienna' });
    const chosen = await since();
    assert(chosen instanceof Date);
    await save({ time_zone: 'Europe/Vienna', theme: 'light' });
    assert.deepEqual(await since(), chosen);
  });

  test('offer time zones by the names in use today', async () => {
    const { stored, save, browser } = await someone();
    assert.equal((await save({ time_zone: 'Asia/Kolkata' })).statusCode, 303);
    assert.equal((await stored())?.timeZone, 'Asia/Kolkata');
    const { body } = await browser.get('/preferences');
    assert.match(body, /value="Asia\/Kolkata" selected/);
    assert.doesNotMatch(body, /Calcutta/);
  });

  for (const [field, value] of [
    ['language', 'tlh'],
    ['unit', 'msat'],
    ['currency', 'GBP'],
    ['time_zone', 'Europe/../etc'],
    ['theme', 'blue'],
  ] as const) {
    test(`refuse ${field} ${value}, and change nothing`, async () => {
      const { stored, save } = await someone();
      const answer = await save({ theme: 'dark', [field]: value });
      assert.equal(answer.statusCode, 400);
      assert.match(answer.body, /role="alert"/);
      assert.deepEqual(await stored(), DEFAULT_PREFERENCES);
    });
  }

  test('say truly that they change nothing of payments, and cannot', async () => {
    const { stored, save, browser } = await someone();
    const { body } = await browser.get('/preferences');
    assert.match(body, /Nothing here changes what you pay or receive/);
    assert.doesNotMatch(body, /confirm_above/);
    assert.equal((await save({ confirm_above: '5000000' })).statusCode, 303);
    assert.deepEqual(await stored(), DEFAULT_PREFERENCES);
  });

  test('14 hidden amounts stand nowhere on Home and in Activity', async () => {
    const { save, browser } = await someone();
    await save({ hides_amounts: 'on' });
    for (const path of ['/', '/activity']) {
      const { body } = await browser.get(path);
      assert.doesNotMatch(body, /1[,.\s]?234[,.\s]?567/, path);
      assert.match(body, /•••/, path);
    }
  });
});

describe('above which amount a payment asks who pays', () => {
  const PATH = '/security/payments';

  test('stands under Security, which leads to its form', async () => {
    const { browser } = await someone();
    const page = await browser.get('/security');
    assert.match(readText(page), /Ask who I am above 100,000 sat/);
    assert.match(page.body, /href="\/security\/payments"/);
    assert.match((await browser.get(PATH)).body, /name="confirm_above"[^>]* value="100,000"/);
  });

  for (const typed of ['-1', '1.5', '99999999999999999', '']) {
    test(`is not ${typed || 'nothing'}`, async () => {
      const { browser, stored } = await someone();
      const answer = await submitForm(browser, PATH, { confirm_above: typed });
      assert.equal(answer.statusCode, 400);
      const said = /class="field wrong">\s*<label for="field-confirm_above"[\s\S]* autofocus/;
      assert.match(answer.body, said);
      assert.deepEqual(await stored(), DEFAULT_PREFERENCES);
    });
  }

  test('is raised only by who proves who they are, and lowered by a press', async () => {
    const { stored, save, browser, person } = await someone();
    const choose = (fields: FormFields) => submitForm(browser, PATH, fields);
    for (const password of ['', 'not it']) {
      const asked = readText(await choose({ confirm_above: '5000000', password }));
      assert.match(asked, /Is it you\? .*Ask who I am above 5,000,000 sat/);
    }
    assert.deepEqual(await stored(), DEFAULT_PREFERENCES);
    await choose({ confirm_above: '5,000,000', password: person.password });
    assert.equal((await stored())?.confirmAboveSat, 5_000_000n);
    await save({ theme: 'light' });
    assert.equal((await stored())?.confirmAboveSat, 5_000_000n, 'preferences leave it alone');
    assert.equal((await choose({ confirm_above: '5' })).statusCode, 303);
    assert.equal((await stored())?.confirmAboveSat, 5n);
    assert.equal((await stored())?.theme, 'light');
  });
});

describe('the list of time zones', () => {
  const chosen = (body: string): string | undefined =>
    /<option value="([^"]*)" selected>/.exec(body.slice(body.indexOf('name="time_zone"')))?.[1];

  test('has the names of today, and finds a choice that was stored under a former one', async () => {
    const { person, browser, save, stored } = await someone();
    const inputs = { ...DEFAULT_PREFERENCES, timeZone: 'Europe/Kiev' };
    await world.accounts.users.changePreferences(person.user.id, inputs);
    const { body } = await browser.get('/preferences');
    assert.equal(chosen(body), 'Europe/Kyiv');
    assert.match(body, /<option value="America\/Argentina\/Cordoba">/);
    for (const former of ['Europe/Kiev', 'America/Cordoba', 'Asia/Saigon', 'America/Godthab']) {
      assert.ok(!body.includes(`value="${former}"`), former);
    }
    assert.equal((await save({ time_zone: 'America/Godthab' })).statusCode, 303);
    assert.equal((await stored())?.timeZone, 'America/Nuuk');
  });
});

describe('the time zone of the browser', () => {
  const isInUtc = async (zone: string): Promise<boolean> => {
    const { browser } = await someone();
    browser.setCookie('time_zone', zone);
    return /Days and times of this list are in UTC/.test((await browser.get('/activity')).body);
  };

  test('counts where none was chosen, by either name of it', async () => {
    for (const zone of ['Asia%2FKolkata', 'Asia%2FCalcutta', 'Europe/Vienna']) {
      assert.equal(await isInUtc(zone), false, zone);
    }
  });
  test('is that of the account from the first page on, and of its first statement', async () => {
    const { browser, stored } = await someone();
    browser.setCookie('time_zone', 'Asia/Kolkata');
    await browser.get('/');
    assert.equal((await stored())?.timeZone, 'Asia/Kolkata');
    browser.setCookie('time_zone', 'Europe/Vienna');
    await browser.get('/');
    assert.equal((await stored())?.timeZone, 'Asia/Kolkata');
    const list = await browser.get('/statements');
    const month = /href="(\/statements\/\d{4}-\d\d)"/.exec(list.body)?.[1] ?? '';
    assert.match(readText(await browser.get(month)), /Asia\/Kolkata/);
  });
  test('is followed by who has chosen that', async () => {
    const { browser, save, stored } = await someone();
    await save({ time_zone: 'Asia/Kolkata' });
    await save({ time_zone: '' });
    browser.setCookie('time_zone', 'Europe/Vienna');
    await browser.get('/');
    assert.equal((await stored())?.timeZone, null);
  });
  test('is the same under the names of today and before, as browsers have either', async () => {
    const { browser, save } = await someone();
    await save({ time_zone: 'Asia/Kolkata' });
    await save({ time_zone: '' });
    const times = async (zone: string): Promise<readonly string[]> => {
      browser.setCookie('time_zone', zone);
      const { body } = await browser.get('/activity');
      return [...body.matchAll(/data-show="given">(\d\d:\d\d)</g)].map(([, time = '']) => time);
    };
    const inUtc = await times('UTC');
    assert.notEqual(inUtc.length, 0);
    for (const [today, before] of [
      ['America/Argentina/Cordoba', 'America/Cordoba'],
      ['Europe/Kyiv', 'Europe/Kiev'],
      ['Pacific/Kanton', 'Pacific/Enderbury'],
    ] as const) {
      assert.deepEqual(await times(today), await times(before));
      assert.notDeepEqual(await times(today), inUtc, today);
    }
  });
  test('is UTC where it cannot be read', async () => {
    for (const zone of ['', 'UTC', 'Moon/Base', '__proto__', '%E0%A4%A', 'x'.repeat(3000)]) {
      assert.equal(await isInUtc(zone), true, zone);
    }
  });
  test('gives way to one that was chosen', async () => {
    const { save, browser } = await someone();
    const hour = async (): Promise<string> =>
      /data-show="given">(\d\d:\d\d)</.exec((await browser.get('/activity')).body)?.[1] ?? 'none';
    await save({ time_zone: 'Asia/Kolkata' });
    const chosen = await hour();
    browser.setCookie('time_zone', 'Europe/Vienna');
    assert.equal(await hour(), chosen);
    await save({ time_zone: '' });
    assert.notEqual(await hour(), chosen);
  });
});

describe('languages', () => {
  const rootOf = (body: string) => /<html[^>]*>/.exec(body)?.[0];

  test('guests get what their browser likes best, of what there is', async () => {
    for (const [accepted, lang] of [
      ['de-AT,de;q=0.9,en;q=0.5', 'de'],
      ['fr,pt-BR;q=0.9', 'pt'],
      ['fr', 'en'],
    ]) {
      const headers = { 'accept-language': accepted ?? '' };
      const { body } = await world.app.inject({ url: '/sign-in', headers });
      assert.equal(rootOf(body), `<html lang="${lang}">`, accepted);
    }
  });

  test('a chosen one counts, and writes and reads numbers as its readers do', async () => {
    const { save, browser } = await someone();
    await save({ language: 'de' });
    const { body } = await browser.get('/');
    assert.equal(rootOf(body), '<html lang="de">');
    assert.match(body, /Guthaben/);
    assert.match(body, /1\.234\.567 <span class="unit">sat/);
    const made = await submitForm(browser, '/receive', { amount: '1,5', memo: '', expiry: '900' });
    assert.equal(made.statusCode, 400);
    const path = (await submitForm(browser, '/receive', { amount: '10.000', expiry: '900' }))
      .headers;
    assert.match((await browser.get(String(path.location))).body, /10\.000 sat/);
  });

  test('the pages of the wallet can be shown in each, also with a time zone that is not known', async () => {
    const { person, browser } = await someone();
    for (const language of LANGUAGES) {
      const inputs = { ...DEFAULT_PREFERENCES, language, timeZone: 'Moon/Tranquility' };
      await world.accounts.users.changePreferences(person.user.id, inputs);
      for (const path of ['/', '/receive', '/send', '/activity', '/statements', '/preferences']) {
        const { statusCode, body } = await browser.get(path);
        assert.equal(statusCode, 200, `${path} in ${language}`);
        assert.equal(rootOf(body), `<html lang="${language}">`);
      }
    }
  });
});

describe('the eye on Home', () => {
  const pages = async () => {
    const { browser, person, save } = await addPreferencesUser(world);
    const home = async () => (await browser.get('/')).body;
    const press = (hide: string) => browser.post('/hide-amounts', { hide });
    return { browser, person, save, home, press };
  };

  test('hides and shows amounts in that browser alone', async () => {
    const { browser, person, home, press } = await pages();
    const eye = (isPressed: boolean) =>
      new RegExp(`form="eye"[^>]* aria-label="Hide amounts"[^>]* aria-pressed="${isPressed}"`);
    assert.match(await home(), eye(false));
    const pressed = await press('yes');
    assert.deepEqual([pressed.statusCode, pressed.headers.location], [303, '/']);
    assert.match(String(pressed.headers['set-cookie']), /amounts=hidden; .*HttpOnly; SameSite=Lax/);
    assert.match(await home(), eye(true));
    assert.doesNotMatch(await home(), /1,234,567/);
    assert.match(readText(await browser.get('/activity')), /\+••• sat/);
    assert.match((await (await world.signedIn(person)).get('/')).body, /1,234,567/);
    await press('no');
    assert.match(await home(), /1,234,567/);
  });

  test('and the preference: what was chosen last counts', async () => {
    const { save, home, press } = await pages();
    await press('no');
    await save({ hides_amounts: 'on' });
    assert.doesNotMatch(await home(), /1,234,567/);
    await press('no');
    await save({ hides_amounts: 'on', theme: 'dark' });
    assert.match(await home(), /1,234,567/, 'it was not about amounts');
  });
});
