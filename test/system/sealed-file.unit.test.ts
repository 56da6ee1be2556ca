import assert from 'node:assert/strict';
import { createDecipheriv, hkdfSync } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { seal, UnopenedSealError, unseal } from '../../src/system/sealed-file.ts';

const KEY = Buffer.alloc(32, 1);
const SALT = Buffer.alloc(32, 2);
const HEADER = 24 + 32;
const CHUNK = 65_536;
const SEALED_CHUNK = CHUNK + 16;

async function* inPieces(bytes: Buffer, size = 10_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const sealed = (plain: Buffer, salt = SALT): Promise<Buffer> =>
  buffer(seal(inPieces(plain), KEY, salt));
const opened = (bytes: Buffer, key = KEY): Promise<Buffer> => buffer(unseal(inPieces(bytes), key));
const plainOf = (length: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, at) => (at * 7 + (at >> 8)) & 255));
const chunkOf = (bytes: Buffer, at: number): Buffer =>
  bytes.subarray(HEADER + at * SEALED_CHUNK, HEADER + (at + 1) * SEALED_CHUNK);

describe('a sealed file', () => {
  test('opens to what was sealed, however long it is', async () => {
    for (const length of [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 200_000]) {
      const plain = plainOf(length);
      const bytes = await sealed(plain);
      const chunks = Math.max(1, Math.ceil(length / CHUNK));
      assert.equal(bytes.length, HEADER + length + 16 * chunks, `${length}`);
      assert((await opened(bytes)).equals(plain), `${length}`);
    }
  });

  test('is what its document says', async () => {
    const bytes = await sealed(Buffer.from('hello'));
    assert.equal(bytes.subarray(0, 24).toString(), 'satchel sealed backup 1\n');
    const salt = bytes.subarray(24, HEADER);
    const key = hkdfSync('sha256', KEY, salt, 'satchel sealed backup 1', 32);
    const nonce = Buffer.from('000000000000000000000001', 'hex');
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key), nonce);
    decipher.setAAD(bytes.subarray(0, HEADER));
    decipher.setAuthTag(bytes.subarray(-16));
    const plain = decipher.update(bytes.subarray(HEADER, -16));
    assert.equal(Buffer.concat([plain, decipher.final()]).toString(), 'hello');
    assert.equal(
      bytes.subarray(HEADER).toString('hex'),
      '18553fbf7f9f3edd6548ce85d90e2bcc36acf3fcad',
    );
  });

  test('does not open cut off, at the end of a chunk or elsewhere', async () => {
    const bytes = await sealed(plainOf(3 * CHUNK));
    const ends = [0, 10, HEADER - 1, HEADER, HEADER + 5, bytes.length - 1, bytes.length - 16];
    for (const chunks of [1, 2]) ends.push(HEADER + chunks * SEALED_CHUNK);
    for (const end of ends) {
      await assert.rejects(opened(bytes.subarray(0, end)), UnopenedSealError, `${end}`);
    }
  });

  test('does not open with more behind it', async () => {
    for (const length of [5, CHUNK]) {
      const bytes = await sealed(plainOf(length));
      for (const more of [Buffer.alloc(1), chunkOf(bytes, 0)]) {
        await assert.rejects(opened(Buffer.concat([bytes, more])), UnopenedSealError);
      }
    }
  });

  test('does not open with its chunks in another order, or one of them missing or twice', async () => {
    const bytes = await sealed(plainOf(4 * CHUNK));
    const orders = [
      [1, 0, 2, 3],
      [0, 2, 1, 3],
      [3, 1, 2, 0],
      [0, 1, 3],
      [1, 2, 3],
      [0, 0, 1, 2, 3],
    ];
    for (const order of orders) {
      const parts = order.map((at) => chunkOf(bytes, at));
      const moved = Buffer.concat([bytes.subarray(0, HEADER), ...parts]);
      await assert.rejects(opened(moved), UnopenedSealError, order.join());
    }
  });

  test('does not open with a chunk, or the beginning, of another file under the same key', async () => {
    const plain = plainOf(2 * CHUNK);
    const [one, other] = [await sealed(plain), await sealed(plain, Buffer.alloc(32, 3))];
    const mixes = [
      Buffer.concat([one.subarray(0, HEADER), chunkOf(other, 0), chunkOf(one, 1)]),
      Buffer.concat([one.subarray(0, HEADER), chunkOf(one, 0), chunkOf(other, 1)]),
      Buffer.concat([other.subarray(0, HEADER), chunkOf(one, 0), chunkOf(one, 1)]),
    ];
    for (const mix of mixes) await assert.rejects(opened(mix), UnopenedSealError);
  });

  test('does not open with one bit changed, or with another key', async () => {
    const bytes = await sealed(plainOf(CHUNK + 100));
    for (const at of [0, 23, 24, HEADER - 1, HEADER, HEADER + CHUNK, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      await assert.rejects(opened(changed), UnopenedSealError, `${at}`);
    }
    await assert.rejects(opened(bytes, Buffer.alloc(32, 9)), UnopenedSealError);
  });

  test('yields nothing of a chunk that was changed', async () => {
    const bytes = await sealed(plainOf(3 * CHUNK));
    bytes.writeUInt8(bytes.readUInt8(HEADER + SEALED_CHUNK) ^ 1, HEADER + SEALED_CHUNK);
    let got = 0;
    const reading = async (): Promise<void> => {
      for await (const chunk of unseal(inPieces(bytes), KEY)) got += chunk.length;
    };
    await assert.rejects(reading(), UnopenedSealError);
    assert.equal(got, CHUNK);
  });
});
