import { createRegistry } from '../packages/helve/src/modules.ts';
import { renderReference } from './reference.ts';

export const reference = () => renderReference(createRegistry());
