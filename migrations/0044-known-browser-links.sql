-- A link by which the owner of a mailbox tells a browser apart from those of strangers who guess.
alter type link_kind add value 'known_browser';
