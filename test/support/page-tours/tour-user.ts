import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { CONFIRMATION_MS } from '../../../src/accounts/limits.ts';
import { MAX_SHOWN_OF_USER } from '../../../src/admin/limits.ts';
import { NO_LIMITS } from '../../../src/authorization/user-limits.ts';
import { sat } from '../../../src/base/amount.ts';
import { createUserLimitStore } from '../../../src/ledger/sql/user-limit-store.ts';
import { newUserSession } from '../account-people.ts';
import type { AccountWorld, Person } from '../account-world.ts';
import { asApiUser } from '../api-user.ts';
import type { PageTour } from './page-tour.ts';

/**
 * Visits the page of a user as admins see it: with nothing, with much, above a limit, and disabled.
 */
export async function tourUser(world: AccountWorld, tour: PageTour): Promise<void> {
  const admin = await world.addPerson({ isAdmin: true });
  const visitor = tour.with(await world.signedIn(admin));
  const person = await world.addPerson();
  const path = `/operate/users/${person.user.id}`;
  await visitor.open(path, `${path}/limits`);
  await addAccess(world, person);
  const limits = createUserLimitStore(world.database, NO_LIMITS);
  const change = { maxBalance: sat(400n), maxSendDay: sat(9n) };
  await limits.setLimits(person.user.id, change, world.clock.now());
  await visitor.open(path, `${path}/limits`);
  await visitor.send(`${path}/limits`, { max_balance: 'none', max_send_day: 'own' });
  const lost = { max_balance: 'none', max_balance_sat: '5', max_send_day: 'default' };
  await visitor.send(`${path}/limits`, lost);
  await visitor.send(`${path}/limits`, { max_balance: 'none', max_send_day: 'default' });
  const late = { max_balance: 'own', max_balance_sat: '5', max_balance_shown: 'default' };
  await visitor.send(`${path}/limits`, { ...late, max_send_day: 'default' });
  world.clock.move(CONFIRMATION_MS);
  await visitor.send(`${path}/limits`, { max_balance: 'none', max_send_day: 'default' });
  await visitor.submit('/confirm', { password: admin.password });
  await visitor.open(path);
  await visitor.send(`${path}/disable`);
  await visitor.open(path);
}

/** Adds sessions, apps, tokens and receivers in every state. */
async function addAccess(world: AccountWorld, { user }: Person): Promise<void> {
  await (await asApiUser(world, user)).receive(500);
  const expiresAt = new Date(world.clock.now().getTime() + 86_400_000);
  for (let index = 0; index <= MAX_SHOWN_OF_USER; index += 1) {
    await world.accounts.sessions.insertSession(newUserSession(user.id, { expiresAt }));
  }
  const owner = postgres(world.ownerUrl, { max: 1 });
  const client = `client ${user.id}`;
  const ids = [randomUUID(), randomUUID(), randomUUID(), randomUUID()] as const;
  try {
    await owner`
      insert into client (id, owner_user_id, name, url, callback, created_at)
      values (${client}, ${user.id}, '№', 'https://192.0.2.1', 'https://192.0.2.1', now())`;
    await owner`
      insert into app_grant (id, user_id, kind, client_id, name, scopes, created_at, expires_at,
        last_used_at)
      values
        (${ids[0]}, ${user.id}, 'app', ${client}, null, 'payments:send', now(), null, now()),
        (${ids[1]}, ${user.id}, 'nwc', null, '№', 'payments:send', now(), ${expiresAt}, null),
        (${ids[2]}, ${user.id}, 'lndhub', null, '№', 'balance:read', now(), '2020-01-01', null),
        (${ids[3]}, ${user.id}, 'nwc', null, '№', 'payments:send', now(), null, null)`;
    await owner`
      insert into budget (user_id, grant_id, limit_msat, ask_above_msat, interval, window_start,
        used_msat)
      values
        (${user.id}, ${ids[0]}, null, 0, 'ever', '1970-01-01Z', 0),
        (${user.id}, ${ids[1]}, 700000, 5000, 'ever', '1970-01-01Z', 0)`;
    const receivers = [
      ['working', null, null, '2026-01-01'],
      ['unused', null, null, null],
      ['failing', null, '2026-01-01', null],
      ['gone', 'gone', null, null],
      ['off', 'switched_off', null, null],
    ] as const;
    for (const [name, reason, failingSince, lastSuccess] of receivers) {
      await owner`
        insert into webhook_endpoint (id, user_id, url, description, filter_types, told_after_seq,
          created_at, state, disabled_reason, disabled_at, failing_since, last_success_at)
        values (${`${name} ${user.id}`}, ${user.id}, 'https://192.0.2.7/x', '',
          '{invoice.incoming.settled}', 0, now(),
          ${reason === null ? 'active' : 'disabled'}, ${reason},
          ${reason === null ? null : expiresAt}, ${failingSince}, ${lastSuccess})`;
    }
  } finally {
    await owner.end();
  }
}
