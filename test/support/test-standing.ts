import type { ServiceStatus } from '../../src/activity/service-status.ts';

/** How the service stands; a test changes it. */
export interface TestStanding extends ServiceStatus {
  proofAt: Date | null;
  coverLost: boolean;
  readNodeSaid: ServiceStatus['readNodeSaid'];
}

export function createTestStanding(): TestStanding {
  const standing: TestStanding = {
    proofAt: null,
    coverLost: false,
    proofMadeAt: async () => standing.proofAt,
    isCoverLost: () => standing.coverLost,
    readNodeSaid: null,
  };
  return standing;
}
