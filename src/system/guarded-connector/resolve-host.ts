import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

/** Resolves a name to all of its addresses; throws an `UnresolvedHost` if it cannot. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

export class UnresolvedHost extends Error {
  override readonly name = 'UnresolvedHost';
}

export interface ResolverOptions {
  /** A text in the form of /etc/hosts. Its names are resolved without asking a name server. */
  readonly hosts: string;
  /** Name servers in place of the system's, for tests. */
  readonly servers?: () => readonly string[];
  readonly tryMs?: number;
}

const TRIES = 2;
const TRY_MS = 1000;

/**
 * Creates a resolver that asks the name servers itself. `dns.lookup` would occupy one of the
 * process's four threads for as long as a stranger's name server likes, and those threads hash
 * passwords.
 */
export function openResolver(options: ResolverOptions): ResolveHost {
  const { servers, tryMs = TRY_MS } = options;
  const known = readHosts(options.hosts);
  const open = (): Resolver => {
    const resolver = new Resolver({ timeout: tryMs, tries: TRIES });
    if (servers !== undefined) resolver.setServers(servers());
    return resolver;
  };
  let opened: Resolver | null = null;
  return async (hostname) => {
    const here = known.get(hostname);
    if (here !== undefined) return here;
    opened ??= open();
    const resolver = opened;
    const answers = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    const [cause] = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason] : [],
    );
    // A name server has not answered. The machine's name servers may have changed, and a new
    // resolver reads their addresses again.
    if (isSilence(cause) && opened === resolver) opened = null;
    throw new UnresolvedHost(hostname, { cause });
  };
}

const isSilence = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(ETIMEOUT|ECONNREFUSED)$/.test(`${error.code}`);

/** Reads the system's hosts file; empty if there is none. */
export function readHostsFile(): string {
  try {
    return readFileSync('/etc/hosts', 'utf8');
  } catch {
    return '';
  }
}

function readHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const known = new Map<string, string[]>([['localhost', ['127.0.0.1', '::1']]]);
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names.map((each) => each.toLowerCase())) {
      known.set(name, [...new Set([...(known.get(name) ?? []), address])]);
    }
  }
  return known;
}
