-- Open invitations are listed from their links, among any number of other links.
create index one_time_link_invitation on one_time_link (expires_at desc, token_hash)
  where kind = 'invitation';
