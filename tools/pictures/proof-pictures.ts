import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import type { BrowserWorld } from '../../test/browser/browser-world.ts';
import type { Stage } from '../../test/browser/stage.ts';
import type { Take } from './take.ts';

/**
 * Takes pictures of the proof of what is owed: none yet, checked, changed, and too old. The last
 * pictures have pages that say how old it is.
 */
export async function takeProof(world: BrowserWorld, stage: Stage, take: Take): Promise<void> {
  const { page } = stage.window;
  const guest = await world.chromium.open();
  await guest.page.goto(`${world.authUrl}/proof`);
  await take(guest.page, 'proof-none');
  for (let count = 0; count < 4; count += 1) await world.service.cli('proof', 'checkpoint');
  await moveBack(world);
  await world.service.cli('proof', 'checkpoint');
  await guest.page.goto(`${world.authUrl}/proof`);
  await take(guest.page, 'proof');
  await page.goto(`${world.authUrl}/proof/mine`);
  await page.getByText('It holds').waitFor();
  await take(page, 'proof-mine');
  await page.evaluate(`(async () => {
    const text = document.querySelector('#proof-mine pre');
    text.textContent = text.textContent.replace('"record_seq": "', '"record_seq": "1');
    await import(document.querySelector('script[src*="/proof."]').src + '#changed');
  })()`);
  await page.getByText('It does not hold').waitFor();
  await take(page, 'proof-mine-refused');
  await moveBack(world);
  await guest.page.goto(`${world.authUrl}/proof`);
  await take(guest.page, 'proof-stale');
  await guest.context.close();
}

/**
 * Makes the last checkpoints look some hours old. Their copies in files, which would contradict
 * that, are removed.
 */
async function moveBack({ service }: BrowserWorld): Promise<void> {
  await rm(join(service.dataDir, 'proofs'), { recursive: true });
  const owner = postgres(service.env['SATCHEL_MIGRATE_DATABASE_URL'] ?? '', { max: 1 });
  try {
    await owner`
      update proof_checkpoint
        set made_at = made_at - (6 + (select max(epoch) from proof_checkpoint) - epoch)
          * interval '1 hour'`;
  } finally {
    await owner.end();
  }
}
