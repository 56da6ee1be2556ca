import type { EventType } from './delivery.ts';

/** Kind of the job that tells him of one endpoint, whose id is its key. */
export const TELL_PROVIDER_JOB = 'tell-provider';

/** Port: what a provider outside knows of the endpoints. */
export interface ToldEndpointStore {
  /** Whether he knows the endpoint as it is now. */
  isTold(endpointId: string): Promise<boolean>;
  /** Asks for jobs that tell him of this endpoint, or of all, where that is due. */
  askToTell(endpointId: string | null): Promise<void>;
  /** Null when there is no such endpoint. Deleted ones are found too. */
  find(endpointId: string): Promise<EndpointToTell | null>;
  /** Before he is told for the first time: from now on he may know it. */
  noteBegun(endpointId: string): Promise<void>;
  /** He knows this version. */
  noteTold(endpointId: string, version: number): Promise<void>;
  /** He knows nothing of it any more. */
  noteForgotten(endpointId: string): Promise<void>;
}

export interface EndpointToTell {
  readonly id: string;
  readonly version: number;
  readonly isTold: boolean;
  /** Whether nobody has begun to tell him of it. */
  readonly isNew: boolean;
  readonly state: 'active' | 'disabled' | 'deleted';
  readonly url: string;
  readonly description: string;
  readonly filterTypes: readonly EventType[];
  /** Encrypted; the current one last. */
  readonly secrets: readonly { readonly sealed: Uint8Array; readonly remainingSec: number }[];
}
