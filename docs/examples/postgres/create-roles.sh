#!/bin/sh
# The PostgreSQL image runs this once, when its data folder is empty. One role owns the tables and
# migrates them. The service's role cannot write postings; it can only call the money functions.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" \
  --set owner_password="$OWNER_PASSWORD" --set service_password="$SERVICE_PASSWORD" <<'SQL'
create role satchel_owner login password :'owner_password';
create role satchel login password :'service_password';
create database satchel owner satchel_owner encoding 'UTF8' template template0;
SQL
