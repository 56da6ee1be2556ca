import postgres from 'postgres';

export const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  times(Math.ceil(items.length / size), (index) => items.slice(index * size, (index + 1) * size));

/**
 * Makes statements wait for locks without a time limit, so that only a deadlock ends a wait.
 * PostgreSQL finds a deadlock after a second.
 */
export async function waitForLocksUntilDeadlock(ownerUrl: string): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1 });
  for (const name of [
    'reserve_payments',
    'settle_between_wallets',
    'resolve_payments',
    'credit_receipts',
    'credit_deposits',
    'note_deposits',
    'reserve_withdrawal',
    'note_signed_withdrawal',
    'settle_withdrawal',
    'give_back_withdrawal',
    'note_withdrawal_block',
  ]) {
    await sql`alter function ${sql(name)} set lock_timeout = '60s'`;
  }
  await sql.end();
}

/**
 * Kills connections whatever they do: working, idle, or still opening. Returns how many were
 * killed.
 */
export async function killBackends(superuserUrl: string, isOver: () => boolean): Promise<number> {
  const sql = postgres(superuserUrl, { max: 1 });
  let killed = 0;
  while (killed < 12 && !isOver()) {
    const { count } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'many at once' limit 3`;
    killed += count;
  }
  await sql.end();
  return killed;
}
