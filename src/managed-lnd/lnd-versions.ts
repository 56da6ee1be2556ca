/**
 * The versions of LND that a managed node may run. This list was last reviewed on 28 November 2026.
 */

/** The version of LND that this version of Satchel is tested with. */
export const PINNED_LND_VERSION = '0.21.3';

const OLDEST = '0.20.0';

interface KnownFault {
  /** The first version of LND with a known fault. `until` is the first later version without it. */
  readonly from: string;
  readonly until: string;
  readonly fault: string;
}

const KNOWN_FAULTS: readonly KnownFault[] = [
  {
    from: '0.20.0',
    until: '0.20.4',
    fault: 'it lacks fixes of security that came with 0.20.4',
  },
  {
    from: '0.21.0',
    until: '0.21.3',
    fault:
      "its wallet takes another node's spend of a commitment for a spend of its own, and its " +
      'list of transactions breaks off at large numbers',
  },
];

/** Whether an LND of this version may open the databases of the node. */
export type VersionVerdict =
  | { readonly kind: 'usable'; readonly warnings: readonly string[] }
  | { readonly kind: 'refused'; readonly why: string }
  /**
   * The LND is newer than the one that ran last. It changes the databases, and the older one could
   * not read them any more.
   */
  | { readonly kind: 'needs_consent'; readonly why: string };

/**
 * Judges a version of LND. `lastRan` is the version that has opened the node's databases last; null
 * for a new node.
 */
export function judgeVersion(version: string, lastRan: string | null): VersionVerdict {
  if (compareVersions(version, OLDEST) < 0) {
    const why = `LND ${version} is too old: take ${PINNED_LND_VERSION}, at least ${OLDEST}`;
    return { kind: 'refused', why };
  }
  const step = lastRan === null ? 0 : compareVersions(version, lastRan);
  if (step < 0) {
    const why =
      `this node has run with LND ${lastRan}, and the older LND ${version} cannot read what that ` +
      'has written';
    return { kind: 'refused', why };
  }
  if (step > 0) {
    const why =
      `the program is LND ${version}, and this node last ran with ${lastRan}: the newer LND ` +
      'changes its databases for good, and the older one cannot read them any more. To consent, ' +
      'run `satchel node setup --accept-upgrade`';
    return { kind: 'needs_consent', why };
  }
  return { kind: 'usable', warnings: warningsOf(version) };
}

/** Warnings about a version of LND for operators, as sentences. */
export function warningsOf(version: string): readonly string[] {
  const faults = KNOWN_FAULTS.filter(
    ({ from, until }) => compareVersions(version, from) >= 0 && compareVersions(version, until) < 0,
  ).map(
    ({ fault }) => `LND ${version} is known to be faulty (${fault}): use ${PINNED_LND_VERSION}`,
  );
  const isNewer = compareVersions(version, PINNED_LND_VERSION) > 0;
  return isNewer
    ? [`LND ${version} is newer than ${PINNED_LND_VERSION}, with which this Satchel was tried`]
    : faults;
}

/**
 * Finds a version such as `0.21.3` in what `lnd --version` prints; null when the program is not
 * LND. The output begins with the name of the program file, which may be any name.
 */
export const parseVersion = (text: string): string | null =>
  /^(?!lncli)\S+ version (\d{1,5}\.\d{1,5}\.\d{1,5})\b\S* commit=/.exec(text)?.[1] ?? null;

/** Whether this version of LND can download the chain's headers from a source in its settings. */
export const fetchesHeaders = (version: string): boolean => compareVersions(version, '0.21.0') >= 0;

/** Compares two versions; negative if the first is older. */
function compareVersions(first: string, second: string): number {
  const theirs = second.split('.').map(Number);
  const differences = first.split('.').map((part, index) => Number(part) - (theirs[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}
