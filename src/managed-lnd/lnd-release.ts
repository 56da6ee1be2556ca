/** The files that the makers of LND publish for one version. */
export interface LndRelease {
  readonly version: string;
  readonly archive: string;
  /** The path of the program `lnd` within the archive. */
  readonly member: string;
  readonly url: string;
  /** The web page on which people find the manifest with the hash of the archive. */
  readonly page: string;
  readonly manifest: string;
}

const RELEASES = 'https://github.com/lightningnetwork/lnd/releases';

const SYSTEMS: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin' };
const PROCESSORS: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64', arm: 'armv7' };

/** Describes a release of LND for this kind of machine; null when its makers publish none. */
export function lndRelease(
  version: string,
  machine: { readonly platform: string; readonly arch: string },
  releases: string = RELEASES,
): LndRelease | null {
  const system = SYSTEMS[machine.platform];
  const processor = PROCESSORS[machine.arch];
  if (system === undefined || processor === undefined) return null;
  const tag = `v${version}-beta`;
  const name = `lnd-${system}-${processor}-${tag}`;
  return {
    version,
    archive: `${name}.tar.gz`,
    member: `${name}/lnd`,
    url: `${releases}/download/${tag}/${name}.tar.gz`,
    page: `${releases}/tag/${tag}`,
    manifest: `manifest-${tag}.txt`,
  };
}

/**
 * Tells operators how to read and verify the hash of the archive themselves. A hash in our source
 * code would only be our word.
 */
export function howToReadHash({ archive, page, manifest }: LndRelease): readonly string[] {
  const signature = manifest.replace('-', '-roasbeef-').replace('.txt', '.sig');
  return [
    `The makers of LND publish ${archive} on`,
    `  ${page}`,
    `Its SHA-256 stands in ${manifest} there. They have signed that file: check one of the`,
    `signatures beside it (${signature}) with`,
    '  gpg --verify SIGNATURE MANIFEST',
    'and the keys that stand in scripts/keys of their repository, before you trust the hash.',
  ];
}
