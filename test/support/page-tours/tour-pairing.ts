import assert from 'node:assert/strict';
import { systemRandom } from '../../../src/system/system-random.ts';
import { newAppKey } from '../nwc/test-pairing.ts';
import { type OauthWorld, PASSWORD } from '../oauth-world.ts';
import type { PageTour } from './page-tour.ts';
import { addTourist } from './tour-apps.ts';

const WEBSITE = 'https://app.example';
const CHOSEN = {
  limit: 'some',
  amount: '5',
  interval: 'month',
  connection_end: '7',
  password: PASSWORD,
};
const WRONG = [
  { pubkey: 'x' },
  { name: '\u202e' },
  { isolated: 'true' },
  { request_methods: 'sign_message' },
  { max_amount: 'x' },
  { renewal_period: 'x' },
  { expires_at: 'x' },
  { expires_at: '1' },
  { state: '\u0001' },
  { return_to: '//7' },
];

/** Visits the pages for apps that bring a key of their own. */
export async function tourPairing(world: OauthWorld, tour: PageTour): Promise<void> {
  const { visitor } = await addTourist(world, tour);
  const path = (asked: Readonly<Record<string, string>>): string =>
    `/apps/new?${new URLSearchParams({ pubkey: newAppKey(systemRandom), ...asked })}`;
  const decide = async (asked: Readonly<Record<string, string>>, fields: object = {}) => {
    const page = await visitor.get(path(asked));
    assert.equal(page.statusCode, 200);
    const inputs = [...page.body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
    const hidden = Object.fromEntries(inputs.map(([, name, value]) => [name, unescaped(value)]));
    return await visitor.post('/apps/new', {
      ...hidden,
      ...CHOSEN,
      decision: 'allow',
      ...fields,
    });
  };
  for (const wrong of WRONG) assert.equal((await visitor.get(path(wrong))).statusCode, 400);
  await visitor.open(path({ request_methods: 'pay_invoice get_balance', return_to: WEBSITE }));
  const limited = { max_amount: '9000', budget_renewal: 'weekly', name: 'App' };
  const end = String(Math.floor(world.clock.now().getTime() / 1000) + 86_400);
  const other = { return_to: WEBSITE, opener: 'https://other.example', expires_at: end };
  assert.equal((await decide({ ...limited, ...other }, { amount: '10' })).statusCode, 400);
  const unlimited = { limit: '' };
  assert.equal((await decide({ name: 'App' }, unlimited)).statusCode, 400);
  assert.equal((await decide({ name: 'App' }, { connection_end: '' })).statusCode, 400);
  await decide({ name: 'App', opener: WEBSITE }, { opener_waits: 'yes' });
  await decide({ ...limited, return_to: WEBSITE }, { opener_waits: 'yes' });
  for (const asked of [{}, { return_to: WEBSITE }]) {
    await decide(asked, { decision: 'deny', opener_waits: 'yes' });
  }
  const pubkey = newAppKey(systemRandom);
  assert.equal((await decide({ name: 'App', pubkey })).statusCode, 200);
  assert.equal((await visitor.get(path({ pubkey }))).statusCode, 400);
}

const unescaped = (text = ''): string =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
