import { parseDocument } from 'yaml';

/** The addresses and the folder of a member of the cluster on this machine. */
export interface MemberPlace {
  readonly name: string;
  readonly postgresPort: number;
  readonly restPort: number;
  readonly dataDir: string;
}

export interface ClusterPlace {
  readonly etcdPort: number;
  readonly postgresBin: string;
  /** The folder for sockets and other files of the whole cluster. */
  readonly folder: string;
}

const HERE = '127.0.0.1';

/**
 * The documented file of an operator, changed only where a single machine requires it: names,
 * addresses and folders, and no watchdog, because that would reset the machine.
 */
export function patroniConfig(example: string, member: MemberPlace, place: ClusterPlace): string {
  const document = parseDocument(example);
  const changes: readonly (readonly [path: readonly string[], value: unknown])[] = [
    [['name'], member.name],
    [['restapi', 'listen'], `${HERE}:${member.restPort}`],
    [['restapi', 'connect_address'], `${HERE}:${member.restPort}`],
    [['etcd3', 'hosts'], `${HERE}:${place.etcdPort}`],
    [['postgresql', 'listen'], `${HERE}:${member.postgresPort}`],
    [['postgresql', 'connect_address'], `${HERE}:${member.postgresPort}`],
    [['postgresql', 'data_dir'], member.dataDir],
    [['postgresql', 'bin_dir'], place.postgresBin],
    [['postgresql', 'pgpass'], `${member.dataDir}.pgpass`],
    [['postgresql', 'parameters'], { unix_socket_directories: place.folder }],
    [['postgresql', 'pg_hba'], toHere(document.getIn(['postgresql', 'pg_hba']))],
    [['watchdog'], { mode: 'off' }],
  ];
  for (const [path, value] of changes) document.setIn(path, value);
  return document.toString();
}

/** The documented file of HAProxy, with the servers on this machine. */
export function haproxyConfig(
  example: string,
  port: number,
  members: readonly MemberPlace[],
): string {
  const servers = members.map(
    ({ name, postgresPort, restPort }) =>
      `    server ${name} ${HERE}:${postgresPort} check port ${restPort}`,
  );
  const kept = example
    .split('\n')
    .filter((line) => !/^\s+server /.test(line))
    .map((line) => line.replace(/^(\s+bind ).*$/, `$1${HERE}:${port}`));
  return [...kept.join('\n').trimEnd().split('\n'), ...servers, ''].join('\n');
}

/** The settings of the documented etcd file, for one member on this machine. */
export function etcdVariables(
  example: string,
  {
    dataDir,
    clientPort,
    peerPort,
  }: Readonly<Record<'clientPort' | 'peerPort', number>> & {
    readonly dataDir: string;
  },
): Readonly<Record<string, string>> {
  const client = `http://${HERE}:${clientPort}`;
  const peer = `http://${HERE}:${peerPort}`;
  const here: Readonly<Record<string, string>> = {
    ETCD_DATA_DIR: dataDir,
    ETCD_LISTEN_CLIENT_URLS: client,
    ETCD_ADVERTISE_CLIENT_URLS: client,
    ETCD_LISTEN_PEER_URLS: peer,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peer,
    ETCD_INITIAL_CLUSTER: `db1=${peer}`,
  };
  const documented = example
    .split('\n')
    .map((line) => /^(ETCD_\w+)=(.*)$/.exec(line))
    .flatMap((match) => (match === null ? [] : [[match[1] ?? '', match[2] ?? ''] as const]));
  return { ...Object.fromEntries(documented), ...here };
}

/** Changes the rules for connections from the documented network into rules for this machine. */
function toHere(rules: unknown): readonly string[] {
  const texts: unknown =
    rules === null || rules === undefined ? [] : JSON.parse(String(JSON.stringify(rules)));
  if (!Array.isArray(texts)) throw new Error('pg_hba is a list of rules');
  return texts.map((rule) => String(rule).replace(/\d+\.\d+\.\d+\.\d+\/\d+/, `${HERE}/32`));
}

/** The names and passwords in the documented file. */
export interface ClusterSecrets {
  readonly superuser: string;
  readonly restUser: string;
  readonly restPassword: string;
}

export function readSecrets(example: string): ClusterSecrets {
  const document = parseDocument(example);
  const text = (...path: readonly string[]): string => {
    const value: unknown = document.getIn(path);
    if (typeof value !== 'string') throw new Error(`the file has no ${path.join('.')}`);
    return value;
  };
  return {
    superuser: text('postgresql', 'authentication', 'superuser', 'password'),
    restUser: text('restapi', 'authentication', 'username'),
    restPassword: text('restapi', 'authentication', 'password'),
  };
}
