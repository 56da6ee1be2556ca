-- A payment asks its payer who they are for itself. What left without that question adds up, so
-- that many small payments ask as well.
alter table send_draft
  -- When its user said that it be paid; null before.
  add ordered_at timestamptz,
  -- What counts towards the amount above which people are asked.
  add ordered_sat bigint check (ordered_sat >= 0),
  -- Whether they proved for this payment who they are; it begins the sum again.
  add is_proved boolean,
  add check ((ordered_at is null) = (ordered_sat is null)),
  add check ((ordered_at is null) = (is_proved is null));
create index send_draft_by_order on send_draft (user_id, ordered_at) where ordered_at is not null;
grant update (ordered_at, ordered_sat, is_proved) on send_draft to :service_role;

-- What its user signed in for, a path of ours: for that they have proved who they are, once.
alter table session add signed_in_for text check (signed_in_for like '/%');
grant update (signed_in_for) on session to :service_role;
