/** An error response with its gRPC code and the text that LND would send. */
export interface GrpcRefusal {
  readonly code: GrpcCode;
  readonly message: string;
}

export const GRPC = {
  unknown: 2,
  invalidArgument: 3,
  notFound: 5,
  alreadyExists: 6,
  unimplemented: 12,
  unavailable: 14,
} as const;

export type GrpcCode = (typeof GRPC)[keyof typeof GRPC];

/** A refusal with the code UNKNOWN, under which LND sends errors that have no gRPC code. */
export const unknownError = (message: string): GrpcRefusal => ({ code: GRPC.unknown, message });
