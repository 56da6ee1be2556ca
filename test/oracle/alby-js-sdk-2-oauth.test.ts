import { auth, Client } from 'alby-js-sdk';
import { oauthSdkSuite } from './oauth-sdk-suite.ts';

oauthSdkSuite('alby-js-sdk 2.3.0', {
  connect: (options) => new auth.OAuth2User(options),
  balance: (user, base_url) => new Client(user, { base_url }).accountBalance({}),
});
