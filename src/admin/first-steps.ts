import type { NewAction } from '../alarms/operator-log/operator-action.ts';
import type { BackupReport } from '../backups/backup-run-store.ts';

/**
 * Steps of setting up a new service that are left before people can rely on it, in the order in
 * which the page lists them.
 */
export const FIRST_STEPS = ['backups', 'address', 'node', 'limits', 'people', 'mail'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** What the settings say about the first steps of setting up the service. */
export interface SetUp {
  /** Whether people reach the service over https and by a host name. */
  readonly hasPublicAddress: boolean;
  readonly isPlayMoney: boolean;
  readonly hasMail: boolean;
  /** Whether there is a source of prices, so that people can read amounts in their own currency. */
  readonly hasRates: boolean;
}

/**
 * Port: reads and changes what the database stores about the first steps of setting up the service.
 */
export interface FirstStepStore {
  readFirstSteps(): Promise<FirstStepState>;
  setHidden(isHidden: boolean, action: NewAction): Promise<void>;
}

export interface FirstStepState {
  readonly isHidden: boolean;
  /**
   * Whether anyone except the first operator has an account or an invitation. Demo users do not
   * count.
   */
  readonly hasPeople: boolean;
}

/** The steps of a service: play money needs no limits on what leaves. */
export const stepsOf = ({ isPlayMoney }: Pick<SetUp, 'isPlayMoney'>): readonly FirstStep[] =>
  FIRST_STEPS.filter((step) => step !== 'limits' || !isPlayMoney);

/** All facts that determine which of the first steps of setting up the service are done. */
export interface KnownOfSteps extends SetUp, Pick<FirstStepState, 'hasPeople'> {
  readonly backups: BackupReport;
  readonly isNodeThere: boolean;
  /** Whether what leaves is limited, or the settings have switched limits off. */
  readonly isOutflowDecided: boolean;
}

export const listOpenSteps = (known: KnownOfSteps): readonly FirstStep[] =>
  stepsOf(known).filter((step) => !isStepDone(step, known));

const isStepDone = (step: FirstStep, known: KnownOfSteps): boolean => {
  switch (step) {
    case 'backups':
      return known.backups.everySec !== null && known.backups.status.newest !== null;
    case 'address':
      return known.hasPublicAddress;
    case 'node':
      return !known.isPlayMoney && known.isNodeThere;
    case 'limits':
      return known.isOutflowDecided;
    case 'people':
      return known.hasPeople;
    case 'mail':
      return known.hasMail;
  }
};

/** Whether people elsewhere can reach a URL: it is https and its host is not this machine alone. */
export function isPublicAddress(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  const last = hostname.split('.').at(-1) ?? '';
  const isNumber = hostname.startsWith('[') || Number.isInteger(Number(last));
  return protocol === 'https:' && last !== 'localhost' && !isNumber;
}
