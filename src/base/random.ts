/** Unpredictable bytes as a port, so that a seed can replay a run. */
export interface Random {
  bytes(length: number): Uint8Array;
}
