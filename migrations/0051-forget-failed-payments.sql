-- Failed payments whose texts are not forgotten yet.
create index payment_to_forget on payment (ended_at)
  where failure_reason is not null and (bolt11 <> '' or memo is not null or records <> '{}');
