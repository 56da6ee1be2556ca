import assert from 'node:assert/strict';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import postgres from 'postgres';
import {
  BrokenBackupError,
  readBackupFile,
  writeBackupFile,
} from '../../src/backups/io/backup-file.ts';
import { dumpDatabase } from '../../src/backups/sql/dump.ts';
import { backUp, folder, live, NO_FILES, newFile, removeBackups } from '../support/backup-bench.ts';
import { testDatabase } from '../support/database.ts';

after(removeBackups);

describe('the file', () => {
  test('is complete or not there, and only its owner reads it', async () => {
    const source = await testDatabase({ after });
    await live(source);
    const path = await backUp(source);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    const broken = newFile();
    await assert.rejects(
      dumpDatabase(source.ownerUrl, NO_FILES, async (parts) => {
        await writeBackupFile(
          broken,
          (async function* () {
            for await (const part of parts) {
              if (part.kind === 'rows_end') throw new Error('the disk is full');
              yield part;
            }
          })(),
        );
      }),
      /disk is full/,
    );
    assert.deepEqual(
      (await readdir(folder)).filter((name) => join(folder, name).startsWith(broken)),
      [],
    );
  });

  test('of two backups under one name at once, one is written and the other spoils nothing', async () => {
    const source = await testDatabase({ after });
    await live(source);
    const path = newFile();
    const write = () =>
      dumpDatabase(source.ownerUrl, NO_FILES, async (parts) => {
        await writeBackupFile(path, parts);
      });
    await dumpDatabase(source.ownerUrl, NO_FILES, async (parts) => {
      await writeBackupFile(
        path,
        (async function* () {
          for await (const part of parts) {
            if (part.kind === 'table' && part.table === 'payment') {
              await assert.rejects(write(), { code: 'EEXIST' });
            }
            yield part;
          }
        })(),
      );
    });
    for await (const _ of readBackupFile(path));
  });

  test('what cannot be read is an error of the one who reads', async () => {
    const path = newFile();
    await mkdir(path);
    const read = async (): Promise<void> => {
      for await (const _ of readBackupFile(path));
    };
    await assert.rejects(read(), BrokenBackupError);
  });

  test('what is no backup is said to be none', async () => {
    const read = async (content: Buffer): Promise<void> => {
      const path = newFile();
      await writeFile(path, content);
      for await (const _ of readBackupFile(path));
    };
    for (const content of [
      Buffer.from('not gzip at all'),
      gzipSync('satchel backup 2\n{}\n'),
      gzipSync('satchel backup 1\n'),
      gzipSync(''),
    ]) {
      await assert.rejects(read(content), BrokenBackupError);
    }
    const whole = gzipSync('satchel backup 1\n{"sequences":{}}\n');
    await assert.rejects(read(whole.subarray(0, -9)), BrokenBackupError);
  });

  test('a server that goes away in the middle is a fault, and leaves no file', async () => {
    const source = await testDatabase({ after });
    await live(source);
    const path = newFile();
    const killer = postgres(source.superuserUrl, { max: 1 });
    await assert.rejects(
      dumpDatabase(source.ownerUrl, NO_FILES, async (parts) => {
        await writeBackupFile(
          path,
          (async function* () {
            for await (const part of parts) {
              if (part.kind === 'table' && part.table === 'payment') {
                await killer`select pg_terminate_backend(pid) from pg_stat_activity
                  where application_name = 'satchel backup' and datname = current_database()`;
              }
              yield part;
            }
          })(),
        );
      }),
    );
    await killer.end();
    await assert.rejects(stat(path), { code: 'ENOENT' });
  });
});
