import { path } from './forms.ts';

/**
 * Complains about a parameter in the query of a database URL that PostgreSQL's own programs and the
 * Node.js driver understand differently, or that only one of them knows. With such a parameter, the
 * connection could be less safe than the URL looks.
 */
export function complainOfQuery({ searchParams }: URL): string | undefined {
  for (const [name, advice] of Object.entries(NOT_READ)) {
    if (searchParams.has(name)) return `may not have ${name} in its query: ${advice}`;
  }
  const mode = searchParams.get('sslmode');
  if (mode !== null && !MODES.includes(mode)) return complainOfMode(mode);
  const files = FILES.filter((name) => searchParams.has(name));
  const [first] = files;
  if (first !== undefined && (mode === null || mode === 'disable')) {
    return `has ${first}, which counts only with sslmode=verify-full beside it`;
  }
  if (searchParams.get('sslrootcert') === 'system') {
    return 'may not have sslrootcert=system: without sslrootcert the known authorities count';
  }
  const wrong = files.find((name) => path.parse(searchParams.get(name) ?? '') === undefined);
  return wrong === undefined ? undefined : `has ${wrong}, which takes ${path.accepted}`;
}

const FILES = ['sslrootcert', 'sslcert', 'sslkey'];

/**
 * The values of `sslmode` that are accepted. Unlike in PostgreSQL's own programs, `require` also
 * checks the certificate here.
 */
const MODES = ['disable', 'no-verify', 'require', 'verify-full'];

const complainOfMode = (mode: string): string =>
  `may not have ${KNOWN_ELSEWHERE.includes(mode) ? `sslmode=${mode}` : 'this sslmode'}: write ` +
  'sslmode=verify-full to check the certificate of the server (with sslrootcert=FILE for an ' +
  'authority of your own), no-verify to encrypt without knowing to whom, or disable';

const KNOWN_ELSEWHERE = ['allow', 'prefer', 'verify-ca'];

const WRITE_SSLMODE = 'write sslmode=verify-full, no-verify or disable';
const LEAVE_OUT = 'leave it out';

const NOT_READ: Readonly<Record<string, string>> = {
  ssl: WRITE_SSLMODE,
  requiressl: WRITE_SSLMODE,
  uselibpqcompat: `${LEAVE_OUT}, and ${WRITE_SSLMODE}`,
  sslcrl: 'lists of withdrawn certificates are not read here',
  sslcrldir: 'lists of withdrawn certificates are not read here',
  requirepeer: 'the owner of a socket is not asked for here',
  target_session_attrs: 'let the address lead to the primary',
  hostaddr: 'write the address in place of the host',
  passfile: 'write the password into the address',
  service: 'write host, user and database into the address',
  servicefile: 'write host, user and database into the address',
  replication: LEAVE_OUT,
  binary: LEAVE_OUT,
};
