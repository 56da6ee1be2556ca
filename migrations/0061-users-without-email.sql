-- People who come from another service may have no e-mail address. Those of closed accounts keep
-- what stands in its place: older processes still read it as a text.
alter table wallet_user alter email drop not null;
