export { toolboxGuests } from './guests/guests.ts';
export { mcpModule } from './mcp/module.ts';
export { toolModule } from './tool/module.ts';
export { trustModule } from './trust/module.ts';
export type { CallTemplate, JsonSchema, Manual, UtcpTool } from './utcp/manual-format.ts';
export { utcpModule } from './utcp/module.ts';
export { type ClientSurroundings, UtcpClient } from './utcp/client.ts';
export type { UtcpConfig } from './utcp/config.ts';

/** What is needed to see whether settings are in order: loaded when somebody changes them. */
export const serverSettings = () => import('./mcp/check-settings.ts');
