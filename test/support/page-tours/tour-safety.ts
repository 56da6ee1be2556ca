import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { msat, sat } from '../../../src/base/amount.ts';
import type { AccountWorld, Person } from '../account-world.ts';
import { asApiUser } from '../api-user.ts';
import { createOutflowBench } from '../outflow-bench.ts';
import type { PageTour, TourBrowser } from './page-tour.ts';

const PAGE = '/operate/safety';
const LIMITS = '/operate/safety/limits';

/** Visits the page Safety in all its states, and does what it offers. */
export async function tourSafety(world: AccountWorld, tour: PageTour): Promise<void> {
  const operator = await world.addPerson({ isAdmin: true });
  const admin = tour.with(await world.signedIn(operator));
  const { password } = operator;
  const owner = postgres(world.ownerUrl, { max: 1, onnotice: () => undefined });
  const outflow = createOutflowBench(world.database);
  try {
    await admin.open(PAGE);
    const [quiet, busy] = [await addSender(world, 800_000n), await addSender(world, 900_000n)];
    await owner`
      update personal_token set created_at = created_at - interval '2 days'
      where user_id = ${quiet.user.id}`;
    await addSigns(owner, busy);
    await admin.open(PAGE);
    await admin.submit(LIMITS, { sent: 'yes', hour: '2000000', day: '2000000', password });
    const shown = { hour_shown: '2000000', day_shown: '2000000' };
    await admin.submit(LIMITS, { sent: 'yes', ...shown, password });
    await admin.send(LIMITS, { sent: 'yes', password });
    await tourLimits(owner, outflow, { admin, password });
    const own = `/operate/users/${busy.user.identifier}`;
    await admin.submit(`${own}/sign-out`);
    const [token] = await owner<{ id: string }[]>`
      select id from personal_token where user_id = ${busy.user.id} and revoked_at is null`;
    await admin.submit(`${own}/disconnect/${token?.id}`);
    await admin.send(`${own}/disable`);
    await admin.open(PAGE);
    await outflow.limit({});
    await outflow.chooseOnly({});
  } finally {
    // They have no postings, so the books would not balance.
    await owner`delete from withdrawal where address = 'x'`;
    await owner.end();
  }
}

async function addSender(world: AccountWorld, sats: bigint): Promise<Person> {
  const person = await world.addPerson();
  const api = await asApiUser(world, person.user);
  await api.receive(Number(sats) + 50_000);
  world.node.plan = { kind: 'succeed', feeMsat: msat(0n) };
  const { bolt11 } = world.node.externalInvoice({ amountMsat: sats * 1000n });
  await api.post('/payments/bolt11', { invoice: bolt11 });
  return person;
}

/** What is new about a user: one sign of each kind, and several payments of several spenders. */
async function addSigns(owner: postgres.Sql, { user: { id } }: Person): Promise<void> {
  await owner`
    insert into sign_in_place (user_id, device, address, last_at)
    values (${id}, 'Mozilla/5.0 (X11; Linux) Firefox/131.0', '203.0.113.1', now()),
      (${id}, 'Mozilla/5.0 (X11; Linux) Firefox/131.0', '203.0.113.2', now())`;
  await owner`
    insert into user_change (user_id, kind, subject)
    select ${id}, kind, '' from unnest(
      '{password,email,second_factor_removed,limit_raised,budget_raised}'::text[]) kind`;
  const client = `safety ${id}`;
  await owner`
    insert into client (id, owner_user_id, name, url, callback, created_at)
    values (${client}, ${id}, '№', 'https://192.0.2.1', 'https://192.0.2.1', now())`;
  const connection = randomUUID();
  await owner`
    insert into app_grant (id, user_id, kind, client_id, name, scopes, created_at)
    values (${randomUUID()}, ${id}, 'app', ${client}, null, 'payments:send', now()),
      (${connection}, ${id}, 'lndhub', null, '№', 'payments:send', now())`;
  for (const minutes of [2, 1]) {
    await owner`
      insert into grant_device (id, app_grant_id, name, created_at)
      values (${randomUUID()}, ${connection}, '№', now() - ${minutes} * interval '1 minute')`;
  }
  await owner`
    insert into passkey (id, user_id, public_key, sign_count, transports, name, created_at)
    values (${randomUUID()}, ${id}, '', 0, '', '№', now())`;
  for (const [grant, sats] of [
    ['web', 700_000],
    ['operator', 600_000],
  ] as const) {
    await owner`
      insert into withdrawal (id, identifier, user_id, grant_id, address, amount_msat, speed,
        held_msat, from_height, is_internal, state, created_at, txid, raw, fee_msat, signed_at)
      values (${randomUUID()}, ${randomUUID()}, ${id}, ${grant}, 'x', ${sats * 1000}, 'normal',
        ${sats * 1000 + 1000}, 1, false, 'signed', now(), sha256(${`${grant}${id}`}::bytea), 'x',
        1000, now())`;
  }
}

async function tourLimits(
  owner: postgres.Sql,
  outflow: ReturnType<typeof createOutflowBench>,
  { admin, password }: { readonly admin: TourBrowser; readonly password: string },
): Promise<void> {
  const all = { hourSat: sat(2_000_000n), daySat: sat(9_000_000n), netDaySat: sat(9_000_000n) };
  await outflow.limit({ ...all, singleSat: sat(9_000_000n), countHour: 1_000_000 });
  await outflow.chooseOnly({ hourSat: sat(9_100_000n), daySat: sat(1n), netDaySat: sat(1n) });
  await admin.open(PAGE);
  await owner`
    update outflow_limit set hour_msat = (
        select (sum(sent_msat) * 20 / 19 / 1000)::bigint * 1000 from outflow_slice)
      where source = 'settings'`;
  await admin.open(PAGE);
  await admin.send(LIMITS, { sent: 'yes' });
  await admin.send(LIMITS, { sent: 'yes', password });
  const shown = { hour_shown: '9100000', day_shown: '1', net_day_shown: '1' };
  const wrong = { hour: '99999999', single: '№', day: '1' };
  await admin.send(LIMITS, { sent: 'yes', ...shown, ...wrong, password });
  await owner`
    insert into outside_stop (reason, detail) values ('outflow', '№') on conflict do nothing`;
  await admin.open(PAGE);
  await outflow.lift(sat(500n));
  await admin.open(PAGE);
  for (const limit of ['hour', 'day', 'net_day', 'single', 'count_hour']) {
    await owner`
      update outflow_gate set passed = ${limit}, passed_at = now()`;
    await admin.open(PAGE);
  }
  await outflow.limit(all, 'observe');
  await admin.open(PAGE);
  await outflow.limit(all, 'off');
  await admin.open(PAGE);
}
