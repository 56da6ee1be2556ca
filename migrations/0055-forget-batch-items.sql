-- Items of multi keysends whose texts are not forgotten yet.
create index payment_batch_item_to_forget on payment_batch_item (batch_id)
  where destination <> '' or memo is not null or records <> '{}' or records_text is not null;
