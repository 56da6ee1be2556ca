/**
 * Loaded into the service before its own code. Between two signals, it records a CPU profile, and
 * writes it into the folder that PROFILE_FOLDER names.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';

const INTERVAL_US = 250;
const folder = process.env['PROFILE_FOLDER'];
let session: Session | null = null;

process.on('SIGUSR2', () => {
  if (folder === undefined) return;
  if (session === null) {
    session = new Session();
    session.connect();
    session.post('Profiler.enable');
    session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
    session.post('Profiler.start');
    return;
  }
  const ending = session;
  session = null;
  ending.post('Profiler.stop', (_error, { profile }) => {
    const file = join(folder, `${process.pid}.cpuprofile`);
    // The file gets its final name only when it is complete.
    writeFileSync(`${file}.part`, JSON.stringify(profile));
    renameSync(`${file}.part`, file);
    ending.disconnect();
  });
});
