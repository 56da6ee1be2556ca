/**
 * A Buffer in the form that Node.js gives it in JSON. The original LndHub sent hashes in this form,
 * and apps still read it.
 */
export interface BufferJson {
  readonly type: 'Buffer';
  readonly data: readonly number[];
}

export const bufferJson = (hex: string): BufferJson => ({
  type: 'Buffer',
  data: [...Buffer.from(hex, 'hex')],
});
