import { once } from 'node:events';
import { createLogger } from '../adapters/logger.ts';
import type { Role } from '../compose/role.ts';
import { type RunningService, runService } from '../compose/run-service.ts';
import type { Surroundings } from '../compose/surroundings.ts';
import { offerSetUp } from '../usecases/offer-set-up.ts';
import { readSurroundings } from './context.ts';
import { type Demo, prepareDemo } from './demo.ts';
import { isTerminal, printLine } from './print.ts';
import { printDemo, printDemoJson } from './print-demo.ts';
import { printSetUp } from './print-set-up.ts';

/** Runs one process of the service until it is told to stop. */
export async function runStart(role: Role, asJson: boolean): Promise<void> {
  const stopAsked = waitForStop();
  const surroundings = withServiceLog(await readSurroundings(), asJson);
  refuseImpossibleRole(surroundings, role);
  const lost = Promise.withResolvers<never>();
  const service = await runService(surroundings, role, lost.reject);
  try {
    const demo = await prepareDemo(surroundings, service);
    const setUp = service.accounts && (await offerSetUp(service.accounts));
    // From here on it outlives whatever happens to the database.
    announce(surroundings, service, demo, asJson);
    if (setUp !== null) printSetUp(setUp, asJson);
    await Promise.race([stopAsked, lost.promise]);
    surroundings.log.info({}, 'stopping');
  } finally {
    await service.stop();
  }
}

/** The first signal asks; a second one does not wait. */
async function waitForStop(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}

function withServiceLog(surroundings: Surroundings, asJson: boolean): Surroundings {
  const { config, clock } = surroundings;
  const log = createLogger({
    level: config.logLevel,
    format: asJson || !isTerminal() ? 'json' : 'text',
    clock,
    write: (line) => printLine(line.trimEnd()),
  });
  return { ...surroundings, log };
}

function refuseImpossibleRole({ config }: Surroundings, role: Role): void {
  if (role === 'all' || config.database.url !== null) return;
  throw new Error(
    `role ${role} needs SATCHEL_DATABASE_URL: the embedded database serves role all only`,
  );
}

function announce(
  { log, config }: Surroundings,
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
  if (!asJson) printLine(`Satchel serves at ${service.address}, see ${service.address}/docs`);
  if (demo !== null) (asJson ? printDemoJson : printDemo)(demo, service.address);
}
