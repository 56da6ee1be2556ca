-- Adds records to the open month of a user, up to `step` of them, and closes months that have been
-- over for an hour. Answers `more` when records are left, and `unequal` when a month is not closed
-- because its records do not lead to the balance of the wallet.
--
-- Any process may call it at any time, twice, or at the same time: the row of the open month is
-- locked, and everything is written together. A month is over when both the database's clock and
-- that of the caller say so, as a month that was closed too early stays closed.
--
-- Numbers of records have no gaps and the order of their times, and a record is seen before the next
-- one is written. So once a record of a later month is seen, the month is complete. Where there is
-- none, the wallet is locked: no record is being written then. A record that is written later, with
-- whatever time, gets a later number, and with it a later month.
--
-- Locks, in this order and released together: the open month, the user's wallet.
create or replace function reckon_statement(who uuid, callers_now timestamptz, step integer)
returns text
language plpgsql security definer
set search_path = public, pg_temp
set lock_timeout = '5s'
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  over_before timestamptz := least(clock_timestamp(), callers_now) - interval '1 hour';
  statement statement_open;
  line record;
  lines_read integer := 0;
  wallet_record_seq bigint;
  wallet_total_msat bigint;
  answer text := 'done';
begin
  select * into statement from statement_open where user_id = who for update;
  if statement.user_id is null then
    insert into statement_open
      select who, first.month, first.zone, month_start(first.month, 0, first.zone),
        month_start(first.month, 1, first.zone), 0, 0, 0, 0, 0, 0,
        decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex')
      from (
        select zone, to_char(booked_at at time zone zone, 'YYYY-MM') as month
        from settled_record, statement_zone(who, booked_at, 'UTC') as zone
        where user_id = who and seq = 1
      ) first
      on conflict do nothing;
    select * into statement from statement_open where user_id = who for update;
    if statement.user_id is null then
      return 'done';
    end if;
  end if;

  for line in
    select l.seq, l.booked_at, l.direction, l.amount_msat, l.fee_msat, l.body
      from statement_lines(who, statement.last_seq, 9223372036854775807) l
      limit step
  loop
    while line.booked_at >= statement.ends_at and over_before >= statement.ends_at loop
      statement := close_month(statement);
    end loop;
    -- Of a month that begins when this one is closed.
    exit when line.booked_at >= statement.ends_at;
    lines_read := lines_read + 1;
    statement.head := sha256(
      convert_to('satchel-record-v1', 'UTF8') || statement.head || int8send(line.seq)
        || sha256(convert_to(line.body, 'UTF8'))
        || int8send(case line.direction when 'incoming' then line.amount_msat
          else -(line.amount_msat + line.fee_msat) end));
    statement.last_seq := line.seq;
    if line.direction = 'incoming' then
      statement.incoming_msat := statement.incoming_msat + line.amount_msat;
    else
      statement.outgoing_msat := statement.outgoing_msat + line.amount_msat;
      statement.fees_msat := statement.fees_msat + line.fee_msat;
    end if;
  end loop;

  if lines_read = step then
    answer := 'more';
  elsif over_before >= statement.ends_at then
    select record_seq, wallet_msat + held_msat into wallet_record_seq, wallet_total_msat
      from wallet where user_id = who for no key update;
    if wallet_record_seq <> statement.last_seq then
      answer := 'more';
    elsif wallet_total_msat <> statement.opening_msat + statement.incoming_msat
        - statement.outgoing_msat - statement.fees_msat then
      answer := 'unequal';
    else
      while over_before >= statement.ends_at loop
        statement := close_month(statement);
      end loop;
    end if;
  end if;

  update statement_open set
      month = statement.month,
      time_zone = statement.time_zone,
      begins_at = statement.begins_at,
      ends_at = statement.ends_at,
      after_seq = statement.after_seq,
      last_seq = statement.last_seq,
      opening_msat = statement.opening_msat,
      incoming_msat = statement.incoming_msat,
      outgoing_msat = statement.outgoing_msat,
      fees_msat = statement.fees_msat,
      previous_link = statement.previous_link,
      head = statement.head
    where user_id = who
      -- A page that is looked at again and again writes nothing.
      and (last_seq, ends_at) is distinct from (statement.last_seq, statement.ends_at);
  return answer;
end $$;
grant execute on function reckon_statement to :service_role;
