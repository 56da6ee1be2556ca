import { parseArgs } from 'node:util';
import { hexToBytes } from '../base/hex.ts';
import { FolderBusyFault, type Simulator, startSimulator } from './start-simulator.ts';
import { consoleLog, systemClock, systemRandom } from './system.ts';

/**
 * The simulated Lightning network as a separate program. It runs until SIGTERM or SIGINT, until its
 * folder is gone, or until a call to the control interface ends it.
 */
const USAGE = `usage: node src/simulator/main.ts --dir FOLDER [--seed HEX] [--hop-latency-ms N]

  --dir FOLDER          keeps keys, channels, invoices and payments; network.json there tells
                        the addresses
  --seed HEX            32 bytes: keys of a new network
  --hop-latency-ms N    how long a payment takes for one channel (default 0)
`;

const { values } = parseArgs({
  options: {
    dir: { type: 'string' },
    seed: { type: 'string' },
    'hop-latency-ms': { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help || values.dir === undefined) {
  process.stderr.write(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else {
  await run(values.dir, values.seed, Number(values['hop-latency-ms']));
}

async function run(dir: string, seedHex: string | undefined, hopLatencyMs: number): Promise<void> {
  const seed = seedHex === undefined ? null : hexToBytes(seedHex, 32);
  try {
    const simulator = await startSimulator({
      dir,
      clock: systemClock,
      random: systemRandom,
      log: consoleLog,
      ...(seed === null ? {} : { seed }),
      settings: { hopLatencyMs },
      onEnd: (why) => void end(simulator, why),
    });
    process.once('SIGTERM', () => void end(simulator, 'SIGTERM'));
    process.once('SIGINT', () => void end(simulator, 'SIGINT'));
    consoleLog.info({ pid: process.pid, dir }, 'simulated network is up');
  } catch (error) {
    if (!(error instanceof FolderBusyFault)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function end(simulator: Simulator, why: string): Promise<void> {
  consoleLog.info({ why }, 'simulated network ends');
  await simulator.close();
  process.exit(0);
}
