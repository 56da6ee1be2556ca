import type { OperateSite } from './operate-site.ts';

/** What the service's node has in its channels when the simulated network starts, in sat. */
const OWNED_SAT = 999_997_556;

/**
 * Adds a sample for every five minutes of 30 days. The debts grow to what they are now; the node
 * held less for a while, and was away for half a day.
 */
export const addGauges = ({ owner }: OperateSite): Promise<unknown> => owner`
  insert into gauge_sample (slot, taken_at, owed_msat, held_msat, unclaimed_msat, in_flight_msat,
    owned_msat, local_msat, remote_msat, open_payments, users, deliveries_waiting)
  select slot, at, owed, 4200000, 21000000, 1000000, owned, owned, 2000000000000 - owned,
    8, 260 - n / 300, n % 40
  from (
    select n, at, floor(extract(epoch from at) / 300)::bigint as slot,
      (now_owed * (1 - n / 16000.0) + 6000000000 * sin(n / 170.0) * least(1, n / 300.0))::bigint
        as owed,
      case when n between 2100 and 2240 then null
        else (${OWNED_SAT}::bigint * 1000 * (1 - case
          when n between 4300 and 5200 then 0.56 * sin((n - 4300) * pi() / 900)
          else 0.04 * sin(n / 400.0) * least(1, n / 300.0) end))::bigint end as owned
    from generate_series(0, 8600) n
      cross join lateral (select now() - n * interval '5 minutes' as at) moment
      cross join (select sum(wallet_msat) + 1255568889 as now_owed from wallet) owing
  ) made
  on conflict (slot) do nothing`;
