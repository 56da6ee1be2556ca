-- A sign-up link proves an address and nothing else: the password is chosen by the person who
-- opens it. Links asked for before hold a password of the person who asked, so they end.
delete from one_time_link where kind = 'sign_up';
alter table one_time_link drop column password_hash, drop column name;

-- Of one address the newest sign-up link alone works.
create unique index one_time_link_sign_up on one_time_link (email) where kind = 'sign_up';
call grant_to_service('update (token_hash, created_at, expires_at) on one_time_link');

-- From now on session_epoch grows with a new address too: a link in the old mailbox is worth nothing
-- then. (Apps stay connected: end_tokens_of_apps looks at the password as well.)
