import type { TooManyRefusal } from '../accounts/account-refusals.ts';
import { derivedRandom } from '../authorization/derived-random.ts';
import { fingerprintOf, type SecretReplacement } from '../authorization/secret-replacement.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { CreatedEndpoint } from './create-endpoint.ts';
import type { EndpointOwner } from './endpoint-store.ts';
import { findEndpoint } from './find-endpoint.ts';
import { MAX_OLD_WEBHOOK_SECRETS, WEBHOOK_CHANGES } from './limits.ts';
import { newSigningSecret } from './signing-secret.ts';
import {
  findPresentSecret,
  type PresentSigningSecret,
  sealSigningSecret,
  unsealSigningSecret,
} from './signing-secrets.ts';
import { takeWebhookAttempt, type WebhookDeps } from './webhook-deps.ts';
import type { EndpointRefusal } from './webhook-refusals.ts';

export interface RotatedSecret extends CreatedEndpoint {
  /** The time until which the replaced secret signs beside the new one. */
  readonly oldUntil: Date;
}

type Rotated = Result<RotatedSecret, EndpointRefusal | TooManyRefusal>;

/**
 * Creates a new signing secret, which only this answer contains. For the given time deliveries are
 * signed with both secrets, so that the receiver can switch at any moment in between. If the
 * request says which secret it replaces, a repeat replaces nothing more: soon after the first
 * request it gets the same answer, and later it is refused.
 */
export async function rotateSigningSecret(
  deps: WebhookDeps,
  owner: EndpointOwner,
  id: string,
  overlapSec: number,
  input: SecretReplacement | null = null,
): Promise<Rotated> {
  const present = input === null ? null : await findPresentSecret(deps, owner.userId, id);
  if (input !== null && present === null) return refuse({ kind: 'endpoint_absent' });
  if (input !== null && present !== null && fingerprintOf(present.sealed) !== input.replaces) {
    return await showAgain(deps, owner, { id, input, present });
  }
  const allowed = await takeWebhookAttempt(deps, 'change', owner.userId, WEBHOOK_CHANGES);
  if (!allowed.ok) return allowed;
  const secret = newSigningSecret(
    input === null ? deps.random : derivedRandom(input.idempotentSecret),
  );
  const at = deps.clock.now();
  const oldUntil = new Date(at.getTime() + overlapSec * 1000);
  const outcome = await deps.endpoints.rotateSecret(owner, {
    id,
    oldUntil,
    at,
    maxOldSecrets: MAX_OLD_WEBHOOK_SECRETS,
    sealedSecret: sealSigningSecret(deps.webhookKey, id, secret, deps.random),
    replaces: present?.sealed ?? null,
  });
  if (outcome === 'revoked') return refuse({ kind: 'app_revoked' });
  if (outcome === 'absent') return refuse({ kind: 'endpoint_absent' });
  if (outcome === 'replaced_before') {
    const newer = await findPresentSecret(deps, owner.userId, id);
    if (input === null || newer === null) return refuse({ kind: 'endpoint_absent' });
    return await showAgain(deps, owner, { id, input, present: newer });
  }
  return await answerRotated(deps, owner, id, { secret, oldUntil });
}

interface Repeat {
  readonly id: string;
  readonly input: SecretReplacement;
  readonly present: PresentSigningSecret;
}

/**
 * Answers a request to replace a secret that was replaced already. If the same request has done so
 * before, the new secret is shown again.
 */
async function showAgain(
  deps: WebhookDeps,
  owner: EndpointOwner,
  { id, input, present }: Repeat,
): Promise<Rotated> {
  const secret = unsealSigningSecret(deps.webhookKey, id, present.sealed);
  const isOfInput = [input.idempotentSecret, input.earlierIdempotentSecret].some(
    (bytes) => newSigningSecret(derivedRandom(bytes)) === secret,
  );
  if (secret === null || !isOfInput) return refuse({ kind: 'done_before' });
  const oldUntil = present.oldUntil ?? deps.clock.now();
  return await answerRotated(deps, owner, id, { secret, oldUntil });
}

async function answerRotated(
  deps: WebhookDeps,
  owner: EndpointOwner,
  id: string,
  made: Omit<RotatedSecret, 'endpoint'>,
): Promise<Rotated> {
  const found = await findEndpoint(deps, owner, id);
  return found.ok ? accept({ endpoint: found.value, ...made }) : found;
}
