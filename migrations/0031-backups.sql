-- Backups on schedule: what became of each run. See docs/backups.md.

create table backup_run (
  id uuid primary key default gen_random_uuid(),
  ended_at timestamptz not null default clock_timestamp(),
  -- The rest is of a backup that was made and verified, or says why there is none.
  taken_at timestamptz,
  file text,
  bytes bigint check (bytes > 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  is_sealed boolean,
  verified text check (verified in ('restored', 'checksums')),
  error text,
  check (num_nonnulls(taken_at, file, bytes, sha256, is_sealed, verified) in (0, 6)),
  check ((error is null) = (verified is not null))
);
create index backup_run_by_time on backup_run (ended_at desc);
create index backup_run_verified on backup_run (taken_at desc) where verified is not null;
grant select, delete, insert (taken_at, file, bytes, sha256, is_sealed, verified, error)
  on backup_run to :service_role;
