import type { Page } from '../web/pages/page.ts';
import { ownProofPages } from './pages/own-proof.ts';
import { proofPages } from './pages/proof.ts';
import { proofFilePages } from './pages/proof-file.ts';
import type { ProofPageDeps } from './pages/proof-page-deps.ts';

export const PROOF_PAGES: readonly Page<ProofPageDeps>[] = [
  ...proofPages,
  ...ownProofPages,
  ...proofFilePages,
];
