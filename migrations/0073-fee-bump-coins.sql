-- A database that went back may keep a fee bump of a coin that an earlier one, which it has lost, has
-- spent. Once the chain has decided against the kept one, the lost one can take its place.
alter table fee_bump drop constraint fee_bump_coin_txid_coin_index_key;
create unique index fee_bump_coin_once on fee_bump (coin_txid, coin_index)
  where is_paid is not false;
