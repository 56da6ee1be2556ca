import { addUserCommands } from '../../src/accounts/commands/user.ts';
import { runCommand } from '../../src/app/commands/program.ts';
import { addConnectionCommands } from '../../src/apps/commands/connection.ts';
import { createTestKind } from './test-connection-kind.ts';

/** Runs commands of users, and those of protocols in memory. */
export const runWithProtocols = (args: readonly string[]): Promise<number> =>
  runCommand(args, [
    addUserCommands,
    (program, kit) => {
      for (const name of ['nwc', 'lndhub'] as const) {
        addConnectionCommands(program, kit, {
          name,
          title: 'a protocol of tests',
          open: () => createTestKind(name),
          present: ({ link }) => ({ uri: link }),
        });
      }
    },
  ]);

/** The module to load in sessions of commands. */
export const WITH_PROTOCOLS = { file: './test-protocol.ts', name: 'runWithProtocols' };
