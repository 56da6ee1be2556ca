import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';

/** The account that a database server runs under when it is not our own. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Chooses the account of the server. PostgreSQL refuses to run as root. If we are root, the server
 * runs as the owner of the database's files, or for new files as an account without rights;
 * otherwise it runs under our own account.
 */
export async function chooseServerAccount(directory: string | null): Promise<ServerAccount | null> {
  if (process.getuid?.() !== 0) return null;
  if (directory !== null) {
    const { uid, gid } = await stat(directory);
    return { uid, gid };
  }
  const accounts = parseAccounts(await readFile('/etc/passwd', 'utf8'));
  const account = accounts.get('postgres') ?? accounts.get('nobody');
  if (account === undefined || account.uid === 0) {
    throw new Error('as root, the database needs a user "postgres" or "nobody" to run under');
  }
  return account;
}

/**
 * Requires that the system knows a name for our user before the files of a database are made, as
 * `initdb` asks for it. In a container that runs under a bare user number there is none. A server
 * whose files exist needs no name.
 */
export function requireName(account: ServerAccount | null, nameOfOurs = () => userInfo().username) {
  if (account !== null) return;
  try {
    nameOfOurs();
  } catch (cause) {
    const uid = process.getuid?.();
    throw new Error(
      `the user id ${uid} has no name on this system, and the database that comes with Satchel ` +
        'cannot be made without one: set SATCHEL_DATABASE_URL to a PostgreSQL of your own, or ' +
        `add a line such as "satchel:x:${uid}:${process.getgid?.()}::/:/sbin/nologin" to ` +
        '/etc/passwd (where that file cannot be changed, the library nss_wrapper stands in for it)',
      { cause },
    );
  }
}

/** Reads lines of passwd(5): name, password, uid, gid, and more. */
function parseAccounts(passwd: string): ReadonlyMap<string, ServerAccount> {
  const accounts = new Map<string, ServerAccount>();
  for (const line of passwd.split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name !== undefined && uid !== undefined && gid !== undefined) {
      accounts.set(name, { uid: Number(uid), gid: Number(gid) });
    }
  }
  return accounts;
}
