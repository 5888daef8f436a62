import { runProgram } from './program.ts'
import { runCommand } from './run-command.ts'

/** Every command but the hot one. */
void runCommand(process.argv.slice(2), runProgram)
