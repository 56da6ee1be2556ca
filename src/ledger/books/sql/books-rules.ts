import type { RecordRail } from '../../record-rail.ts';

/**
 * A rule that the books must satisfy, as a query that finds violations: `subject` names the row,
 * `detail` says what is wrong. A rule relies on no running totals. Each of its findings depends on
 * the rows of one user, or of one transfer with its payment, receipt, invoice and records. So the
 * rule holds for all rows if it holds for each part of them.
 */
export interface BooksRule {
  readonly name: string;
  readonly isAbout: 'users' | 'transfers';
  /** The query, for the rows whose user or id is `within` a part of all. */
  readonly findings: (within: Within) => string;
}

/** SQL for the condition that a column, a user or an id, is within a part of the books. */
export type Within = (column: string) => string;

/**
 * SQL that derives, from the tables of one rail (Lightning or the chain), what the books must
 * contain: one query for each kind of row.
 */
interface RailBooks {
  /** Selects the transfers that the ledger must contain, with `subject_id` and `kind`. */
  readonly transfers: string;
  /**
   * Selects the postings that these transfers must have, with `transfer_id`, `account`, `user_id`
   * and `amount_msat`.
   */
  readonly postings: string;
  /**
   * Selects the records that must exist, one for each user and each movement of their money that
   * has settled, with the columns of `settled_record` and with `counted_at`, the time at which a
   * sent amount counts in a budget.
   */
  readonly records: string;
}

