import assert from 'node:assert/strict';
import { creditKeysend } from '../money-model/events.ts';
import type { OperateSite } from './operate-site.ts';

export const FIRST_NAMES = [
  ...['Ann', 'Ben', 'Carla', 'Dimitri', 'Élise', 'Fatima', 'Gustavo', 'Hiroko', 'Ines', 'Jonas'],
  ...['Katharina-Maximiliane', 'Ludmila', 'Mateus', 'Noor', 'Óscar', 'Priya', 'Quentin'],
];
export const LAST_NAMES = [
  ...['Smith', 'Müller', 'García', 'Okafor', 'Silva', 'Novák', 'Haddad', 'Jansen', 'Tanaka'],
  ...['Longname-Hyphenated von Hohenstein', 'Costa', 'Lindqvist', 'O’Brien'],
];
const USERS = 260;
const AT_ONCE = 64;

/** Adds users, and returns the ids of those who have money, the newest first. */
export async function addPeople(site: OperateSite): Promise<readonly string[]> {
  const { owner, money } = site;
  const added = await owner<{ id: string }[]>`
    insert into wallet_user
      (id, identifier, email, name, password_hash, is_admin, disabled_at, created_at, reset_asked_at)
    select gen_random_uuid(), substr(md5('operate ' || n), 1, 20),
      'user' || n || case n % 37
        when 5 then '.with.a.very.long.name@department.university.example' else '@example.com' end,
      case n % 9 when 4 then null else
        (${FIRST_NAMES}::text[])[1 + n % ${FIRST_NAMES.length}] || ' ' ||
        (${LAST_NAMES}::text[])[1 + n * 7 % ${LAST_NAMES.length}] end,
      'none', n % 80 = 2, case n % 60 when 7 then now() - interval '3 days' end,
      now() - n * interval '7 hours',
      case when n in (3, 31) then now() - interval '2 hours' end
    from generate_series(1, ${USERS}) n
    returning id`;
  const users = added.map(({ id }) => id);
  const credits = users.flatMap((userId, index) =>
    index % 8 === 6 ? [] : [creditKeysend(userId, { amountSat: balanceOf(index) })],
  );
  for (let place = 0; place < credits.length; place += AT_ONCE) {
    const answers = await money.store.credit(credits.slice(place, place + AT_ONCE));
    for (const { kind } of answers) assert.equal(kind, 'credited');
  }
  await addSessions(site);
  await addInvitations(site);
  return users;
}

const balanceOf = (index: number): number =>
  index === 2 ? 21_000_000 : 1000 + ((index * index * 7919) % 3_000_000);

const addSessions = ({ owner }: OperateSite): Promise<unknown> => owner`
  insert into session (id, secret_hash, user_id, session_epoch, signed_in_at, device, address,
    created_at, last_seen_at, expires_at)
  select gen_random_uuid(), sha256(u.identifier::bytea), u.id, u.session_epoch, u.created_at,
    'Firefox on Linux', '192.0.2.7', u.created_at,
    least(now(), u.created_at + interval '6 hours'), now() + interval '30 days'
  from wallet_user u where u.password_hash = 'none' and u.email like 'user%' and u.name is not null`;

const addInvitations = ({ owner }: OperateSite): Promise<unknown> => owner`
  insert into one_time_link (token_hash, kind, email, makes_admin, created_at, expires_at)
  values
    (sha256('1'), 'invitation', 'new.colleague@example.com', true, now(), now() + interval '6 days'),
    (sha256('2'), 'invitation', null, false, now(), now() + interval '2 days'),
    (sha256('3'), 'invitation', 'somebody.with.a.long.name@department.university.example', false,
      now(), now() + interval '5 days')`;
