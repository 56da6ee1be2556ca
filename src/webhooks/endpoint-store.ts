import type { EventType } from './delivery.ts';
import type { Endpoint } from './endpoint.ts';

/** Port: stored endpoints. Deleted ones are gone. */
export interface EndpointStore {
  /** `present`: this id is or was in use. */
  create(endpoint: NewEndpoint): Promise<'created' | 'present' | 'too_many' | 'revoked'>;
  /** Oldest first. */
  list(owner: EndpointOwner): Promise<readonly Endpoint[]>;
  find(owner: EndpointOwner, id: string): Promise<Endpoint | null>;
  /** Returns the changed endpoint. One of an app that is no longer connected stays disabled. */
  edit(
    owner: EndpointOwner,
    edit: EndpointEdit,
  ): Promise<Endpoint | 'absent' | 'revoked' | 'disconnected'>;
  /** Returns the endpoint as it was; null when there is none. Waiting deliveries are cancelled. */
  delete(owner: EndpointOwner, id: string, at: Date): Promise<Endpoint | null>;
  rotateSecret(
    owner: EndpointOwner,
    rotation: SecretRotation,
  ): Promise<'rotated' | 'replaced_before' | 'absent' | 'revoked'>;
}

/**
 * Who asks. A grant sees and changes the endpoints that it created; users on the pages see and
 * change all endpoints for their wallet. Every caller of the API is a grant.
 */
export interface EndpointOwner {
  readonly userId: string;
  /** The app that asks; null for a personal token, or the user on the pages. */
  readonly clientId: string | null;
  /** Null for the user on the pages. */
  readonly grantId: string | null;
}

/** What an endpoint stores about its maker: an app keeps its endpoints under a new app grant. */
export const creatorOf = ({ clientId, grantId }: EndpointOwner): string | null =>
  clientId ?? grantId;

export interface NewEndpoint extends EndpointOwner {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly filterTypes: readonly EventType[];
  readonly sealedSecret: Uint8Array;
  /** Maximum number per user. */
  readonly maxEndpoints: number;
  readonly at: Date;
}

/** Null keeps a value. */
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
   * The secret to replace, in its stored form; any other is left unchanged. Null for whichever
   * there is.
   */
  readonly replaces: Uint8Array | null;
  /** Until this time the present secret signs beside the new one. */
  readonly oldUntil: Date;
  /** Old secrets that may still sign; the newest are kept. */
  readonly maxOldSecrets: number;
  readonly at: Date;
}
