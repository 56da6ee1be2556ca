-- When the last look at the chain began, if all that the wallet of the node has was read since the
-- database went back; null before that. A database that has gone back forgets it.
alter table chain_cursor add column looked_at timestamptz;
