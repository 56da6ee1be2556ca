-- Writes the permanent end of an open month, and answers the month after it. The caller holds the
-- row of the open month and stores what this answers.
create or replace function close_month(statement statement_open) returns statement_open
language plpgsql as $$
declare
  closing_msat bigint := statement.opening_msat + statement.incoming_msat
    - statement.outgoing_msat - statement.fees_msat;
  after_it statement_open := statement;
begin
  insert into statement_close (
      user_id, month, time_zone, begins_at, ends_at, after_seq, last_seq, opening_msat,
      incoming_msat, outgoing_msat, fees_msat, closing_msat, held_msat, previous_link, head,
      closed_at)
    values (
      statement.user_id, statement.month, statement.time_zone, statement.begins_at,
      statement.ends_at, statement.after_seq, statement.last_seq, statement.opening_msat,
      statement.incoming_msat, statement.outgoing_msat, statement.fees_msat, closing_msat,
      least(held_at_end(statement), closing_msat), statement.previous_link, statement.head,
      clock_timestamp());
  after_it.month := to_char(
    (statement.month || '-01')::timestamp + interval '1 month', 'YYYY-MM');
  after_it.begins_at := statement.ends_at;
  after_it.time_zone := statement_zone(
    statement.user_id, after_it.begins_at, statement.time_zone);
  after_it.ends_at := month_start(after_it.month, 1, after_it.time_zone);
  after_it.after_seq := statement.last_seq;
  after_it.opening_msat := closing_msat;
  after_it.incoming_msat := 0;
  after_it.outgoing_msat := 0;
  after_it.fees_msat := 0;
  after_it.previous_link := statement.head;
  return after_it;
end $$;
