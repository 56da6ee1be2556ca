-- Drafts a posting, but none for a zero amount, so that callers can list all postings of a transfer
-- unconditionally.
create or replace function draft_posting(
  postings posting_draft[], transfer_id uuid, account account_name, user_id uuid, amount_msat bigint
) returns posting_draft[]
language sql immutable as $$
  select case when amount_msat = 0 then postings
    else postings || row(transfer_id, account, user_id, amount_msat)::posting_draft end
$$;
