import assert from 'node:assert/strict';
import postgres from 'postgres';
import { textField } from '../fields.ts';
import type { RunningService } from '../running-service.ts';

/**
 * The schemes with which the app behind a link has encrypted its requests so far. Texts of requests
 * are not stored, but each answer is encrypted like its request, and only NIP-04 writes `?iv=`.
 */
export async function spokenSchemes(
  service: RunningService,
  uri: string,
): Promise<readonly string[]> {
  const { host: walletPubkey } = new URL(uri);
  const owner = postgres(service.env['SATCHEL_MIGRATE_DATABASE_URL'] ?? '', { max: 1 });
  try {
    const rows = await owner`select answer from nwc_request
      where strpos(answer, ${walletPubkey}) > 0`;
    assert.ok(rows.length > 0, 'the app has asked something');
    const contents = rows.map((row) => textField(JSON.parse(textField(row, 'answer')), 'content'));
    return [...new Set(contents.map((text) => (text.includes('?iv=') ? 'nip04' : 'nip44_v2')))];
  } finally {
    await owner.end();
  }
}
