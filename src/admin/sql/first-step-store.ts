import { logged } from '../../alarms/operator-log/sql/write-action.ts';
import { assert } from '../../base/assert.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { DEMO_USERS } from '../../users/demo-users.ts';
import type { FirstStepState, FirstStepStore } from '../first-steps.ts';

export const createFirstStepStore = (database: Database): FirstStepStore => ({
  ...bindQueries(database, { readFirstSteps }),
  setHidden: (isHidden, action) =>
    logged(
      database,
      action,
      (sql) => setHidden(sql, isHidden),
      () => true,
    ),
});

async function readFirstSteps(sql: Sql): Promise<FirstStepState> {
  const [row] = await sql<{ is_hidden: boolean; has_people: boolean }[]>`
    select exists (select from hidden_checklist) as is_hidden,
      exists (select from invitation)
        or (select count(*) from (
          select from wallet_user
          where (email = any (${DEMO_EMAILS})) is not true limit 2) seen) > 1
        as has_people`;
  assert(row !== undefined, 'a select without a table has one row');
  return { isHidden: row.is_hidden, hasPeople: row.has_people };
}

const DEMO_EMAILS = DEMO_USERS.map(({ email }) => email);

async function setHidden(sql: Sql, isHidden: boolean): Promise<void> {
  if (isHidden) await sql`insert into hidden_checklist default values on conflict do nothing`;
  else await sql`delete from hidden_checklist`;
}
