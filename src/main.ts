import { runCommand } from './app/commands/program.ts';
import { dropForeignVariables } from './config/env.ts';

dropForeignVariables();
process.exitCode = await runCommand(process.argv.slice(2));