const RAIL_BOOKS: Readonly<Record<RecordRail, RailBooks>> = {
  lightning: {
    transfers: `
      select id as subject_id, 'internal' as kind from payment where path = 'internal'
      union all
      select id, 'reserve' from payment where path = 'node'
      union all
      select id, case state when 'settled' then 'post' else 'void' end from payment
        where path = 'node' and state in ('settled', 'failed')
      union all
      select id, 'receive' from receipt where source = 'node'
      union all
      select id, 'assign' from receipt where claimed_receipt_id is not null`,
    postings: `
      select p.id as transfer_id, line.account, line.user_id, line.amount_msat
        from payment p
        cross join lateral (values
          ('wallet', p.user_id, -p.held_msat),
          ('held', p.user_id, p.held_msat)
        ) line (account, user_id, amount_msat)
        where p.path = 'node'
      union all
      select t.id, line.account, line.user_id, line.amount_msat
        from payment p
        join transfer t on t.subject_id = p.id and t.kind in ('post', 'void')
        cross join lateral (
          select case p.state when 'settled' then p.amount_msat + p.fee_msat else 0 end
        ) spent (msat)
        cross join lateral (
          select least((spent.msat + 999) / 1000 * 1000, p.held_msat)
        ) charged (msat)
        cross join lateral (values
          ('held', p.user_id, -p.held_msat),
          ('node', null, spent.msat),
          ('rounding', null, greatest(charged.msat - spent.msat, 0)),
          ('losses', null, least(charged.msat - spent.msat, 0)),
          ('wallet', p.user_id, p.held_msat - charged.msat)
        ) line (account, user_id, amount_msat)
        where p.path = 'node'
      union all
      select p.id, line.account, line.user_id, line.amount_msat
        from payment p
        left join receipt r on r.payment_id = p.id
        cross join lateral (values
          ('wallet', p.user_id, -((p.amount_msat + 999) / 1000 * 1000)),
          (case when r.user_id is null then 'unclaimed' else 'wallet' end, r.user_id,
            r.amount_msat / 1000 * 1000),
          ('rounding', null,
            (p.amount_msat + 999) / 1000 * 1000 - r.amount_msat / 1000 * 1000)
        ) line (account, user_id, amount_msat)
        where p.path = 'internal'
      union all
      select r.id, line.account, line.user_id, line.amount_msat
        from receipt r
        cross join lateral (
          select case when r.user_id is null then 0 else r.amount_msat / 1000 * 1000 end
        ) credited (msat)
        cross join lateral (values
          ('node', null, -r.amount_msat),
          ('wallet', r.user_id, credited.msat),
          ('rounding', null, case when r.user_id is null then 0
            else r.amount_msat - credited.msat end),
          ('unclaimed', null, case when r.user_id is null then r.amount_msat else 0 end)
        ) line (account, user_id, amount_msat)
        where r.source = 'node'
      union all
      select r.id, line.account, line.user_id, line.amount_msat
        from receipt r
        cross join lateral (values
          ('unclaimed', null, -r.amount_msat),
          ('wallet', r.user_id, r.amount_msat / 1000 * 1000),
          ('rounding', null, r.amount_msat % 1000)
        ) line (account, user_id, amount_msat)
        where r.claimed_receipt_id is not null`,
    records: `
      select id, 'lightning' as rail, user_id, 'outgoing' as direction, payment_hash,
          ended_at as settled_at, kind,
          (amount_msat + 999) / 1000 * 1000 as amount_msat,
          case path when 'internal' then 0
            else least((amount_msat + fee_msat + 999) / 1000 * 1000, held_msat)
              - (amount_msat + 999) / 1000 * 1000
          end as fee_msat,
          grant_id, coalesce(counted_at, created_at) as counted_at
        from payment where state = 'settled'
      union all
      select r.id, 'lightning', r.user_id, 'incoming', r.payment_hash, r.settled_at,
          case when r.invoice_id is null then 'keysend' else 'bolt11' end::payment_kind,
          r.amount_msat / 1000 * 1000, 0, v.grant_id, null
        from receipt r left join invoice v on v.id = r.invoice_id
        where r.user_id is not null`,
  },
  chain: {
    transfers: `
      select id as subject_id, 'deposit' as kind from deposit
        where ended_at is not null and withdrawal_id is null
      union all
      select id, case when is_internal then 'internal' else 'reserve' end from withdrawal
      union all
      select id, case state when 'settled' then 'post' else 'void' end from withdrawal
        where ended_at is not null and not is_internal
      union all
      select claim_id, 'assign' from deposit where claim_id is not null
      union all
      select id, 'bump' from fee_bump where is_paid`,
    postings: `
      select d.id as transfer_id, line.account, line.user_id, line.amount_msat
        from deposit d
        cross join lateral (values
          ('chain', null, -d.amount_msat),
          (case d.state when 'credited' then 'wallet' else 'unclaimed' end,
            case d.state when 'credited' then d.user_id end, d.amount_msat)
        ) line (account, user_id, amount_msat)
        where d.ended_at is not null and d.withdrawal_id is null
      union all
      select w.id, line.account, line.user_id, line.amount_msat
        from withdrawal w
        cross join lateral (values
          ('wallet', w.user_id, -w.held_msat),
          ('held', w.user_id, w.held_msat)
        ) line (account, user_id, amount_msat)
        where not w.is_internal
      union all
      select t.id, line.account, line.user_id, line.amount_msat
        from withdrawal w
        join transfer t on t.subject_id = w.id and t.kind in ('post', 'void')
        cross join lateral (
          select case w.state when 'settled' then w.amount_msat + w.fee_msat else 0 end
        ) spent (msat)
        cross join lateral (values
          ('held', w.user_id, -w.held_msat),
          ('chain', null, spent.msat),
          ('wallet', w.user_id, w.held_msat - spent.msat)
        ) line (account, user_id, amount_msat)
      union all
      select w.id, 'wallet', line.user_id, line.amount_msat
        from withdrawal w
        left join deposit d on d.withdrawal_id = w.id
        cross join lateral (values
          (w.user_id, -w.amount_msat),
          (d.user_id, d.amount_msat)
        ) line (user_id, amount_msat)
        where w.is_internal
      union all
      select d.claim_id, line.account, line.user_id, line.amount_msat
        from deposit d
        cross join lateral (values
          ('unclaimed', null, -d.amount_msat),
          ('wallet', d.claimed_by, d.amount_msat)
        ) line (account, user_id, amount_msat)
        where d.claim_id is not null
      union all
      select b.id, line.account, null, line.amount_msat
        from fee_bump b
        cross join lateral (values
          ('losses', -b.fee_msat),
          ('chain', b.fee_msat)
        ) line (account, amount_msat)
        where b.is_paid`,
    records: `
      select d.id, 'chain' as rail, d.user_id, 'incoming' as direction, null::bytea as payment_hash,
          d.ended_at as settled_at, null::payment_kind as kind, d.amount_msat, 0 as fee_msat,
          a.grant_id, null::timestamptz as counted_at
        from deposit d join onchain_address a on a.address = d.address
        where d.state = 'credited'
      union all
      select id, 'chain', user_id, 'outgoing', null, ended_at, null, amount_msat,
          coalesce(fee_msat, 0), grant_id, coalesce(counted_at, created_at)
        from withdrawal where state = 'settled'
      union all
      select claim_id, 'chain', claimed_by, 'incoming', null, claimed_at, null, amount_msat, 0,
          null, null
        from deposit where claim_id is not null`,
  },
};

const ofAllRails = (part: keyof RailBooks): string =>
  Object.values(RAIL_BOOKS)
    .map((books) => books[part])
    .join(' union all ');

