import { fsModule, gitModule } from '@helve/project';
import { Registry } from '@helve/registry';

/** Everything that helve can do. */
export function createRegistry(): Registry {
  return new Registry([fsModule, gitModule]);
}
