/** An error response in gRPC's terms, with LND's text. */
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

/** LND's plain Go errors arrive as UNKNOWN. */
export const unknownError = (message: string): GrpcRefusal => ({ code: GRPC.unknown, message });
