-- A page far behind the begin of a list is found by walking an index. Of rows that the server has
-- not marked as visible to all yet, the walk reads each in the table. So it marks them sooner: after
-- a fiftieth of new rows, instead of a fifth.
alter table settled_record set (autovacuum_vacuum_insert_scale_factor = 0.02);
