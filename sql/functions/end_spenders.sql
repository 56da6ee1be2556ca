-- Ends whatever may act for a user who leaves: tokens, apps, and apps of their own, which end for
-- everyone who uses them.
create or replace function end_spenders(owner_id uuid, at timestamptz) returns void
language plpgsql as $$
begin
  update personal_token t set revoked_at = at where t.user_id = owner_id and t.revoked_at is null;
  update app_grant g set revoked_at = at where g.user_id = owner_id and g.revoked_at is null;
  update client c set removed_at = at where c.owner_user_id = owner_id and c.removed_at is null;
  update app_grant g set revoked_at = at
    from client c
    where c.owner_user_id = owner_id and g.client_id = c.id and g.revoked_at is null;
  delete from authorization_request r
    using client c where c.owner_user_id = owner_id and r.client_id = c.id;
end $$;
