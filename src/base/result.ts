/**
 * The result of an operation that may be refused, for example for too little balance. A refusal is
 * returned as a value; a fault (the database or node is away) is thrown.
 */
export type Result<T, R> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: R };

export const accept = <T>(value: T): { readonly ok: true; readonly value: T } => ({
  ok: true,
  value,
});

export const refuse = <R>(refusal: R): { readonly ok: false; readonly refusal: R } => ({
  ok: false,
  refusal,
});
