-- A question of an app lives shortly until somebody who is signed in has looked at it.
call grant_to_service('update (expires_at) on authorization_request');
