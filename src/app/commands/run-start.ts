import { offerSetUp } from '../../accounts/offer-set-up.ts';
import { isTerminal, printLine } from '../../cli/print.ts';
import { usesPlayMoney } from '../../config/config.ts';
import { createLogger } from '../../system/logger.ts';
import { withoutOutageRepeats } from '../../system/outage-log.ts';
import { systemClock } from '../../system/system-clock.ts';
import { type RunningService, runService } from '../compose/run-service.ts';
import type { AppContext, Role } from '../context/app-context.ts';
import { createOwnPrograms, type OwnPrograms } from '../own-programs.ts';
import { readAppContext } from './context.ts';
import { type Demo, findDemoUsers, prepareDemo } from './demo.ts';
import { giveBackMemory } from './give-back-memory.ts';
import { printDemo, printDemoJson, printWayIn } from './print-demo.ts';
import { printSetUp } from './print-set-up.ts';
import { listenForStop } from './stop-signals.ts';

/** Runs one process of the service until it is told to stop. */
export async function runStart(role: Role, asJson: boolean): Promise<void> {
  const signals = listenForStop(systemClock);
  const ended = new AbortController();
  try {
    const context = withServiceLog(await readAppContext(), asJson, ended.signal);
    await serve(context, role, { asJson, signals });
  } finally {
    ended.abort();
  }
}

interface Serving {
  readonly asJson: boolean;
  readonly signals: ReturnType<typeof listenForStop>;
}

async function serve(context: AppContext, role: Role, { asJson, signals }: Serving): Promise<void> {
  refuseImpossibleRole(context, role);
  const lost = Promise.withResolvers<never>();
  const ownPrograms = createOwnPrograms();
  void signals.insisted.then(() => endAtOnce(context, ownPrograms));
  const asked = new AbortController();
  void signals.asked.then(() => asked.abort());
  const service = await runService(context, role, { onLost: lost.reject, ownPrograms });
  try {
    const demo = await prepareDemo(context, service, asked.signal);
    const setUp = service.accounts && (await offerSetUp(service.accounts));
    // The start has succeeded. From now on, a database that is away for a while does not end the
    // process.
    announce(context, service, demo, asJson);
    await warnOfOldRelease(context, service);
    if (demo === null && !asJson) printWayIn(await findDemoUsers(context, service));
    if (setUp !== null) printSetUp(setUp, asJson);
    void giveBackMemory(context.clock, service.parts.stop);
    await Promise.race([signals.asked, lost.promise]);
    context.log.info({}, 'stopping');
  } finally {
    await service.stop();
  }
}

const STATUS_AFTER_INTERRUPT = 130;

/**
 * Ends the process at once, like a kill, but first ends the programs that it started. The next
 * start completes unfinished work.
 */
async function endAtOnce({ log }: AppContext, ownPrograms: OwnPrograms): Promise<void> {
  log.warn({}, 'stopping immediately');
  await ownPrograms.endAll(true);
  process.exit(STATUS_AFTER_INTERRUPT);
}

function withServiceLog(context: AppContext, asJson: boolean, end: AbortSignal): AppContext {
  const { config, clock } = context;
  const log = createLogger({
    level: config.logLevel,
    format: asJson || !isTerminal() ? 'json' : 'text',
    clock,
    write: (line) => printLine(line.trimEnd()),
  });
  return { ...context, log: withoutOutageRepeats(log, clock, end) };
}

/**
 * Warns that the embedded PostgreSQL is an old release with known faults. It is part of the
 * package, so only a newer package helps. There is no warning with a simulated node, where nothing
 * can be lost.
 */
async function warnOfOldRelease(
  { config, log }: AppContext,
  { parts }: RunningService,
): Promise<void> {
  if (config.database.url !== null || usesPlayMoney(config.lightning)) return;
  const old = await parts.databaseSafety.findOldRelease();
  if (old !== null) log.warn({}, `the embedded database: ${old}; docs/operating.md says more`);
}

function refuseImpossibleRole({ config }: AppContext, role: Role): void {
  if (role === 'all' || config.database.url !== null) return;
  throw new Error(
    `role ${role} needs SATCHEL_DATABASE_URL: the embedded database works with role all only`,
  );
}

function announce(
  { log, config }: AppContext,
  service: RunningService,
  demo: Demo | null,
  asJson: boolean,
): void {
  const node = config.lightning.kind;
  log.info(
    { address: service.address, node, nodePubkey: service.parts.node.pubkey },
    'satchel serves',
  );
  if (service.address === null) return;
  if (!asJson) {
    printLine(`Satchel is running at ${service.address}, API reference: ${service.address}/docs`);
  }
  if (demo !== null) (asJson ? printDemoJson : printDemo)(demo, service.address);
}
