import { fsModule, gitModule } from '@helve/project';
import { Registry } from '@helve/registry';
import { terminalModule } from '@helve/shell';
import { serviceModule } from './service/module.ts';

/** Everything that helve can do. */
export function createRegistry(): Registry {
  return new Registry([fsModule, gitModule, terminalModule, serviceModule]);
}
