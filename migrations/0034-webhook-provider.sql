-- What a provider outside, who delivers in our place, knows of the endpoints.

-- Before he is told of one for the first time, its provider_version becomes -1: he may know it then.
call grant_to_service('update (provider_version) on webhook_endpoint');

create index webhook_endpoint_untold on webhook_endpoint (id) where provider_version <> version;

-- Has those told to him that are not yet, all or one. What failed for long is left alone for an
-- hour; what is on its way already, and waits for its next attempt, is not hurried.
create function tell_provider_of_endpoints(endpoint text, endpoints_max integer) returns void
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

revoke execute on function tell_provider_of_endpoints from public;
call grant_to_service('execute on function tell_provider_of_endpoints');
