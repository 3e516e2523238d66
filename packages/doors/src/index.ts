export { callTool } from './agent.ts';
export { describeError } from './answer.ts';
export { type ExitCode, exitCodeOf } from './exit-code.ts';
export { explain } from './explain.ts';
export { type DoorWord, renderDeclaration, usageLine, valueName } from './help/help.ts';
export type { LineError, LineResult } from './line-result.ts';
export { runLine } from './line.ts';
export { toolOf } from './mcp/command-tools.ts';
export type { ProgramWord, TerminalCaller, TerminalProgram } from './program.ts';
export type { Pipes, Streams } from './streams.ts';
export { runTerminal } from './terminal.ts';
export { inputFromArguments, inToolWords, namedByTool, neededParameters, offeredParameters } from './tool-input.ts';
export {
  describeManual,
  isOfService,
  MANUAL_PROTOCOLS,
  type ManualProtocol,
  type OwnManual,
  utcpName,
} from './utcp/manual.ts';
