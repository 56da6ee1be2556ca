-- What the channels that were being opened held of our own when the coins were counted: the bitcoin
-- for them had left the wallet by then.
alter table chain_cursor add column opening_local_msat bigint not null default 0;
