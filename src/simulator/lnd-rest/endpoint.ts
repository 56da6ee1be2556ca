import type { Result } from '../../base/result.ts';
import type { GrpcRefusal } from '../grpc-refusal.ts';
import type { Network } from '../network.ts';
import type { SimNode } from '../network-state.ts';
import type { MessageReader } from './message-reader.ts';

/** One operation of LND's REST interface. Path placeholders are written `{name}`. */
export type Endpoint = UnaryEndpoint | StreamEndpoint;

export interface UnaryEndpoint {
  /** LND's name of the call. */
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
  /** A refusal is possible before the first message; later errors go through the stream. */
  open(call: Call, stream: MessageStream): Result<void, GrpcRefusal>;
}

export interface Call {
  readonly network: Network;
  readonly node: SimNode;
  /** Body, query and path parameters of the request, read as the fields of its message. */
  readonly fields: MessageReader;
}

/** A message as grpc-gateway writes it: snake case, every field present, 64-bit numbers as text. */
export type Message = { readonly [field: string]: MessageValue };
export type MessageValue = string | number | boolean | null | Message | readonly MessageValue[];

export interface MessageStream {
  /** Sent once everything committed so far is on disk. */
  send(message: Message): void;
  end(): void;
  onClose(callback: () => void): void;
}
