import { resolve } from 'node:path';
import { ask } from '../../cli/ask.ts';
import { printProgress } from '../../cli/print.ts';
import { RefusedError } from '../../cli/refused.ts';
import { howToReadHash, type LndRelease, lndRelease } from '../lnd-release.ts';
import { PINNED_LND_VERSION } from '../lnd-versions.ts';
import { type ChosenSettings, withProgram } from './choose-settings.ts';

export interface ProgramAccess {
  readonly machine: { readonly platform: string; readonly arch: string };
  /**
   * Finds the version of an LND program; null when there is no such program. Without a file, the
   * data folder and PATH are searched.
   */
  readonly findVersion: (file: string | null) => Promise<string | null>;
  /** Downloads LND and puts its program into the data folder. */
  readonly download: (release: LndRelease, sha256: string) => Promise<void>;
}

interface Wishes {
  readonly download?: string;
  readonly sha256?: string;
}

/**
 * Makes sure that there is an LND program: the installed one, a download if the operator asked for
 * one, or the file that the operator names.
 */
export async function requireProgram(
  access: ProgramAccess,
  chosen: ChosenSettings,
  { download, sha256 }: Wishes,
  asks: boolean,
): Promise<ChosenSettings & { readonly version: string }> {
  const { program } = chosen.config.node;
  if (download !== undefined && sha256 !== undefined) {
    if (program !== null) {
      throw new RefusedError(`SATCHEL_LND_PROGRAM names ${program}: a download would not be used`);
    }
    await fetchProgram(access, download, sha256);
  }
  const version = await access.findVersion(program);
  if (version !== null) return { ...chosen, version };
  const release = lndRelease(PINNED_LND_VERSION, access.machine);
  for (const line of release === null ? [] : howToGet(release)) printProgress(line);
  const file = asks ? await ask('Path of the program lnd, or nothing to stop here:') : null;
  if (file === null || file === '') {
    throw new RefusedError(
      program === null
        ? 'there is no program lnd in the data folder or in PATH'
        : `there is no program ${program}, which SATCHEL_LND_PROGRAM names`,
    );
  }
  const found = await access.findVersion(file);
  if (found === null) throw new RefusedError(`there is no program ${file}`);
  return { ...withProgram(chosen, resolve(file)), version: found };
}

async function fetchProgram(
  { machine, findVersion, download }: ProgramAccess,
  version: string,
  sha256: string,
): Promise<void> {
  const release = lndRelease(version, machine);
  if (release === null) {
    throw new RefusedError(
      `the makers of LND publish nothing for ${machine.platform} on ${machine.arch}: build it, ` +
        'and name it in SATCHEL_LND_PROGRAM',
    );
  }
  // If the program cannot be run on this machine, it is fetched again and replaced.
  if ((await findVersion(null).catch(() => null)) === version) {
    printProgress(`LND ${version} is there already and is not fetched again`);
    return;
  }
  await download(release, sha256);
}

const howToGet = (release: LndRelease): readonly string[] => [
  'Satchel does not bring LND, and there is none here yet.',
  ...howToReadHash(release),
  'Then fetch it:',
  `  satchel node setup --download ${release.version} --sha256 HASH`,
];
