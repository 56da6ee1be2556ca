/**
 * The parts of the proof: pages on which users check that they are counted, and the job that makes
 * checkpoints.
 */

import type { Jobs } from '../base/jobs.ts';
import type { Page } from '../web/pages/page.ts';
import { CHECKPOINT_EVERY_SEC } from './limits.ts';
import { type MakeCheckpointsDeps, makeCheckpoints } from './make-checkpoints.ts';
import { ownProofPages } from './pages/own-proof.ts';
import { proofPages } from './pages/proof.ts';
import { proofFilePages } from './pages/proof-file.ts';
import type { ProofPageDeps } from './pages/proof-page-deps.ts';

export const PROOF_PAGES: readonly Page<ProofPageDeps>[] = [
  ...proofPages,
  ...ownProofPages,
  ...proofFilePages,
];

export const proofJobs = (deps: MakeCheckpointsDeps): Jobs => ({
  'make-checkpoint': {
    work: (_, signal) => makeCheckpoints(deps, signal),
    everySec: CHECKPOINT_EVERY_SEC,
  },
});
