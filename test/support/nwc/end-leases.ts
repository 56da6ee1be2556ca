/**
 * SQL that ends the leases of all requests, as if the processes that run them had died. Rows are
 * locked in the order in which the service locks those whose answers it writes at the same time.
 */
export const END_LEASES = `
  with leased as materialized (
    select event_id from nwc_request where answer is null and lease_until is not null
    order by event_id for no key update
  )
  update nwc_request r set lease_until = now() from leased where r.event_id = leased.event_id`;
