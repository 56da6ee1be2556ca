-- A backup whose copy has findings that the live books have too is a backup: docs/backups.md.

alter table backup_run drop constraint backup_run_verified_check,
  add constraint backup_run_verified_check
    check (verified in ('restored', 'restored_with_findings', 'checksums'));
