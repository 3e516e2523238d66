import { pluginModule } from '@helve/assistant/plugin';
import { rulesModule } from '@helve/assistant/rules';
import { sessionModule } from '@helve/assistant/session';
import { taskModule } from '@helve/assistant/task';
import { threadModule } from '@helve/assistant/thread';
import { webModule } from '@helve/assistant/web';
import { browserModule } from '@helve/browser';
import { codeModule, fsModule, gitModule } from '@helve/project';
import { Registry } from '@helve/command';
import { terminalModule } from '@helve/shell';
import { mcpModule, toolboxGuests, toolModule, trustModule, utcpModule } from '@helve/toolbox';
import { createCaller } from './caller.ts';
import { configModule } from './config/module.ts';
import { doctorModule } from './doctor/module.ts';
import { permissionsModule } from './permissions/module.ts';
import { serviceModule } from './service/module.ts';

/** Everything that helve can do. */
export function createRegistry(): Registry {
  return new Registry(
    [
      fsModule,
      gitModule,
      codeModule,
      terminalModule,
      browserModule,
      utcpModule,
      mcpModule,
      toolModule,
      webModule,
      sessionModule,
      taskModule,
      threadModule(createCaller),
      pluginModule,
      trustModule,
      rulesModule,
      configModule,
      permissionsModule,
      serviceModule,
      doctorModule,
    ],
    toolboxGuests,
  );
}
