import type { EventType } from './delivery.ts';
import type { Endpoint } from './endpoint.ts';

/** Port: endpoints at rest. Those that were deleted are gone. */
export interface EndpointStore {
  /** `present`: there is one with this id, or was. */
  create(endpoint: NewEndpoint): Promise<'created' | 'present' | 'too_many' | 'revoked'>;
  /** The oldest first. */
  list(owner: EndpointOwner): Promise<readonly Endpoint[]>;
  find(owner: EndpointOwner, id: string): Promise<Endpoint | null>;
  /** The endpoint as it is then. That of an app that is not connected any more stays off. */
  edit(
    owner: EndpointOwner,
    edit: EndpointEdit,
  ): Promise<Endpoint | 'absent' | 'revoked' | 'disconnected'>;
  /** The endpoint as it was; null when there is none. What waits for it is cancelled. */
  delete(owner: EndpointOwner, id: string, at: Date): Promise<Endpoint | null>;
  rotateSecret(
    owner: EndpointOwner,
    rotation: SecretRotation,
  ): Promise<'rotated' | 'replaced_before' | 'absent' | 'revoked'>;
}

/**
 * Who asks. A grant sees and changes what it made itself; the user in person sees and changes all
 * that tell of their wallet. Every caller of the API is one.
 */
export interface EndpointOwner {
  readonly userId: string;
  /** The app that asks; null: a personal token, or the user in person. */
  readonly clientId: string | null;
  /** Null: the user in person, on the pages. */
  readonly grantId: string | null;
}

/** What an endpoint remembers of its maker: apps keep theirs over a new app grant. */
export const makerOf = ({ clientId, grantId }: EndpointOwner): string | null => clientId ?? grantId;

export interface NewEndpoint extends EndpointOwner {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly filterTypes: readonly EventType[];
  readonly sealedSecret: Uint8Array;
  /** Of the user. */
  readonly maxEndpoints: number;
  readonly at: Date;
}

/** Null leaves as it is. */
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
  /** The one that it replaces, as it is stored; any other is left alone. Null: whichever it is. */
  readonly replaces: Uint8Array | null;
  /** Until then the present secret signs beside the new one. */
  readonly oldUntil: Date;
  /** Beside the new one. Of older ones the newest are kept. */
  readonly maxOldSecrets: number;
  readonly at: Date;
}
