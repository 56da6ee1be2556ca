/** Port: unpredictable bytes. Tests use a seed, so that a run can be repeated. */
export interface Random {
  bytes(length: number): Uint8Array;
}
