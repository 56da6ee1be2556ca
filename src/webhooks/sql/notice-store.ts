import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import {
  MAIL_READER_COLUMNS,
  type MailReaderRow,
  parseMailReader,
} from '../../users/sql/mail-reader-row.ts';
import type { EndpointNotice, NoticeStore, NoticeSubject } from '../notice-store.ts';

export const createNoticeStore = (database: Database): NoticeStore => ({
  findNotice: (endpointId, notice) => database.query((sql) => findNotice(sql, endpointId, notice)),
});

interface NoticeRow extends MailReaderRow {
  readonly email: string;
  readonly url: string;
  readonly failing_since: Date | null;
}

/**
 * Finds the mail to send. Null when the endpoint works again, or when its user has dealt with it,
 * wants no mail or has no address.
 */
async function findNotice(
  sql: Sql,
  endpointId: string,
  notice: EndpointNotice,
): Promise<NoticeSubject | null> {
  const [row] = await sql<NoticeRow[]>`
    select u.email, ${sql.unsafe(MAIL_READER_COLUMNS)}, e.url, e.failing_since
    from webhook_endpoint e
    join wallet_user u on u.id = e.user_id
    join notice_inbox i on i.user_id = u.id and 'webhook_off' = any (i.mail)
    where e.id = ${endpointId} and u.disabled_at is null and u.email is not null
      and case when ${notice} = 'disabled'
        then e.state = 'disabled' and e.disabled_reason in ('failing', 'gone', 'refused')
        else e.state = 'active' and e.warned_stage >= ${notice === 'failing' ? 1 : 2} end`;
  if (row === undefined) return null;
  const { email, url: endpointUrl, failing_since: failingSince } = row;
  return { email, reader: parseMailReader(row), endpointUrl, failingSince };
}
