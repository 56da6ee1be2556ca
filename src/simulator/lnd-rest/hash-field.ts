import { accept, type Result, refuse } from '../../base/result.ts';
import { type GrpcRefusal, unknownError } from '../grpc-refusal.ts';

/** Checks the length of a hash, like LND's MakeHash. */
export const checkHash = (bytes: Uint8Array): Result<Uint8Array, GrpcRefusal> =>
  bytes.length === 32
    ? accept(bytes)
    : refuse(unknownError(`invalid hash length of ${bytes.length}, want 32`));
