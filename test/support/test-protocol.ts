import { runCommand } from '../../src/app/commands/program.ts';
import { createTestKind } from './test-connection-kind.ts';

/** The command line with protocols in memory. */
export const runWithProtocols = (args: readonly string[]): Promise<number> =>
  runCommand(
    args,
    (['nwc', 'lndhub'] as const).map((name) => ({
      name,
      title: 'a protocol of tests',
      open: () => createTestKind(name),
      present: ({ link }) => ({ uri: link }),
    })),
  );

/** For sessions of commands. */
export const WITH_PROTOCOLS = { file: './test-protocol.ts', name: 'runWithProtocols' };
