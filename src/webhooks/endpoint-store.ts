import type { EventType } from './delivery.ts';
import type { Endpoint } from './endpoint.ts';

/** Port: stored webhook endpoints. Deleted ones are not found. */
export interface EndpointStore {
  /** Stores a new endpoint. `present`: an endpoint with this id exists or existed. */
  create(endpoint: NewEndpoint): Promise<'created' | 'present' | 'too_many' | 'revoked'>;
  /** Lists the endpoints of an owner, oldest first. */
  list(owner: EndpointOwner): Promise<readonly Endpoint[]>;
  find(owner: EndpointOwner, id: string): Promise<Endpoint | null>;
  /**
   * Changes an endpoint, and returns it. An endpoint of an app that is no longer connected stays
   * disabled.
   */
  edit(
    owner: EndpointOwner,
    edit: EndpointEdit,
  ): Promise<Endpoint | 'absent' | 'revoked' | 'disconnected'>;
  /**
   * Deletes an endpoint, and returns it as it was; null when there is none. Waiting deliveries are
   * cancelled.
   */
  delete(owner: EndpointOwner, id: string, at: Date): Promise<Endpoint | null>;
  rotateSecret(
    owner: EndpointOwner,
    rotation: SecretRotation,
  ): Promise<'rotated' | 'replaced_before' | 'absent' | 'revoked'>;
}

/**
 * Who asks for endpoints: a user on the pages, who sees and changes all endpoints of their wallet,
 * or a grant, which sees and changes those that it created. Every caller of the API is a grant.
 */
export interface EndpointOwner {
  readonly userId: string;
  /** The app that asks; null for a personal token, or the user on the pages. */
  readonly clientId: string | null;
  /** The grant that asks; null for the user on the pages. */
  readonly grantId: string | null;
}

/**
 * The id of who creates an endpoint. For an app this is the client and not its grant, so that the
 * endpoint outlives the grant.
 */
export const creatorOf = ({ clientId, grantId }: EndpointOwner): string | null =>
  clientId ?? grantId;

export interface NewEndpoint extends EndpointOwner {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly filterTypes: readonly EventType[];
  readonly sealedSecret: Uint8Array;
  /** The most endpoints that a user may have. */
  readonly maxEndpoints: number;
  readonly at: Date;
}

/** A change of an endpoint. Null leaves a value as it is. */
export interface EndpointEdit {
  readonly id: string;
  readonly url: string | null;
  readonly description: string | null;
  readonly filterTypes: readonly EventType[] | null;
  readonly isEnabled: boolean | null;
  readonly at: Date;
}

export interface SecretRotation {
  readonly id: string;
  readonly sealedSecret: Uint8Array;
  /**
   * The secret to replace, in its stored form; if the endpoint has another secret by now, that one
   * stays. Null replaces any secret.
   */
  readonly replaces: Uint8Array | null;
  /** The time until which the present secret signs beside the new one. */
  readonly oldUntil: Date;
  /** The number of old secrets that may still sign, of which the newest are kept. */
  readonly maxOldSecrets: number;
  readonly at: Date;
}
