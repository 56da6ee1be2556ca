/** A list of records as one text column of the database's answer. */
export interface RecordLines {
  /** The records, one in each line; null for an empty list. */
  readonly lines: string | null;
}

export const toBodies = ({ lines }: RecordLines): readonly string[] =>
  lines === null ? [] : lines.split('\n');

/**
 * SQL for a user's Lightning records, newest first. The SQL row `asked` says whether to read
 * incoming records, outgoing ones or both, how many to skip and how many to take. Each of the two
 * directions is read from one index. All records come as one text with a record in each line, as
 * compact JSON contains no line feeds.
 */
export function recordLines(userId: string, isWanted: string): string {
  const slice = (direction: 'incoming' | 'outgoing'): string => `
    select created_at, id, body from settled_record
    where user_id = ${userId} and direction = '${direction}' and rail = 'lightning'
      and asked.direction in ('${direction}', 'both') and ${isWanted}
    order by created_at desc, id desc
    limit asked.count + asked.skip`;
  return `(
    select string_agg(body, chr(10) order by created_at desc, id desc)
    from (
      (${slice('incoming')}) union all (${slice('outgoing')})
      order by created_at desc, id desc
      limit asked.count offset asked.skip
    ) record
  )`;
}