/**
 * SQL for the spending that counts against budgets. Failed payments do not count. A payment counts
 * for the grant (the token or app permission) that made it, and once more under `*` if its user has
 * a daily limit or budget for all that they send.
 */
const spending = (within: Within): string => `
      with known as materialized (
        select record.id from settled_record record
        where record.direction = 'outgoing' and ${within('record.user_id')}
          and record.user_id in (select user_id from budget)
      ), cost as not materialized (
        select user_id, grant_id, counted_at, held_msat as cost_msat from open_hold
          where ${within('user_id')}
        union all
        select settled.user_id, settled.grant_id, settled.counted_at,
            settled.amount_msat + settled.fee_msat
          -- Payments have no index by user. Another rule proves that what settled has its record.
          from known
          cross join lateral (
            select * from (
              ${ofAllRails('records')}
            ) one where one.id = known.id and one.direction = 'outgoing' offset 0
          ) settled
      ), spending as (
        select * from cost
        union all
        select cost.user_id, whole.grant_id, cost.counted_at, cost.cost_msat from cost
        join budget whole on whole.user_id = cost.user_id and whole.grant_id = '*'
      )`;

export const BOOKS_RULES: readonly BooksRule[] = [
  {
    name: 'a transfer sums to zero',
    isAbout: 'transfers',
    findings: (within) => `
      select transfer_id as subject, 'sums to ' || sum(amount_msat) || ' msat' as detail
      from posting where ${within('transfer_id')}
      group by transfer_id having sum(amount_msat) <> 0`,
  },
  {
    name: 'a statement has no gap, and each balance follows from the one before',
    isAbout: 'users',
    findings: (within) => `
      select user_id || ' ' || account as subject,
        'line ' || seq || ' should be line ' || expected_seq || ' with ' || expected_msat
          || ' msat after it, not ' || balance_after_msat as detail
      from (
        select user_id, account, seq, balance_after_msat,
          row_number() over statement as expected_seq,
          sum(amount_msat) over statement as expected_msat
        from posting where user_id is not null and ${within('user_id')}
        window statement as (partition by user_id, account order by seq)
      ) line
      where seq <> expected_seq or balance_after_msat <> expected_msat`,
  },
  {
    name: 'a balance equals its postings',
    isAbout: 'users',
    findings: (within) => `
      select coalesce(w.user_id, p.user_id) as subject,
        coalesce('wallet ' || w.wallet_msat || ' (' || w.wallet_seq || ' lines), held '
          || w.held_msat || ' (' || w.held_seq || ' lines)', 'no wallet')
          || '; postings say ' || coalesce(p.wallet_msat, 0) || ' (' || coalesce(p.wallet_lines, 0)
          || '), ' || coalesce(p.held_msat, 0) || ' (' || coalesce(p.held_lines, 0) || ')' as detail
      from (select * from wallet where ${within('user_id')}) w
      full join (
        select user_id,
          sum(amount_msat) filter (where account = 'wallet') as wallet_msat,
          sum(amount_msat) filter (where account = 'held') as held_msat,
          count(*) filter (where account = 'wallet') as wallet_lines,
          count(*) filter (where account = 'held') as held_lines
        from posting where user_id is not null and ${within('user_id')}
        group by user_id
      ) p on p.user_id = w.user_id
      where (w.wallet_msat, w.held_msat, w.wallet_seq, w.held_seq) is distinct from
        (coalesce(p.wallet_msat, 0), coalesce(p.held_msat, 0), coalesce(p.wallet_lines, 0),
          coalesce(p.held_lines, 0))`,
  },
  {
    name: 'held money belongs to open payments',
    isAbout: 'users',
    findings: (within) => `
      select w.user_id as subject,
        w.held_msat || ' msat held, open payments need ' || coalesce(p.held_msat, 0) as detail
      from wallet w
      left join (
        select user_id, sum(held_msat) as held_msat from open_hold
        where ${within('user_id')} group by user_id
      ) p on p.user_id = w.user_id
      where ${within('w.user_id')} and w.held_msat <> coalesce(p.held_msat, 0)`,
  },
  {
    name: 'a budget has used what the payments of its window cost',
    isAbout: 'users',
    findings: (within) => `${spending(within)}
      select b.user_id || ' ' || b.grant_id as subject,
        b.used_msat || ' msat used since ' || b.window_start || ', payments say '
          || coalesce(sum(p.cost_msat), 0) as detail
      from budget b
      left join spending p on p.user_id = b.user_id and p.grant_id = b.grant_id
        and p.counted_at >= b.window_start
      where ${within('b.user_id')}
      group by b.user_id, b.grant_id
      having b.used_msat <> coalesce(sum(p.cost_msat), 0)`,
  },
  {
    name: 'a budget has a window of its interval, which no payment outran',
    isAbout: 'users',
    findings: (within) => `${spending(within)}
      select b.user_id || ' ' || b.grant_id as subject,
        'window of one ' || b.interval || ' from ' || b.window_start || ', newest payment '
          || coalesce(p.newest_at::text, 'none') as detail
      from budget b
      left join (
        select user_id, grant_id, max(counted_at) as newest_at from spending
        group by user_id, grant_id
      ) p on p.user_id = b.user_id and p.grant_id = b.grant_id
      where ${within('b.user_id')}
        and (b.window_start <> budget_window_start(b.interval, b.window_start)
          or b.window_start < budget_window_start(b.interval, p.newest_at))`,
  },
  {
    name: 'a wallet knows whether it has budgets',
    isAbout: 'users',
    findings: (within) => `
      select w.user_id as subject,
        case when w.has_budgets then 'has none' else 'has some' end as detail
      from wallet w
      where ${within('w.user_id')}
        and w.has_budgets <> exists (select from budget b where b.user_id = w.user_id)`,
  },
  {
    name: 'the counters of a wallet equal its records',
    isAbout: 'users',
    findings: (within) => `
      select coalesce(w.user_id, r.user_id) as subject,
        format('counted %s, %s, %s, %s, %s; records say %s, %s, %s, %s, %s', w.record_seq,
          w.invoices_count, w.transactions_count, w.boostagrams_count, w.last_invoice_at,
          r.total, r.incoming, r.outgoing, r.boostagrams, r.last_invoice_at) as detail
      from (select * from wallet where ${within('user_id')}) w
      full join (
        select user_id, count(*) as total,
          count(*) filter (where is_lightning and direction = 'incoming') as incoming,
          count(*) filter (where is_lightning and direction = 'outgoing') as outgoing,
          count(*) filter (where is_lightning and has_boostagram) as boostagrams,
          max(settled_at) filter (where is_lightning and direction = 'incoming')
            as last_invoice_at
        from (
          select *, rail = 'lightning' as is_lightning from settled_record
          where ${within('user_id')}
        ) record
        group by user_id
      ) r on r.user_id = w.user_id
      where (w.record_seq, w.invoices_count, w.transactions_count, w.boostagrams_count)
          is distinct from
          (coalesce(r.total, 0), coalesce(r.incoming, 0), coalesce(r.outgoing, 0),
            coalesce(r.boostagrams, 0))
        or w.last_invoice_at is distinct from r.last_invoice_at`,
  },
  {
    name: 'the order of settlement has no gap',
    isAbout: 'users',
    findings: (within) => `
      select user_id as subject, 'record ' || seq || ' should be ' || expected_seq as detail
      from (
        select user_id, seq, row_number() over (partition by user_id order by seq) as expected_seq
        from settled_record where ${within('user_id')}
      ) record
      where seq <> expected_seq`,
  },
  {
    name: 'a payment has the transfers of its state, and no other',
    isAbout: 'transfers',
    findings: (within) => `
      select coalesce(expected.subject_id, t.subject_id) as subject,
        coalesce(expected.kind, 'no transfer') || ' expected, '
          || coalesce(t.kind::text, 'none') || ' found' as detail
      from (
        select * from (
          ${ofAllRails('transfers')}
        ) one where ${within('subject_id')}
      ) expected
      full join (
        -- Of these kinds alone, the id is not that of the subject, which has an index.
        select * from transfer where kind in ('post', 'void') and ${within('subject_id')}
        union all
        select * from transfer where kind not in ('post', 'void') and ${within('id')}
      ) t on t.subject_id = expected.subject_id and t.kind::text = expected.kind
      where t.id is null or expected.subject_id is null`,
  },
  {
    name: 'a transfer is what its payment or receipt says',
    isAbout: 'transfers',
    findings: (within) => `
      with expected as (
        ${ofAllRails('postings')}
      ), line as (
        select transfer_id, account, user_id, amount_msat as expected_msat, 0 as written_msat
          from expected where ${within('transfer_id')}
        union all
        select transfer_id, account::text, user_id, 0, amount_msat from posting
          where ${within('transfer_id')}
      )
      select transfer_id as subject,
        account || ' ' || coalesce(user_id::text, '') || ': expected ' || sum(expected_msat)
          || ' msat, written ' || sum(written_msat) as detail
      from line
      group by transfer_id, account, user_id
      having sum(expected_msat) <> sum(written_msat)`,
  },
  {
    name: 'what was assigned had been unclaimed, and is the same money',
    isAbout: 'transfers',
    findings: (within) => `
      select r.id as subject,
        r.amount_msat || ' msat, of ' || c.amount_msat || ' that '
          || coalesce(c.unclaimed_reason, 'had its user') as detail
      from receipt r
      join receipt c on c.id = r.claimed_receipt_id
      where ${within('r.id')} and (c.user_id is not null or (r.amount_msat, r.payment_hash)
        is distinct from (c.amount_msat, c.payment_hash))`,
  },
  {
    name: 'an invoice is settled by its receipts',
    isAbout: 'transfers',
    findings: (within) => `
      select coalesce(v.id, r.invoice_id) as subject,
        format('counts %s receipts since %s, has %s since %s', v.receipts_count, v.settled_at,
          coalesce(r.total, 0), r.first_settled_at) as detail
      from (select * from invoice where ${within('id')}) v
      full join (
        select invoice_id, count(*) as total, min(settled_at) as first_settled_at
        from receipt where invoice_id is not null and ${within('invoice_id')}
        group by invoice_id
      ) r on r.invoice_id = v.id
      where v.receipts_count is distinct from coalesce(r.total, 0)`,
  },
  {
    name: 'what settled has one record, and what has not settled has none',
    isAbout: 'transfers',
    findings: (within) => `
      select coalesce(expected.id, record.id) as subject,
        case when record.id is null then 'has no record'
          when expected.id is null then 'has a record that belongs to nothing settled'
          else 'has a record that says something else' end as detail
      from (
        select * from (
          ${ofAllRails('records')}
        ) one where ${within('id')}
      ) expected
      full join (select * from settled_record where ${within('id')}) record
        on record.id = expected.id
      where (record.user_id, record.direction::text, record.payment_hash, record.settled_at)
          is distinct from
          (expected.user_id, expected.direction, expected.payment_hash, expected.settled_at)
        or record.rail::text is distinct from expected.rail
        or (record.kind, record.amount_msat, record.fee_msat, record.grant_id)
            is distinct from
            (expected.kind, expected.amount_msat, expected.fee_msat, expected.grant_id)
          -- Records of older versions are filled later.
          and (record.amount_msat is not null or not exists (select from record_filling))`,
  },
  {
    name: 'a withdrawal within this service has its deposit',
    isAbout: 'transfers',
    findings: (within) => `
      select coalesce(w.id, d.withdrawal_id) as subject,
        case when d.id is null then 'has no deposit' when w.id is null then 'has no withdrawal'
          else 'pays another amount or address than its deposit' end as detail
      from (select * from withdrawal where is_internal and ${within('id')}) w
      full join (
        select * from deposit where withdrawal_id is not null and ${within('withdrawal_id')}
      ) d
        on d.withdrawal_id = w.id
      where (w.amount_msat, w.address) is distinct from (d.amount_msat, d.address)`,
  },
  {
    name: 'a coin is spent by a withdrawal with a transaction',
    isAbout: 'transfers',
    findings: (within) => `
      select coalesce(w.id, i.withdrawal_id) as subject,
        format('spends %s msat for %s msat of amount, and %s msat of fee', i.amount_msat,
          w.amount_msat, w.fee_msat) as detail
      from (select * from withdrawal where raw is not null and ${within('id')}) w
      full join (
        select withdrawal_id, sum(amount_msat) as amount_msat, bool_or(is_free) as is_free
        from withdrawal_input where ${within('withdrawal_id')} group by withdrawal_id
      ) i on i.withdrawal_id = w.id
      where (i.amount_msat >= w.amount_msat + w.fee_msat
        and (i.is_free = (w.state = 'failed')
          -- Another transaction has taken the place of one that had settled.
          or i.is_free and w.state = 'settled' and w.block_height is null)) is not true`,
  },
  {
    name: 'an internal payment has its receipt',
    isAbout: 'transfers',
    findings: (within) => `
      select coalesce(p.id, r.payment_id) as subject,
        case when r.id is null then 'has no receipt' when p.id is null then 'has no payment'
          else 'pays another amount, hash or invoice than its receipt' end as detail
      from (select * from payment where path = 'internal' and ${within('id')}) p
      full join (
        select * from receipt where source = 'internal' and ${within('payment_id')}
      ) r on r.payment_id = p.id
      where (p.amount_msat, p.payment_hash, p.invoice_id)
        is distinct from (r.amount_msat, r.payment_hash, r.invoice_id)`,
  },
];
