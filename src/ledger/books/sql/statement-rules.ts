import type { BooksRule } from './books-rules.ts';

/** Rules of the books for closed months, whose statements must agree with the ledger. */
export const STATEMENT_RULES: readonly BooksRule[] = [
  {
    name: 'a closed month is what its records say, and follows from the month before',
    isAbout: 'users',
    findings: (within) => `
      select c.user_id || ' ' || c.month as subject,
        format('begins at %s msat after record %s, the month before ended at %s after %s; has %s '
          'in, %s out, %s fees, its records say %s, %s, %s', c.opening_msat, c.after_seq,
          c.before_msat, c.before_seq, c.incoming_msat, c.outgoing_msat, c.fees_msat,
          r.incoming_msat, r.outgoing_msat, r.fees_msat) as detail
      from (
        select *,
          coalesce(lag(closing_msat) over months, 0) as before_msat,
          coalesce(lag(last_seq) over months, 0) as before_seq,
          coalesce(lag(head) over months, decode(repeat('00', 32), 'hex')) as before_head
        from statement_close where ${within('user_id')}
        window months as (partition by user_id order by month)
      ) c
      cross join lateral (
        select
          coalesce(sum(amount_msat) filter (where direction = 'incoming'), 0) as incoming_msat,
          coalesce(sum(amount_msat) filter (where direction = 'outgoing'), 0) as outgoing_msat,
          coalesce(sum(fee_msat), 0) as fees_msat
        from statement_lines(c.user_id, c.after_seq, c.last_seq)
      ) r
      where (c.opening_msat, c.after_seq, c.previous_link, c.incoming_msat, c.outgoing_msat,
          c.fees_msat)
        is distinct from (c.before_msat, c.before_seq, c.before_head, r.incoming_msat,
          r.outgoing_msat, r.fees_msat)`,
  },
];
