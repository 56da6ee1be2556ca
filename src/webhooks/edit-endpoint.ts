import type { TooManyRefusal } from '../accounts/account-refusals.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { Endpoint } from './endpoint.ts';
import { checkEndpoint, type EndpointInput } from './endpoint-rules.ts';
import type { EndpointOwner } from './endpoint-store.ts';
import { WEBHOOK_CHANGES } from './limits.ts';
import { takeWebhookAttempt, type WebhookDeps } from './webhook-deps.ts';
import type { EndpointRefusal } from './webhook-refusals.ts';

/** A change of an endpoint. Null leaves a value as it is. */
export interface EndpointEditInput extends EndpointInput {
  readonly isEnabled: boolean | null;
}

/**
 * Changes an endpoint. An endpoint that is enabled again counts as healthy; messages that it missed
 * are sent only if the user asks for it.
 */
export async function editEndpoint(
  deps: WebhookDeps,
  owner: EndpointOwner,
  id: string,
  input: EndpointEditInput,
): Promise<Result<Endpoint, EndpointRefusal | TooManyRefusal>> {
  const checked = checkEndpoint(input, deps.webhookUrlRules());
  if (!checked.ok) return refuse({ kind: 'bad_endpoint', complaints: checked.refusal });
  const allowed = await takeWebhookAttempt(deps, 'change', owner.userId, WEBHOOK_CHANGES);
  if (!allowed.ok) return allowed;
  const edit = { id, ...checked.value, isEnabled: input.isEnabled, at: deps.clock.now() };
  const edited = await deps.endpoints.edit(owner, edit);
  if (edited === 'absent') return refuse({ kind: 'endpoint_absent' });
  if (edited === 'revoked') return refuse({ kind: 'app_revoked' });
  if (edited === 'disconnected') return refuse({ kind: 'app_disconnected' });
  return accept(edited);
}
