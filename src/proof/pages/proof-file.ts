import {
  type GuestPage,
  notFoundPage,
  type Page,
  type PageAnswer,
  sendFile,
  type UserPage,
} from '../../web/pages/page.ts';
import { CHAIN_FORMAT, checkpointText, presentCheckpoint } from '../checkpoint-file.ts';
import { makeOwnFile } from '../make-own-file.ts';
import { ownFileText } from '../own-file.ts';
import type { ProofPageDeps } from './proof-page-deps.ts';
import { OWN_FILE_PATH, PROOF_PATH, readEpoch, readEpochs } from './proof-paths.ts';

/** Sends checkpoints as a file, to anyone. */
const sendCheckpoints: GuestPage<ProofPageDeps> = {
  method: 'GET',
  path: `${PROOF_PATH}/:name`,
  access: 'anyone',
  handle: async ({ proofs }, { params }) => {
    const range = readEpochs(params.text('name'));
    if (range === null) return notFoundPage();
    const { first, last, isOne } = range;
    const found = await proofs.listFrom(first, Number(last - first) + 1);
    const asked = found.filter(({ checkpoint }) => checkpoint.epoch <= last);
    const [only] = asked;
    if (only === undefined || asked.at(-1)?.checkpoint.epoch !== last) return notFoundPage();
    if (isOne) return sendJson(`satchel-owed-${first}.json`, checkpointText(only));
    const chain = { format: CHAIN_FORMAT, checkpoints: asked.map(presentCheckpoint) };
    return sendJson(`satchel-owed-${first}-${last}.json`, `${JSON.stringify(chain)}\n`);
  },
};

/** Sends the file with which a user checks that they are counted. */
const sendMine: UserPage<ProofPageDeps> = {
  method: 'GET',
  path: OWN_FILE_PATH,
  access: 'signed_in',
  handle: async (deps, { user, query }) => {
    const own = await makeOwnFile(deps, user, readEpoch(query.text('epoch')));
    if (own === null || own.file === null) return notFoundPage();
    return sendJson(`satchel-owed-mine-${own.file.epoch}.json`, ownFileText(own.file));
  },
};

export const proofFilePages: readonly Page<ProofPageDeps>[] = [sendMine, sendCheckpoints];

function sendJson(name: string, text: string): PageAnswer {
  const parts = (async function* once(): AsyncGenerator<string, void> {
    yield text;
  })();
  return sendFile({ name, type: 'application/json; charset=utf-8', parts });
}
