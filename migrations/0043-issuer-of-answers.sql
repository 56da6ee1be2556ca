-- Whether answers to an app name their issuer (RFC 9207). Libraries that were told the addresses of
-- this service one by one, without an issuer, refuse such answers; those that read its metadata
-- demand them. Apps that are registered already keep what they get.
alter table client add column sends_issuer boolean not null default true;
grant update (sends_issuer) on client to :service_role;
