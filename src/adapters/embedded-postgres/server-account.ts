import { readFile, stat } from 'node:fs/promises';

/** The account that a database server runs under when it is not our own. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root: then an account without rights does, else we ourselves. */
export async function chooseServerAccount(): Promise<ServerAccount | null> {
  if (process.getuid?.() !== 0) return null;
  const accounts = parseAccounts(await readFile('/etc/passwd', 'utf8'));
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.get(name);
    if (account !== undefined && account.uid !== 0) return account;
  }
  throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody"');
}

/** As root, the owner of a database's files is the one whose server may open them. */
export async function accountOfDirectory(directory: string): Promise<ServerAccount | null> {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = await stat(directory);
  return { uid, gid };
}

/** Lines of passwd(5): name, password, uid, gid, and more. */
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
