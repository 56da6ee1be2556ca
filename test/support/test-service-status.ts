import type { ServiceStatus } from '../../src/activity/service-status.ts';

/** The state of the service, which a test can change. */
export interface TestServiceStatus extends ServiceStatus {
  proofAt: Date | null;
  coverLost: boolean;
  readNodeHoldings: ServiceStatus['readNodeHoldings'];
}

export function createTestServiceStatus(): TestServiceStatus {
  const serviceStatus: TestServiceStatus = {
    proofAt: null,
    coverLost: false,
    proofMadeAt: async () => serviceStatus.proofAt,
    isCoverLost: () => serviceStatus.coverLost,
    readNodeHoldings: null,
  };
  return serviceStatus;
}
