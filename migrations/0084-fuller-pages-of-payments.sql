-- Most payments are written once: those between wallets are settled when their row is. So their
-- pages need little room for new versions. A payment over the node, whose row changes twice, mostly
-- still finds room in its page, as older versions there are removed on the way. This concerns new
-- pages only.
alter table payment set (fillfactor = 85);
