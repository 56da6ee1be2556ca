-- Tables that mostly grow are vacuumed after each 2 % of new rows instead of 20 %, so that the work
-- of freezing their rows is spread, and index-only scans stay cheap.
alter table transfer set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table posting set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table payment set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table receipt set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table invoice set (autovacuum_vacuum_insert_scale_factor = 0.02);
