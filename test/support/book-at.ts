import postgres from 'postgres';

/**
 * Changes the records of the last day as if they had been booked at an earlier time. Only the owner
 * of the tables may do this.
 */
export async function bookAt(ownerUrl: string, userId: string, at: Date): Promise<void> {
  const owner = postgres(ownerUrl, { max: 1 });
  try {
    await owner.begin(async (sql) => {
      await sql`alter table settled_record disable trigger refuse_change`;
      await sql`
        update settled_record set booked_at = ${at}
        where user_id = ${userId} and booked_at > now() - interval '1 day'`;
      await sql`alter table settled_record enable trigger refuse_change`;
    });
  } finally {
    await owner.end();
  }
}
