import type { StandingPort } from '../../src/activity/home/standing-port.ts';

/** How the service stands; a test changes it. */
export interface TestStanding extends StandingPort {
  proofAt: Date | null;
  coverLost: boolean;
  readNodeSaid: StandingPort['readNodeSaid'];
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
