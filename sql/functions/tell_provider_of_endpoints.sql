-- Has those told to the provider that are not yet, all or one. What failed for long is left alone
-- for an hour; what is on its way already, and waits for its next attempt, is not hurried.
create or replace function tell_provider_of_endpoints(endpoint text, endpoints_max integer)
returns void
language plpgsql as $$
begin
  perform enqueue_job('tell-provider', json_build_object('endpoint_id', untold.id), untold.id)
    from (
      select e.id from webhook_endpoint e
        where e.provider_version <> e.version
          and (endpoint is null or e.id = endpoint)
          and not (e.state = 'deleted' and e.provider_version = 0)
          and not exists (
            select from job j
              where j.kind = 'tell-provider' and j.dedupe_key = e.id
                and (j.parked_at is null or j.parked_at > now() - interval '1 hour'))
        order by e.id limit endpoints_max
    ) untold;
end $$;
grant execute on function tell_provider_of_endpoints to :service_role;
