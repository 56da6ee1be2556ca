-- An app need not be registered here: it may be known by a document that its makers publish. The
-- address of the document is its id (OAuth Client ID Metadata Document).
alter table client
  alter owner_user_id drop not null,
  alter url drop not null,
  alter callback drop not null,
  add kind text not null default 'registered' check (kind in ('registered', 'document')),
  -- What the document said when it was last fetched.
  add redirect_uris text[] check (cardinality(redirect_uris) > 0),
  add fetched_at timestamptz,
  add constraint client_registered check (
    num_nonnulls(owner_user_id, url, callback) = case kind when 'registered' then 3 else 0 end),
  add constraint client_document check (
    num_nonnulls(redirect_uris, fetched_at) = case kind when 'document' then 2 else 0 end),
  add constraint client_document_id check (kind = 'registered' or id like 'https://%'),
  add constraint client_document_secret check (kind = 'registered' or secret_hash is null);
