import type { TokenStore } from '../../authorization/token-store.ts';
import type { ApiUrl } from '../../web/public-urls.ts';
import type { WebhookDeps } from '../webhook-deps.ts';
import type { NamedClients } from './creators.ts';

export interface WebhookPageDeps extends WebhookDeps, ApiUrl {
  readonly clients: NamedClients;
  readonly tokens: Pick<TokenStore, 'findPersonalToken'>;
}
