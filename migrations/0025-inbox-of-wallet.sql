-- An inbox belongs to a wallet. Where a transaction writes it twice, PostgreSQL checks the reference
-- anew, and who closes an account holds the row of its user: the two would wait for each other.

alter table notice_inbox
  drop constraint notice_inbox_user_id_fkey,
  add constraint notice_inbox_user_id_fkey foreign key (user_id) references wallet;
