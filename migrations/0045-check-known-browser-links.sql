-- It is of an account, as links to a new password are. (A new value of a type is usable once the
-- migration that adds it is over.)
alter table one_time_link
  drop constraint one_time_link_check1,
  add constraint one_time_link_check1 check (
    (kind in ('password_reset', 'email_change', 'known_browser')) = (user_id is not null));
