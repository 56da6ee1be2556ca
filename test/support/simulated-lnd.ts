import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hexToBytes } from '../../src/base/hex.ts';
import { SERVICE_NODE } from '../../src/lightning/simulator-protocol/network-protocol.ts';
import type { RunningService } from './running-service.ts';

/** The settings with which another service uses the node of this one like an LND. */
export async function nodeOf(service: RunningService): Promise<Record<string, string>> {
  const nodes = await (await service.simulator()).nodes();
  assert(nodes.ok);
  const node = nodes.value.find(({ name }) => name === SERVICE_NODE);
  const macaroon = hexToBytes(node?.macaroonHex ?? '');
  assert(node !== undefined && macaroon !== null);
  const macaroonFile = join(service.dataDir, 'service.macaroon');
  await writeFile(macaroonFile, macaroon);
  return {
    SATCHEL_LIGHTNING: 'lnd',
    SATCHEL_LND_REST_URL: node.restUrl,
    SATCHEL_LND_MACAROON_FILE: macaroonFile,
  };
}
