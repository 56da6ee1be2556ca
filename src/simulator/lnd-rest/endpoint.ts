import type { Result } from '../../base/result.ts';
import type { GrpcRefusal } from '../grpc-refusal.ts';
import type { Network } from '../network.ts';
import type { SimNode } from '../network-state.ts';
import type { MessageReader } from './message-reader.ts';

/** A call of LND's REST interface. Placeholders in its path are written `{name}`. */
export type Endpoint = UnaryEndpoint | StreamEndpoint;

export interface UnaryEndpoint {
  /** The name that LND gives the call. */
  readonly name: string;
  readonly kind: 'unary';
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  answer(call: Call): Result<Message, GrpcRefusal>;
}

export interface StreamEndpoint {
  readonly name: string;
  readonly kind: 'stream';
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /**
   * Opens the stream. A refusal is possible only before the first message; later errors are sent in
   * the stream.
   */
  open(call: Call, stream: MessageStream): Result<void, GrpcRefusal>;
}

export interface Call {
  readonly network: Network;
  readonly node: SimNode;
  /** The fields of the request's message, read from body, query and path. */
  readonly fields: MessageReader;
}

/**
 * A message as grpc-gateway writes it: names in snake case, every field present, 64-bit numbers as
 * text.
 */
export type Message = { readonly [field: string]: MessageValue };
export type MessageValue = string | number | boolean | null | Message | readonly MessageValue[];

export interface MessageStream {
  /** Sends a message once all changes so far are on disk. */
  send(message: Message): void;
  end(): void;
  onClose(callback: () => void): void;
}
