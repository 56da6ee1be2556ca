/** A Buffer as Node.js writes it in JSON, which the first apps knew. */
export interface BufferJson {
  readonly type: 'Buffer';
  readonly data: readonly number[];
}

export const bufferJson = (hex: string): BufferJson => ({
  type: 'Buffer',
  data: [...Buffer.from(hex, 'hex')],
});
