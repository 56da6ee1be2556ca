-- Records are found by payment hash through the payments and receipts that made them, which have
-- indexes of their own by hash. This one cost two entries at random places for each payment.
drop index settled_record_by_hash;
