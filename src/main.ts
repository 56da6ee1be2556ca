import { runCommand } from './app/commands/program.ts';

process.exitCode = await runCommand(process.argv.slice(2));
