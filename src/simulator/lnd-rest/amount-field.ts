import { accept, type Result, refuse } from '../../base/result.ts';
import { type GrpcRefusal, unknownError } from '../grpc-refusal.ts';
import type { MessageReader } from './message-reader.ts';

/** Reads an amount that may be given in sat or msat, like LND's UnmarshallAmt. */
export function readLndAmount(
  fields: MessageReader,
  satName: string,
  msatName: string,
): Result<bigint, GrpcRefusal> {
  const amountSat = fields.int64(satName);
  const amountMsat = fields.int64(msatName);
  if (amountSat !== 0n && amountMsat !== 0n) {
    return refuse(unknownError('sat and msat arguments are mutually exclusive'));
  }
  if (amountSat < 0n || amountMsat < 0n) {
    return refuse(unknownError('amount cannot be negative'));
  }
  return accept(amountSat === 0n ? amountMsat : amountSat * 1000n);
}
