export { createRegistry } from '../packages/helve/src/modules.ts';
export { runLine } from '../packages/helve/src/index.ts';
export { parseLine } from '../packages/command/src/line/parse.ts';
export { cliProtocol } from '../packages/toolbox/src/utcp/cli/cli-protocol.ts';
export { startModelServer, TEST_KEY } from '../packages/assistant/src/testing/model-server.ts';
export { UtcpClient } from '../packages/toolbox/src/utcp/client.ts';
