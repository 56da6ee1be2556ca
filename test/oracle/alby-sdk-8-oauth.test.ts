import { Client, OAuth2User } from '@getalby/sdk/oauth';
import { oauthSdkSuite } from './oauth-sdk-suite.ts';

oauthSdkSuite('@getalby/sdk 8.0.3', {
  connect: (options) => new OAuth2User(options),
  balance: (user, base_url) => new Client(user, { base_url }).accountBalance({}),
});
