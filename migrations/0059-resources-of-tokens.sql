-- What codes and tokens of OAuth are for (RFC 8707). They are refused everywhere else. A refresh
-- token is for what its family is for. An access token has a copy, so that the statement of every
-- call reads no family. Older processes issue what is for the Wallet API.
alter table authorization_code add resource text not null default 'wallet_api';
alter table token_family add resource text not null default 'wallet_api';
alter table access_token add resource text not null default 'wallet_api';
