import { Fault } from '../base/fault.ts';
import type { EventType } from './delivery.ts';

/**
 * Port: a provider outside who delivers webhooks in our place. What waits stays with us until he
 * has it, and everything may be said to him twice. What he does not do is a `PublisherFault`.
 */
export interface WebhookPublisher {
  /** Makes the endpoint there what it is here. */
  putEndpoint(endpoint: PublishedEndpoint, signal: AbortSignal): Promise<void>;
  /** Also one that he does not know. */
  removeEndpoint(endpointId: string, signal: AbortSignal): Promise<void>;
  /** Returns once he has the message for certain. */
  publish(message: PublishedMessage, signal: AbortSignal): Promise<void>;
}

export interface PublishedEndpoint {
  readonly id: string;
  /** False when he has had it before, or may have. */
  readonly isNew: boolean;
  readonly url: string;
  readonly description: string;
  readonly isEnabled: boolean;
  readonly filterTypes: readonly EventType[];
  /** The current one last; those before it still sign beside it for so long. */
  readonly secrets: readonly PublishedSecret[];
}

export interface PublishedSecret {
  readonly secret: string;
  /** Seconds for which it signs on beside the next. */
  readonly remainingSec: number;
}

export interface PublishedMessage {
  readonly endpointId: string;
  readonly messageId: string;
  readonly eventType: string;
  /** JSON of an object, handed on byte by byte. */
  readonly body: string;
  /** To be sent once more, though he may have sent it already. */
  readonly isReplay: boolean;
}

export interface PublisherAnswer {
  readonly reason: /** He cannot at the moment, does not answer, or does not take our token. */
    | 'unavailable'
    /** He never will: no repeat cures it. */
    | 'refused'
    /** He does not know the endpoint. */
    | 'unknown_endpoint';
  /** Null when there was no answer. */
  readonly status: number | null;
  readonly isTimeout: boolean;
  /** The header as it came. */
  readonly retryAfter: string | null;
}

export class PublisherFault extends Fault {
  override readonly name = 'PublisherFault';
  readonly answer: PublisherAnswer;

  constructor(message: string, answer: PublisherAnswer, options?: ErrorOptions) {
    super(message, options);
    this.answer = answer;
  }

  get isTransient(): boolean {
    return this.answer.reason === 'unavailable';
  }
}
