-- Ends a transaction that raised the fee of a withdrawal: a block has it, and the operator bears what
-- it cost, losses → chain; or it will never be in one, and it costs nothing.
--
-- Locks, in this order and released together: the watcher's lease, the row.
create or replace function end_fee_bump(
  bump_id uuid, fence bigint, has_block boolean, at timestamptz
) returns text
language plpgsql security definer
set search_path = public, pg_temp
set lock_timeout = '250ms'
as $$
declare
  newest_fence bigint;
  ended fee_bump;
  postings posting_draft[] := '{}';
begin
  select l.fence into newest_fence from lease l where l.name = 'watch-chain' for share;
  select * into ended from fee_bump b where b.id = bump_id for no key update;
  assert found, 'what raises a fee is known before it ends';
  if end_fee_bump.fence < newest_fence then
    return 'fenced';
  elsif ended.ended_at is not null then
    return 'present';
  end if;
  update fee_bump b set ended_at = at, is_paid = has_block where b.id = bump_id;
  if has_block then
    postings := draft_posting(postings, bump_id, 'losses', null, -ended.fee_msat);
    postings := draft_posting(postings, bump_id, 'chain', null, ended.fee_msat);
    perform write_ledger(
      array[row(bump_id, 'bump', bump_id, at)::transfer_draft], postings, '{}');
  elsif ended.outflow_slice is not null then
    perform give_back_outflow(
      array[ended.outflow_slice], array[ended.fee_msat], array[true]);
  end if;
  return 'done';
end $$;
grant execute on function end_fee_bump to :service_role;
